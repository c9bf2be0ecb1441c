/** What a person, not a step of the scenario, has set: Save writes it, and Restart begins with it. */
import type { ConstantValues, MediaFile, PolicyChoice, TimelineSpec } from '../../../preload/contract'
import { FIRST_TIMELINE } from '../../editor/timeline/timeline'
import type { SystemStep } from '../scenario'
import type { Action } from '../verbs/action'
import { withoutUndefined } from '../without-undefined'

export class HandChanges {
  /** bytes; null: the file's own */
  budget: number | null = null
  policy: PolicyChoice | null = null
  /** what is left out is the file's own */
  settings: SystemStep = {}
  /** by effect: its constants that were set, as they were set last */
  readonly constants = new Map<string, ConstantValues>()
  /** by clip that was given another file: which; null: the sample footage */
  readonly relinked = new Map<string, MediaFile | null>()
  /** as it lay after the last edit, with the tracks that a step took away with their effects; null: the file's own */
  timeline: TimelineSpec | null = null
  /** what was set, in order, each at its moment of simulated time (µs); of an edit of the timeline, what is kept of it */
  readonly history: { readonly at: number; readonly action: Action; readonly timeline?: TimelineSpec | null }[] = []

  /** @param now simulated time, µs */
  constructor(private readonly now: () => number = () => 0) {}

  /** As it was when no more than this was set. */
  static asOf(history: HandChanges['history'], now: () => number): HandChanges {
    const made = new HandChanges(now)
    for (const noted of history) {
      made.history.push(noted)
      made.take(noted)
    }
    return made
  }

  /** A setting was carried out. */
  keep(action: Action): void {
    this.note(action)
  }

  /**
   * The timeline was edited. Tracks that were kept stay where a step has removed their effects since: no edit can name them.
   * @param now what lies on it; null: nobody has changed it, or all was taken back
   * @param isThere whether the app has an effect
   * @param without effects whose tracks the edit takes away, also where they were gone
   */
  keepTimeline(
    action: Action,
    now: TimelineSpec | null,
    isThere: (effect: string) => boolean,
    without: ReadonlySet<string>,
  ): void {
    const on = new Set(now?.effects.map(({ effect }) => effect))
    const kept = this.timeline?.effects ?? []
    const gone = kept.filter(({ effect }) => !on.has(effect) && !isThere(effect) && !without.has(effect))
    const lanes = gone.reduce((made, lane) => made.toSpliced(kept.indexOf(lane), 0, lane), now?.effects ?? [])
    // the clips of one that is as it began are those that it began with
    const clips = now?.clips ?? FIRST_TIMELINE.clips
    this.note(action, gone.length === 0 ? now : { clips, effects: lanes })
  }

  private note(action: Action, timeline?: TimelineSpec | null): void {
    // not the action itself: what its calls returned is known for as long as that is there
    const noted = { at: this.now(), action: { ...action }, ...(timeline === undefined ? {} : { timeline }) }
    this.history.push(noted)
    this.take(noted)
  }

  private take({ action, timeline }: HandChanges['history'][number]): void {
    if (timeline !== undefined) this.timeline = timeline
    switch (action.verb) {
      case 'budget':
        this.budget = action.value
        break
      case 'policy':
        this.policy = action.value
        break
      case 'system':
        this.settings = merged(this.settings, action.value)
        break
      case 'setConstants': {
        const { effect, constants } = action.value
        this.constants.set(effect, { ...this.constants.get(effect), ...constants })
        break
      }
      case 'relinkClip':
        this.relinked.set(action.value.clip, action.value.file)
        break
      case 'removeEffect':
      case 'removeClip':
        if (this.timeline !== null) this.timeline = withoutOwn(this.timeline, action.value)
        break
    }
  }
}

/** What a person removes, and not a step, takes what lies of it on the timeline along. */
function withoutOwn({ clips, effects }: TimelineSpec, name: string): TimelineSpec {
  return {
    clips: clips.filter(({ media }) => media !== name),
    effects: effects.filter(({ effect }) => effect !== name),
  }
}

/** Groups of settings field by field. */
function merged(before: SystemStep, settings: SystemStep): SystemStep {
  const result: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(settings))
    result[name] =
      typeof value === 'object' ? { ...(result[name] as object | undefined), ...withoutUndefined(value) } : value
  return result
}
