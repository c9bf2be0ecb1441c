/** What the user makes and can take back: effects and clips of the project, and effects on the clip. */
import type { CommandResult, EffectLane, EffectSpec, TimelineEdit, TimelineSpec } from '../../../preload/contract'
import type { Edit } from '../../editor/project/edit'
import { difference, isNothing } from '../../editor/timeline/difference'
import type { WatchedSystem } from '../run/watched-system'
import { answerOfPress } from './advice'
import { specOf } from './edit-kinds'
import { changeName } from './edit-name'
import { nothingToApply } from './effect-problem'
import { type CommandOf, type Kind, OK, type Request, type Row, refusal } from './row'

/** Where an imported clip is put: on a video track, at a moment in µs [at its end]. */
interface ClipPlace {
  readonly track: number
  readonly at: number | undefined
}

/**
 * A command that is an edit of the user's, remembered for undo: how it is carried out and taken back, its kind of edit says.
 * @param edit what it is; a request where it is none; a result where it cannot be
 */
export function edits<K extends Kind>(
  edit: (command: CommandOf<K>, system: WatchedSystem) => Edit | Request | CommandResult,
): Row<K> {
  return { saved: false, menu: null, whileBusy: false, ask: (command, { system }) => edit(command, system) }
}

/** Media are used on the GPU, but are no effect on the clip. */
export function application(effect: string, system: WatchedSystem): Edit | Request | CommandResult {
  const { world } = system
  const state = world.editor.effect(effect)
  if (state === undefined) return nothingToApply(effect)
  if (state.spec.clip === undefined) return press(effect, system)
  return {
    action: { verb: 'apply', value: effect },
    failed: `"${effect}" was not used`,
    answer: answerOfPress(effect, world),
  }
}

/** What was taken off the timeline and is pressed again is everywhere. */
function press(effect: string, { world: { timeline }, project }: WatchedSystem): Edit {
  const laneIn = ({ effects }: TimelineSpec): EffectLane | null => effects.find((one) => one.effect === effect) ?? null
  const lane = laneIn(timeline.spec)
  if (lane?.spans.length !== 0) return { kind: 'apply', effect, lane, wasThere: lane !== null }
  const made = timeline.preview({ edit: 'addSpan', effect, start: 0 })
  const stays = project.placeOf(effect) < 0 ? {} : { stays: true as const }
  return { kind: 'apply', effect, lane: 'value' in made ? laneIn(made.value) : lane, wasThere: false, ...stays }
}

/**
 * A new effect, in the sizes of the project as it is.
 * @param place on the timeline, where a clip is put
 * @returns a refusal where the timeline cannot have it there: it would be among the media, and the answer that it failed
 */
export function addition(effect: EffectSpec, { world }: WatchedSystem, place?: ClipPlace): Edit | CommandResult {
  const add = { kind: 'add', effect, format: world.editor.format } as const
  if (place === undefined) return add
  const insert = insertion(effect.name, place)
  const { spec } = world.timeline
  const made = world.timeline.preview(insert, effect.clip)
  if ('problem' in made) return refusal(`"${effect.name}" was not imported: ${made.problem}.`)
  const before = difference(without(made.value, effect.name), spec)
  return { ...add, placed: { insert, after: difference(spec, made.value), before } }
}

function insertion(media: string, { track, at }: ClipPlace): TimelineEdit {
  return { edit: 'insert', media, track, ...(at === undefined ? {} : { at }) }
}

/** @returns the removal of an effect or a clip, also of one that could not be created; a refusal where there is none */
export function removal(name: string, { world, project }: WatchedSystem): Edit | CommandResult {
  const { editor } = world
  const effect = specOf(name, world)
  if (effect === undefined) return refusal(`There is no effect "${name}" to remove.`)
  const { spec } = world.timeline
  const timeline = difference(without(spec, name), spec)
  const names = editor.effects.map((one) => one.spec.name)
  const next = names.includes(name) ? names[names.indexOf(name) + 1] : undefined
  return { kind: 'remove', effect, format: editor.format, place: project.placeOf(name), timeline, next }
}

/** @returns a refusal where the timeline cannot have it */
export function timelineEdit(change: TimelineEdit, system: WatchedSystem): Edit | Request | CommandResult {
  const { world, project } = system
  // caches are no part of the project
  if (change.edit === 'render' || change.edit === 'dropRenders')
    return { action: { verb: 'timeline', value: change }, failed: 'The span was not rendered' }
  // Undo asks for it, beside what it takes back
  if (change.edit === 'list')
    return {
      action: { verb: 'timeline', value: change },
      failed: 'The order was not changed',
      done: () => project.touch(),
    }
  const { timeline } = world
  const made = timeline.preview(change)
  if ('problem' in made) return refusal(`The timeline was not changed: ${made.problem}.`)
  const [before, after] = [difference(made.value, timeline.spec), difference(timeline.spec, made.value)]
  const gone = takenOff(change, timeline.spec, made.value)
  const place = gone === undefined ? -1 : project.placeOf(gone)
  const off = gone !== undefined && place >= 0 ? { effect: gone, place } : undefined
  // put back where it was: nothing that Undo could take back; what was dragged is shown where it lies
  if (isNothing(before) && isNothing(after) && off === undefined) {
    system.log.changes.leftAsItWas()
    return OK
  }
  const beside = ranged(change, timeline.spec, made.value)
  return {
    kind: 'timeline',
    name: changeName(change, world),
    change,
    before,
    after,
    ...(off === undefined ? {} : { off }),
    ...(beside.length === 0 ? {} : { beside }),
  }
}

/** Effects that have tracks now and are not what the edit is about: those that were everywhere have their places there. */
function ranged(change: TimelineEdit, before: TimelineSpec, { effects }: TimelineSpec): string[] {
  // it says of each track how it shall be
  if (change.edit === 'set') return []
  const had = new Set(before.effects.map(({ effect }) => effect))
  const isAsked = ({ effect, spans }: EffectLane): boolean => {
    if ('effect' in change) return effect === change.effect
    return 'span' in change && spans.some(({ id }) => id === change.span)
  }
  return effects.flatMap((lane) => (had.has(lane.effect) || isAsked(lane) ? [] : [lane.effect]))
}

/** The effect that is nowhere on the timeline any more: without its last span, too; undefined: none. */
function takenOff(change: TimelineEdit, before: TimelineSpec, after: TimelineSpec): string | undefined {
  if (change.edit === 'takeOff') return change.effect
  if (change.edit !== 'removeSpan') return undefined
  const hadNone = new Set(before.effects.flatMap(({ effect, spans }) => (spans.length === 0 ? [effect] : [])))
  return after.effects.find(({ effect, spans }) => spans.length === 0 && !hadNone.has(effect))?.effect
}

/** @returns null when it is an effect with such constants */
export function parameterEdit(
  { effect, constants, gesture }: CommandOf<'setConstants'>,
  { world }: WatchedSystem,
): Edit | CommandResult {
  const state = world.editor.effect(effect)
  if (state === undefined || state.spec.clip !== undefined)
    return refusal(`There is no effect "${effect}" of which constants could be set.`)
  const now = world.editor.draws.ownConstantsOf(state)
  const known = Object.keys(constants).filter((name) => Object.hasOwn(now, name))
  const before = Object.fromEntries(known.map((name) => [name, [...(now[name] as number[])]]))
  return { kind: 'constants', effect, before, after: constants, ...(gesture === undefined ? {} : { gesture }) }
}

/** Of what is on the timeline nothing belongs to it. */
function without({ clips, effects }: TimelineSpec, name: string): TimelineSpec {
  const others = effects.filter(({ effect }) => effect !== name)
  return {
    clips: clips.filter(({ media }) => media !== name),
    effects: others.length === effects.length ? effects : others,
  }
}
