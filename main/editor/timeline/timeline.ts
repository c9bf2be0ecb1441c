/** The timeline of the project as the app has it: what lies on it, and what is to be seen and done at a moment. Times in µs. */
import { CLIP_LENGTH } from '../../../preload/contract/names'
import type {
  ClipSpec,
  ConstantValues,
  EffectSpec,
  TimelineClip,
  TimelineEdit,
  TimelineSpec,
} from '../../../preload/contract/specs'
import type { EffectState } from '../editor-options'
import { clipAt, clipsIn, endOf, nextClip } from './clips'
import { isSamePart } from './difference'
import { edited } from './edit'
import { valuesAt } from './keyframes'
import { spanAt, spansIn } from './lanes'
import { type MadeOrProblem, problem } from './made'

/** What a project begins with that does not say: the sample footage alone. */
export const FIRST_TIMELINE: TimelineSpec = {
  clips: [{ id: 'Harbour at dusk', track: 1, start: 0, length: CLIP_LENGTH, offset: 0 }],
  effects: [],
}

/** What the timeline asks of the app that it belongs to. */
export interface TimelinePort {
  effect(name: string): EffectState | undefined
  /** in declared order */
  readonly effects: readonly EffectState[]
  /** what could not be created is of the project all the same */
  readonly unmade: readonly { readonly spec: EffectSpec }[]
}

/** An effect at a moment. */
interface Drawn {
  readonly effect: EffectState
  /** what its keyframes say then; {}: nothing */
  readonly values: ConstantValues
}

export class Timeline {
  private current: TimelineSpec
  /** what has lain on it, of clips and of spans: nothing else is ever called so */
  private readonly used = new Set<string>()

  constructor(
    private readonly port: TimelinePort,
    private readonly first: TimelineSpec = FIRST_TIMELINE,
  ) {
    this.current = first
    this.noteIds(first)
  }

  /** What lies on it now: another object after every change. */
  get spec(): TimelineSpec {
    return this.current
  }

  /** Nobody has changed it, or all was taken back: it needs not be saved. */
  get isUntouched(): boolean {
    return this.current === FIRST_TIMELINE
  }

  /** µs */
  get length(): number {
    return endOf(this.current.clips)
  }

  /**
   * What the edit would make of it, or why it cannot be: nothing is changed.
   * @param importing a clip that will be among the media by then
   */
  preview(edit: TimelineEdit, importing?: ClipSpec): MadeOrProblem<TimelineSpec> {
    if ('effect' in edit) {
      const spec = this.port.effect(edit.effect)?.spec
      if (spec === undefined || spec.clip !== undefined) return problem(`there is no effect "${edit.effect}"`)
    }
    if (edit.edit === 'set') {
      const missing = this.missing(edit)
      if (missing !== null) return problem(missing)
    }
    const footage = (media: string | undefined): number | undefined => {
      if (media === undefined) return CLIP_LENGTH
      const clip = media === importing?.name ? importing : this.port.effect(media)?.spec.clip
      return clip === undefined ? undefined : (clip.length ?? CLIP_LENGTH)
    }
    const applied = this.everywhere().map(({ spec }) => spec.name)
    return edited(this.current, edit, { footage, applied, used: this.used })
  }

  /** @returns why it was not carried out; null: it was */
  edit(edit: TimelineEdit): string | null {
    const made = this.preview(edit)
    if ('problem' in made) return made.problem
    this.becomes(made.value)
    return null
  }

  /** As it began it is the same again. */
  private becomes(next: TimelineSpec): void {
    this.noteIds(next)
    this.current = isSameTimeline(next, this.first) ? this.first : next
  }

  private noteIds({ clips, effects }: TimelineSpec): void {
    for (const { id } of clips) this.used.add(id)
    for (const { spans } of effects) for (const { id } of spans) this.used.add(id)
  }

  /** An effect or a clip is gone, and what of the timeline belonged to it. */
  forget(name: string): void {
    const { clips, effects } = this.current
    if (clips.some(({ media }) => media === name))
      this.becomes({ ...this.current, clips: clips.filter(({ media }) => media !== name) })
    if (effects.some(({ effect }) => effect === name))
      this.becomes({ ...this.current, effects: effects.filter(({ effect }) => effect !== name) })
  }

  /** The clip that is seen at a moment; undefined: none. @param moment µs on the timeline */
  clipAt(moment: number): TimelineClip | undefined {
    return clipAt(this.current.clips, moment)
  }

  /** The clip that comes next, at most `within` µs later; undefined: none. @param moment µs on the timeline */
  nextClip(moment: number, within: number): TimelineClip | undefined {
    return nextClip(this.current.clips, moment, within)
  }

  /**
   * Effects that work at a moment, in order: by their tracks, then those without a track that were applied, as declared.
   * Elsewhere they cost nothing.
   * @param moment µs on the timeline
   */
  effectsAt(moment: number): Drawn[] {
    const { effects } = this.port
    // as files mean it that say nothing of a timeline: what was used of media as well
    if (this.isUntouched)
      return effects.filter(({ applied }) => applied).map((effect): Drawn => ({ effect, values: NONE }))
    const drawn: Drawn[] = []
    for (const lane of this.current.effects) {
      const span = spanAt(lane, moment)
      const effect = span === undefined ? undefined : this.port.effect(lane.effect)
      if (span !== undefined && effect !== undefined)
        drawn.push({ effect, values: valuesAt(span, moment - span.start) })
    }
    for (const effect of this.everywhere()) drawn.push({ effect, values: NONE })
    return drawn
  }

  /**
   * What decides what is seen from a moment up to another: the clips, spans and descriptions of effects themselves, which
   * are other objects after each change. The same ones: the same is seen.
   * @param from µs on the timeline
   * @param until µs on the timeline
   */
  sourcesOf(from: number, until: number): readonly unknown[] {
    const { clips, effects } = this.current
    const sources: unknown[] = [this.isUntouched]
    sources.push(...clipsIn(clips, from, until))
    for (const lane of effects) {
      const spans = spansIn(lane, from, until)
      if (spans.length > 0) sources.push(...spans, this.port.effect(lane.effect)?.spec)
    }
    const lanes = new Set(effects.map(({ effect }) => effect))
    for (const effect of this.port.effects)
      if (effect.applied && !lanes.has(effect.spec.name)) sources.push(effect.spec)
    return sources
  }

  /**
   * The same effects work with the same values from a moment up to another.
   * @param from µs on the timeline
   * @param until µs on the timeline
   */
  isSteady(from: number, until: number): boolean {
    return this.current.effects.every((lane) =>
      spansIn(lane, from, until).every(
        ({ start, length, keyframes }) =>
          keyframes === undefined && start <= from && (length === undefined || start + length >= until),
      ),
    )
  }

  /** What the edit names that is neither there nor on the timeline, in words; null: nothing. */
  private missing({ clips = [], effects = [] }: Extract<TimelineEdit, { edit: 'set' }>): string | null {
    const { effects: made, unmade } = this.port
    const all = [...made, ...unmade].map(({ spec }) => spec)
    const media = new Set([
      ...all.filter(({ clip }) => clip !== undefined).map(({ name }) => name),
      ...this.current.clips.map((clip) => clip.media),
    ])
    const drawing = new Set([
      ...all.filter(({ clip }) => clip === undefined).map(({ name }) => name),
      ...this.current.effects.map(({ effect }) => effect),
    ])
    const clip = clips.find((one) => one.media !== undefined && !media.has(one.media))
    if (clip !== undefined) return `there is no clip "${clip.media}" among the media`
    const lane = effects.find(({ effect }) => !drawing.has(effect))
    return lane === undefined ? null : `there is no effect "${lane.effect}"`
  }

  /** Applied and without a track, in the order in which they work. */
  private everywhere(): EffectState[] {
    const lanes = new Set(this.current.effects.map(({ effect }) => effect))
    return this.port.effects.filter((effect) => isApplied(effect) && !lanes.has(effect.spec.name))
  }
}

/** The same lies on both, in the same order. */
export function isSameTimeline(a: TimelineSpec, b: TimelineSpec): boolean {
  if (a === b) return true
  if (a.clips.length !== b.clips.length || a.effects.length !== b.effects.length) return false
  return a.clips.every((clip, place) => isSameClip(clip, b.clips[place])) && isSamePart(a.effects, b.effects)
}

function isSameClip(a: TimelineClip, b: TimelineClip | undefined): boolean {
  const isThere = b !== undefined && a.id === b.id && a.media === b.media && a.track === b.track
  return isThere && a.start === b.start && a.length === b.length && a.offset === b.offset
}

const NONE: ConstantValues = {}

/** Media are used, but are no effect. */
function isApplied({ spec, applied }: EffectState): boolean {
  return applied && spec.clip === undefined
}
