/**
 * The kinds of edits: what carries each out, for the first time or again, what takes it back, and what the menu calls it.
 * Undo and Redo go by this table alone.
 */
import type { CommandResult, ConstantValues, EffectSpec, TimelineEdit } from '../../../preload/contract'
import { resized } from '../../editor/effect-resources'
import type { Project } from '../../editor/project'
import type { Edit } from '../../editor/project/edit'
import { isNothing, NO_DIFFERENCE, settingOf, type TimelineDifference } from '../../editor/timeline/difference'
import { edited } from '../../editor/timeline/edit'
import type { WatchedSystem } from '../run/watched-system'
import { answerOfPress } from './advice'
import { type NamedIn, parameterName } from './edit-name'
import { clipProblem, effectProblem, nothingToApply } from './effect-problem'
import { relinked } from './relink'
import { also, type CommandOutcome, OK, type Request, refusal } from './row'
import { setting, settingProblem } from './settings'

type EditKind = Edit['kind']
type EditOf<K extends EditKind> = Extract<Edit, { kind: K }>

interface EditRow<K extends EditKind> {
  /** what carries it out */
  readonly doing: (edit: EditOf<K>, system: WatchedSystem) => Request | CommandResult
  /** why it cannot be done again; null: nothing is in the way */
  readonly notAgain?: (edit: EditOf<K>, system: WatchedSystem) => string | null
  /** it was done again: what stands on the clip then */
  readonly doneAgain?: (edit: EditOf<K>, project: Project) => void
  /** what takes it back; null: nothing of it is in the system */
  readonly undoing: (edit: EditOf<K>, system: WatchedSystem) => Request | CommandResult | null
  /** it was taken back: what stands on the clip then */
  readonly undone?: (edit: EditOf<K>, project: Project) => void
  /** what the menu calls it: "Blur radius" */
  readonly name: (edit: EditOf<K>, world: NamedIn) => string
}

const EDITS: { readonly [K in EditKind]: EditRow<K> } = {
  apply: {
    doing: (edit, system) =>
      system.world.editor.effect(edit.effect) === undefined
        ? nothingToApply(edit.effect)
        : {
            action: { verb: 'apply', value: edit.effect },
            failed: `"${edit.effect}" was not applied`,
            answer: answerOfPress(edit.effect, system.world),
            next: ({ ok }) => (ok ? asPressed(edit, system) : null),
          },
    doneAgain: ({ effect }, project) => project.put(effect),
    // where it was beside the press it stays; so it does where it could not be created again
    undoing: ({ effect, wasThere }, system) =>
      system.world.editor.effect(effect) === undefined || wasThere ? null : onTimeline(nowhere(effect, system)),
    undone: ({ effect, stays }, project) => {
      if (stays === undefined) project.takeOff(effect)
    },
    name: ({ effect }) => `Apply ${effect}`,
  },
  add: {
    // the project may have another size by now
    doing: ({ effect, format, placed }, system) =>
      add(resized(effect, format, system.world.editor.format) ?? effect, system, placed),
    undoing: ({ effect, placed }, system) => {
      const request = remove(effect, system)
      const { before = NO_DIFFERENCE } = placed ?? {}
      if (isNothing(before) || 'ok' in request) return request
      // what it had been put over is whole again
      const whole = (): Request => ({ ...onTimeline(settingNow(before, system)), answer: () => OK })
      return { ...request, next: ({ ok }) => (ok ? whole() : null) }
    },
    name: ({ effect: { name, clip } }) => `${clip === undefined ? 'Add' : 'Import'} ${name}`,
  },
  remove: {
    doing: ({ effect }, system) => remove(effect, system),
    undoing: (edit, system) => {
      const { effect, format, timeline } = edit
      // it would come back without what of the timeline belonged to it
      const problem = overlap(timeline, system)
      if (problem !== null) return refusal(`"${effect.name}" was not brought back: ${problem}.`)
      const request = add(resized(effect, format, system.world.editor.format) ?? effect, system)
      return 'ok' in request ? request : { ...request, next: ({ ok }) => (ok ? backInList(edit, system) : null) }
    },
    name: ({ effect }) => `Remove ${effect.name}`,
  },
  constants: {
    doing: ({ effect, after }, system) => withConstants(effect, after, system),
    undoing: ({ effect, before }, system) => withConstants(effect, before, system),
    name: ({ effect, after }, world) => parameterName(effect, Object.keys(after), world),
  },
  setting: {
    doing: ({ after, saved }, system) => setting(after, saved === undefined ? undefined : after, system),
    notAgain: ({ name, after }, system) => {
      const problem = settingProblem(after, system)
      return problem === null ? null : `“${name}” was not done again: ${problem}`
    },
    undoing: ({ name, before, saved }, system) => {
      // a step may have set what does not go with it
      const problem = settingProblem(before, system)
      return problem === null ? setting(before, saved, system) : refusal(`“${name}” was not taken back: ${problem}`)
    },
    name: ({ name }) => name,
  },
  relink: {
    doing: ({ clip, after }, system) => relinked(clip, after, system),
    undoing: ({ clip, before }, system) => relinked(clip, before, system),
    name: ({ clip }) => `Relink ${clip}`,
  },
  timeline: {
    doing: ({ change, after }, system) => onTimeline(change ?? settingNow(after, system)),
    notAgain: ({ name, change, after }, system) => {
      const made = system.world.timeline.preview(change ?? settingNow(after, system))
      return 'problem' in made ? `"${name}" was not done again: ${made.problem}.` : null
    },
    doneAgain: ({ off }, project) => {
      if (off !== undefined) project.takeOff(off.effect)
    },
    undoing: ({ name, before, off }, system) => {
      // what is played may have changed the timeline since
      const back = settingNow(before, system, off?.effect)
      const made = system.world.timeline.preview(back)
      if ('problem' in made) return refusal(`"${name}" was not taken back: ${made.problem}.`)
      return onTimeline(back)
    },
    undone: ({ off }, project) => {
      if (off === undefined) return
      project.put(off.effect, off.place)
      project.finished(off.effect)
    },
    name: ({ name }) => name,
  },
}

function rowOf<K extends EditKind>(kind: K): EditRow<K> {
  return EDITS[kind]
}

/** What the menu calls what Undo takes back, and Redo does again. @returns null: there is nothing */
export function editName(edit: Edit | null, world: NamedIn): string | null {
  return edit === null ? null : rowOf(edit.kind).name(edit, world)
}

/** What carries an edit of the user's out, which then can be taken back. */
export function carryOut(edit: Edit, system: WatchedSystem): Request | CommandResult {
  return also(rowOf(edit.kind).doing(edit, system), () => system.project.record(edit))
}

/** An edit that cannot be taken back, or carried out again, stays where it is: it can be tried later. */
export function travel(way: 'undo' | 'redo', system: WatchedSystem): Request | CommandResult {
  const { project } = system
  const edit = project.nextEdit(way)
  if (edit === null) return refusal(`There is nothing to ${way}.`)
  const row = rowOf(edit.kind)
  const problem = way === 'redo' ? (row.notAgain?.(edit, system) ?? null) : null
  if (problem !== null) return refusal(problem)
  const request = way === 'redo' ? row.doing(edit, system) : row.undoing(edit, system)
  const gone = asItGoes(edit, way, system)
  const done = (): void => {
    if (way === 'redo') row.doneAgain?.(edit, project)
    else row.undone?.(edit, project)
    project.travelled(way, gone)
  }
  if (request !== null) return also(request, done)
  done()
  return OK
}

/** What was set of an effect without an edit, as its priorities are, comes back with it. @returns undefined: it is as it was */
function asItGoes(edit: Edit, way: 'undo' | 'redo', { world }: WatchedSystem): Edit | undefined {
  const goes = (edit.kind === 'add' && way === 'undo') || (edit.kind === 'remove' && way === 'redo')
  if (!goes || edit.effect.clip !== undefined) return undefined
  const now = specOf(edit.effect.name, world)
  return now === undefined || now === edit.effect ? undefined : { ...edit, effect: now, format: world.editor.format }
}

/** An effect or a clip as the user has it, also one that could not be created; undefined: there is none. */
export function specOf(name: string, { editor }: WatchedSystem['world']): EffectSpec | undefined {
  return editor.effect(name)?.spec ?? editor.unmade.find(({ spec }) => spec.name === name)?.spec
}

/** It stands where it stood, as far as what came after it is still there. */
function backInList(edit: Extract<Edit, { kind: 'remove' }>, system: WatchedSystem): Request | null {
  const { effect, place, timeline, next } = edit
  const { editor } = system.world
  const onClip = backOnClip(effect, place, timeline, system)
  if (next === undefined || editor.effect(effect.name) === undefined || editor.effect(next) === undefined) return onClip
  const change = { edit: 'list', name: effect.name, before: next } as const
  return { action: { verb: 'timeline', value: change }, answer: () => OK, next: () => onClip }
}

/** It was on the clip: its new resources have to be rendered with. It was on the timeline: it is there again. */
function backOnClip(
  { name }: EffectSpec,
  place: number,
  timeline: TimelineDifference,
  system: WatchedSystem,
): Request | null {
  const { world, project } = system
  // an unmade one may not have come back
  if (world.editor.effect(name) === undefined) return null
  const there = isNothing(timeline)
    ? null
    : { ...onTimeline(settingOf(timeline, world.timeline.spec)), answer: () => OK }
  if (place < 0) return there
  return {
    action: { verb: 'apply', value: name },
    done: () => project.put(name, place),
    answer: () => OK,
    next: () => there,
  }
}

/** Why an edit cannot be even when all that it names is there; null: it can. */
function overlap(timeline: TimelineDifference, { world }: WatchedSystem): string | null {
  const { spec } = world.timeline
  const made = edited(spec, settingOf(timeline, spec), { footage: () => undefined, applied: [] })
  return 'problem' in made ? made.problem : null
}

function onTimeline(change: TimelineEdit): Request {
  return { action: { verb: 'timeline', value: change }, failed: 'The timeline was not changed' }
}

function withConstants(
  effect: string,
  constants: ConstantValues,
  { world, handChanges }: WatchedSystem,
): Request | CommandResult {
  if (world.editor.effect(effect) === undefined)
    return refusal(`There is no effect "${effect}" of which constants could be set.`)
  const action = { verb: 'setConstants', value: { effect, constants } } as const
  return { action, failed: `${effect} was not changed`, done: () => handChanges.keep(action) }
}

/** Nothing of it lies on the timeline; others stay as they are, also those that are everywhere. */
function nowhere(effect: string, { world }: WatchedSystem): TimelineEdit {
  const { effects } = world.timeline.spec
  const lane = { effect, enabled: true, spans: [] }
  const isThere = effects.some((one) => one.effect === effect)
  const others = effects.map((one) => (one.effect === effect ? { ...one, spans: [] } : one))
  return { edit: 'set', effects: isThere ? others : [...effects, lane] }
}

/** Its track is what it was after the press: where the press was taken back it has one without spans. */
function asPressed({ effect, lane }: Extract<Edit, { kind: 'apply' }>, system: WatchedSystem): Request | null {
  const { effects } = system.world.timeline.spec
  const now = effects.find((one) => one.effect === effect)
  if (now === undefined || now.spans.length > 0) return null
  const change: TimelineEdit =
    lane === null
      ? { edit: 'set', effects: effects.filter((one) => one !== now) }
      : { edit: 'set', effects: effects.map((one) => (one === now ? lane : one)) }
  return { ...onTimeline(change), answer: () => OK }
}

/**
 * What was drawn once and has no track would be everywhere: where it is not on the clip it keeps one on which nothing lies.
 * @param back is put on the clip again
 */
function settingNow(change: TimelineDifference, { world, project }: WatchedSystem, back?: string): TimelineEdit {
  return settingOf(
    change,
    world.timeline.spec,
    (effect) => effect !== back && project.placeOf(effect) < 0 && world.editor.effect(effect)?.applied === true,
  )
}

function add(
  effect: EffectSpec,
  system: WatchedSystem,
  placed?: Extract<Edit, { kind: 'add' }>['placed'],
): Request | CommandResult {
  const { world, scenario } = system
  const { clip, name } = effect
  const problem = clip === undefined ? effectProblem(effect, world, scenario.system) : clipProblem(clip, world)
  if (problem !== null) return refusal(problem)
  return clip === undefined
    ? { action: { verb: 'addEffect', value: effect }, failed: `"${name}" was not added`, answer: withReason }
    : {
        action: { verb: 'importClip', value: clip },
        failed: `"${name}" was not imported`,
        answer: withReason,
        ...(placed === undefined
          ? {}
          : { next: ({ ok }) => (ok ? onTimeline(placed.insert ?? settingNow(placed.after, system)) : null) }),
      }
}

/** Told apart from true exhaustion (DF-03). */
function withReason({ result, because }: CommandOutcome): CommandResult {
  return result.ok || because === null ? result : { ...result, message: `${result.message}. ${because}.` }
}

function remove({ name, clip }: EffectSpec, { world, project }: WatchedSystem): Request | CommandResult {
  const state = world.editor.effect(name)
  // it could not be created: there is nothing of it but what is saved, and what a new device would get
  const isUnmade = state === undefined && world.editor.unmade.some(({ spec }) => spec.name === name)
  if (state === undefined && !isUnmade) return refusal(`There is no effect "${name}" to remove.`)
  if (state !== undefined && world.editor.isBeingMoved(state))
    return refusal(`"${name}" is being moved by a defragmentation pass. Remove it when the pass has ended (DF-14).`)
  return {
    action: { verb: clip === undefined ? 'removeEffect' : 'removeClip', value: name },
    done: () => project.takeOff(name),
  }
}
