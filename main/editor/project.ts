/** What the user has made, with undo and redo: the effects of the project and those that are on the clip. */
import type { EffectSpec, PanelLayout } from '../../preload/contract/specs'
import { applyTo, asOne, changeOf, type Edit, isNothingSet, pressMade, slim } from './project/edit'
import { SavedMark } from './project/saved-mark'
import type { HandChange } from './timeline/by-hand'

/** Edits that can be taken back: of those before, only what came of them is known. */
export const MOST_UNDO = 500

/** What can change it, but for its layout, which is the window's. */
type Changing = 'record' | 'touch' | 'renew' | 'put' | 'finished' | 'forgetFinished' | 'takeOff' | 'travelled'
type Change = { [Kind in Changing]: { kind: Kind; with: Parameters<Project[Kind]> } }[Changing]

/** A change, at its moment of simulated time (µs), and the revision that came of it. */
export interface NotedChange {
  readonly at: number
  readonly change: Change
  readonly revision: number
  /** the run led to it, not a person: another run of the same input leads to something else */
  readonly isOfRun: boolean
  /** of `travelled`: which of the changes by hand recorded the edit, from 0 [it is from before the history] */
  readonly recordedBy?: number | undefined
  /** in another run it was something; in this one nothing came of it but a revision */
  readonly cameToNothing?: true
}

/** An edit that can be taken back, or carried out again. */
interface Recorded {
  readonly edit: Edit
  /** as in NotedChange */
  readonly recordedBy: number | undefined
  /** that came of it */
  readonly revision: number
}

export class Project {
  private done: Recorded[] = []
  private undone: Recorded[] = []
  /** what edits have added that cannot be taken back any more */
  private readonly addedBefore = new Map<string, EffectSpec>()
  /** what they have changed of the timeline, too */
  private readonly changedBefore: HandChange[] = []
  /** effects put on the clip, in order, each once; `finished`: the GPU has rendered it */
  private clip: { effect: string; finished: boolean }[] = []
  /** edits that can no longer be taken back */
  private before = 0
  /** 0: as it was opened */
  private changes = 0
  /** revisions of the last edit of those that can no longer be taken back, and of the last change that is none */
  private lastBefore = 0
  private touched = 0
  /** that comes of what is done again */
  private given: number | null = null
  private versions = 0
  /** simulated time, µs */
  private clock: () => number = () => 0
  private panels: PanelLayout | null = null
  private readonly noted: NotedChange[] = []
  /** of these, what a person led to */
  private readonly notedByHand: NotedChange[] = []
  private isNoting = true
  private isOfRun = false

  constructor(private readonly mark = new SavedMark()) {}

  /** From now on its changes are noted with their moments, for `asOf`. @param now simulated time, µs */
  follow(now: () => number): void {
    this.clock = now
    this.noted.length = 0
    this.notedByHand.length = 0
    const fromBefore = (one: Recorded): Recorded => ({ ...one, recordedBy: undefined })
    this.done = this.done.map(fromBefore)
    this.undone = this.undone.map(fromBefore)
  }

  /** What has changed it since `follow`, in order. */
  get history(): readonly NotedChange[] {
    return this.noted
  }

  /** What of these a person led to. */
  get changedByHand(): readonly NotedChange[] {
    return this.notedByHand
  }

  /** What it is told within comes of the run, and not of a person. */
  ofRun(tell: (project: Project) => void): void {
    this.isOfRun = true
    tell(this)
    this.isOfRun = false
  }

  /** The same project, which goes its own way from here; what one saves, all have saved. */
  copy(): Project {
    const copy = new Project(this.mark)
    copy.done.push(...this.done)
    copy.undone.push(...this.undone)
    for (const [name, effect] of this.addedBefore) copy.addedBefore.set(name, effect)
    copy.changedBefore.push(...this.changedBefore)
    copy.clip = this.clip.map((entry) => ({ ...entry }))
    copy.before = this.before
    copy.changes = this.changes
    copy.lastBefore = this.lastBefore
    copy.touched = this.touched
    copy.panels = this.panels
    return copy
  }

  /**
   * As a project was at a moment of the past.
   * @param began the project where the history began
   * @param history what changed it until then
   * @param now simulated time from here on, µs
   */
  static asOf(began: Project, history: readonly NotedChange[], now: () => number): Project {
    const made = began.copy()
    made.follow(now)
    for (const noted of history) made.again(noted)
    return made
  }

  /** What has changed it in another run of it, or then, changes it now. */
  again(noted: NotedChange): void {
    this.isNoting = false
    this.isOfRun = noted.isOfRun
    this.given = noted.revision
    if (noted.cameToNothing === undefined) this.repeat(noted.change)
    else this.touch()
    this.given = null
    this.isOfRun = false
    this.isNoting = true
    this.changes = noted.revision
    this.keep(noted)
  }

  /** How the panels of the window lie; null: nobody has said. */
  get layout(): PanelLayout | null {
    return this.panels
  }

  /** It is saved with the project, which is not unsaved for it. */
  setLayout(layout: PanelLayout): void {
    this.panels = layout
    this.versions++
  }

  get dirty(): boolean {
    return !this.mark.isSaved(this.changes, this.state)
  }

  private get state(): Parameters<SavedMark['note']>[1] {
    return { edit: this.done.at(-1)?.revision ?? this.lastBefore, touched: this.touched }
  }

  /** An ordinal, another one for each change, whatever was gone back to: while it stays, what would be saved stays. */
  get revision(): number {
    return this.changes
  }

  /** An ordinal that counts what changes of it in any way: while it stays, so does all that is shown of the project. */
  get version(): number {
    return this.versions
  }

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  /** How many edits were before those that can be taken back. */
  get forgotten(): number {
    return this.before
  }

  /** Effects on the clip. @param finishedOnly only those that the GPU has rendered */
  stack(finishedOnly: boolean): string[] {
    return this.clip.filter((entry) => entry.finished || !finishedOnly).map((entry) => entry.effect)
  }

  /**
   * An edit was carried out. A second press of an effect that is on the clip already changes nothing to take back, but where
   * nothing of it lay on its track.
   */
  record(edit: Edit): void {
    if (edit.kind === 'apply' && this.placeOf(edit.effect) >= 0 && !pressMade(edit)) return
    this.note({ kind: 'record', with: [edit] }, () => {
      if (edit.kind === 'apply') this.put(edit.effect)
      if (edit.kind === 'timeline' && edit.off !== undefined) this.takeOff(edit.off.effect)
      const one = this.undone.length === 0 ? asOne(this.done.at(-1)?.edit, edit) : null
      if (one !== null) this.done.pop()
      this.change((revision) => {
        if (one !== null && isNothingSet(one)) return
        const recordedBy = this.isOfRun ? undefined : this.notedByHand.length
        this.done.push({ edit: slim(one ?? edit), recordedBy, revision })
      })
      this.undone.length = 0
      if (this.done.length > MOST_UNDO) this.forgetFirst()
    })
  }

  /** Something that is saved with the project, but not undone, changed. */
  touch(): void {
    this.note({ kind: 'touch', with: [] }, () => {
      this.change((revision) => {
        this.touched = revision
      })
    })
  }

  /** What would be saved has become whole only now, of what was changed before: it gets a revision, and no other state. */
  renew(): void {
    this.note({ kind: 'renew', with: [] }, () => this.change(() => {}))
  }

  /** @param revision that the file has now; what was changed after it is still unsaved */
  saved(revision = this.changes): void {
    this.mark.save(revision)
    this.versions++
  }

  /** Puts an effect on the clip without an undo step, at its end or at `place`. @returns false when it is there already */
  put(effect: string, place = this.clip.length): boolean {
    if (this.placeOf(effect) >= 0) return false
    this.note({ kind: 'put', with: [effect, place] }, () => {
      this.clip.splice(place, 0, { effect, finished: false })
      this.versions++
    })
    return true
  }

  /** Index of an effect on the clip, -1: it is not on it. */
  placeOf(effect: string): number {
    return this.clip.findIndex((entry) => entry.effect === effect)
  }

  finished(effect: string): void {
    const entry = this.clip[this.placeOf(effect)]
    if (entry === undefined || entry.finished) return
    this.note({ kind: 'finished', with: [effect] }, () => {
      entry.finished = true
      this.versions++
    })
  }

  /** The simulation starts anew: nothing on the clip has been rendered yet. */
  forgetFinished(): void {
    this.note({ kind: 'forgetFinished', with: [] }, () => {
      for (const entry of this.clip) entry.finished = false
      this.versions++
    })
  }

  /** A scenario starts from its first step: the effects on the clip, and what could be undone, were the run's before. */
  forgetEdits(): void {
    this.lastBefore = this.state.edit
    this.done.length = 0
    this.undone.length = 0
    this.addedBefore.clear()
    this.changedBefore.length = 0
    this.before = 0
    this.clip = []
    this.versions++
  }

  takeOff(effect: string): void {
    this.note({ kind: 'takeOff', with: [effect] }, () => {
      this.clip = this.clip.filter((entry) => entry.effect !== effect)
      this.versions++
    })
  }

  /** Effects that were added and are still there, as far as no restart of a scenario has taken them over. */
  addedEffects(): EffectSpec[] {
    const added = new Map(this.addedBefore)
    for (const { edit } of this.done) applyTo(added, edit)
    return [...added.values()]
  }

  /** What edits have changed of the timeline and was not taken back, in order, as far as no restart has taken it over. */
  changesOfTimeline(): HandChange[] {
    return [...this.changedBefore, ...this.done.flatMap(({ edit }) => changeOf(edit) ?? [])]
  }

  /** The edit that undo takes back, or that redo carries out again; null when there is none. */
  nextEdit(way: 'undo' | 'redo'): Edit | null {
    return (way === 'undo' ? this.done : this.undone).at(-1)?.edit ?? null
  }

  /**
   * `nextEdit` was taken back or carried out: it moves to the other side.
   * @param as what it is from now on, where what it took away had changed since without an edit [as it was]
   */
  travelled(way: 'undo' | 'redo', as?: Edit): void {
    const [from, to] = way === 'undo' ? [this.done, this.undone] : [this.undone, this.done]
    const recorded = from.at(-1)
    if (recorded === undefined) return
    const make = (): void => {
      this.change(() => {
        from.pop()
        to.push(as === undefined ? recorded : { ...recorded, edit: slim(as) })
      })
    }
    this.note({ kind: 'travelled', with: as === undefined ? [way] : [way, as] }, make, recorded.recordedBy)
  }

  /** What would be saved is another: that gets a revision. */
  private change(make: (revision: number) => void): void {
    const fresh = this.mark.next()
    this.changes = this.given ?? fresh
    make(this.changes)
    this.mark.note(this.changes, this.state)
    this.versions++
  }

  private forgetFirst(): void {
    const first = this.done.shift()
    if (first === undefined) return
    applyTo(this.addedBefore, first.edit)
    const change = changeOf(first.edit)
    if (change !== null) this.changedBefore.push(change)
    this.lastBefore = first.revision
    this.before++
  }

  /** What it leads to is not noted again. */
  private note(change: Change, make: () => void, recordedBy?: number): void {
    const outermost = this.isNoting
    this.isNoting = false
    make()
    this.isNoting = outermost
    if (outermost) this.keep({ at: this.clock(), change, revision: this.changes, isOfRun: this.isOfRun, recordedBy })
  }

  private keep(noted: NotedChange): void {
    this.noted.push(noted)
    if (!noted.isOfRun) this.notedByHand.push(noted)
  }

  private repeat(change: Change): void {
    switch (change.kind) {
      case 'record':
        return this.record(...change.with)
      case 'touch':
        return this.touch()
      case 'renew':
        return this.renew()
      case 'put':
        return void this.put(...change.with)
      case 'finished':
        return this.finished(...change.with)
      case 'forgetFinished':
        return this.forgetFinished()
      case 'takeOff':
        return this.takeOff(...change.with)
      case 'travelled':
        return this.travelled(...change.with)
    }
  }
}
