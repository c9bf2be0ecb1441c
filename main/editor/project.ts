/** What the user has made, with undo and redo: the effects of the project and those that are on the clip. */
import type { EffectSpec } from '../../preload/contract'

/** One step of the user's that can be taken back. */
export type Edit =
  | { kind: 'apply'; effect: string }
  | { kind: 'add'; effect: EffectSpec }
  | { kind: 'remove'; effect: EffectSpec }

export class Project {
  private readonly done: Edit[] = []
  private readonly undone: Edit[] = []
  /** effects put on the clip, in order, each once; `finished`: the GPU has rendered it */
  private clip: { effect: string; finished: boolean }[] = []
  private changed = false

  get dirty(): boolean {
    return this.changed
  }

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  /** Effects on the clip. @param finishedOnly only those that the GPU has rendered */
  stack(finishedOnly: boolean): string[] {
    return this.clip.filter((entry) => entry.finished || !finishedOnly).map((entry) => entry.effect)
  }

  /** An edit was carried out. A second press of an effect that is on the clip already changes nothing to take back. */
  record(edit: Edit): void {
    if (edit.kind === 'apply' && !this.put(edit.effect)) return
    this.done.push(edit)
    this.undone.length = 0
    this.changed = true
  }

  /** Something that is saved with the project, but not undone, changed. */
  touch(): void {
    this.changed = true
  }

  saved(): void {
    this.changed = false
  }

  /** Puts an effect on the clip without an undo step. @returns false when it is there already */
  put(effect: string): boolean {
    if (this.clip.some((entry) => entry.effect === effect)) return false
    this.clip.push({ effect, finished: false })
    return true
  }

  finished(effect: string): void {
    for (const entry of this.clip) if (entry.effect === effect) entry.finished = true
  }

  /** The simulation starts anew: nothing on the clip has been rendered yet. */
  forgetFinished(): void {
    for (const entry of this.clip) entry.finished = false
  }

  takeOff(effect: string): void {
    this.clip = this.clip.filter((entry) => entry.effect !== effect)
  }

  /** The edit to take back, moved to the redo side; null when there is none. */
  undo(): Edit | null {
    return this.move(this.done, this.undone)
  }

  redo(): Edit | null {
    return this.move(this.undone, this.done)
  }

  private move(from: Edit[], to: Edit[]): Edit | null {
    const edit = from.pop()
    if (edit === undefined) return null
    to.push(edit)
    this.changed = true
    return edit
  }
}
