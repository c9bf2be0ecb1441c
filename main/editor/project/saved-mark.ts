/** Which states of a project are what its file has, whatever way led to them: one that is undone to them has nothing unsaved. */

/** Two revisions with the same are the same project: what can be undone, and what cannot, is as it was. */
interface ProjectState {
  /** the revision that came of the last edit that is not taken back; 0: there is none */
  readonly edit: number
  /** the revision that came of the last change that is no edit; 0: there was none */
  readonly touched: number
}

/** What all states of one project have in common, however it is gone back and on. */
export class SavedMark {
  private last = 0
  private saved = 0
  /** by revision; a save tells of its revision when the file is written, and the project may have gone on by then */
  private readonly states = new Map<number, ProjectState>([[0, { edit: 0, touched: 0 }]])

  /** @returns a revision that nothing had yet, an ordinal from 1 */
  next(): number {
    return ++this.last
  }

  /** Of a revision that another run has given, its own state stays. @param revision an ordinal, as `next` gave it */
  note(revision: number, state: ProjectState): void {
    if (!this.states.has(revision)) this.states.set(revision, state)
  }

  /** @param revision that the file has now, an ordinal */
  save(revision: number): void {
    this.saved = revision
  }

  /**
   * @param revision of the project, an ordinal
   * @param state that it has at that revision in its own run
   */
  isSaved(revision: number, { edit, touched }: ProjectState): boolean {
    if (revision === this.saved) return true
    const saved = this.states.get(this.saved)
    return saved?.edit === edit && saved.touched === touched
  }
}
