/** What the user makes and can take back: effects and clips of the project, and effects on the clip. */
import type {
  CommandResult,
  ConstantValues,
  EffectLane,
  EffectSpec,
  TimelineEdit,
  TimelineSpec,
} from '../../../preload/contract'
import { HRESULT } from '../../d3d12/hresult'
import { resized } from '../../editor/effect-resources'
import type { Edit } from '../../editor/project'
import {
  difference,
  isNothing,
  NO_DIFFERENCE,
  settingOf,
  type TimelineDifference,
} from '../../editor/timeline/difference'
import { edited } from '../../editor/timeline/edit'
import type { WatchedSystem } from '../run/watched-system'
import type { ActionVerb } from '../verbs/action'
import { changeName } from './edit-name'
import { clipProblem, effectProblem } from './effect-problem'
import { relinked } from './relink'
import { type CommandOf, type CommandOutcome, type Kind, OK, type Request, type Row, refusal } from './row'

/** Where an imported clip is put: on a video track, at a moment in µs [at its end]. */
interface ClipPlace {
  readonly track: number
  readonly at: number | undefined
}

/**
 * A command that is an edit of the user's, remembered for undo.
 * @param edit what it is; a request where it is none; a result where it cannot be
 */
export function edits<K extends Kind>(
  verb: ActionVerb,
  undo: Exclude<Row<K>['undo'], null>,
  edit: (command: CommandOf<K>, system: WatchedSystem) => Edit | Request | CommandResult,
): Row<K> {
  return {
    verb,
    saved: 'edit',
    undo,
    menu: null,
    whileBusy: false,
    ask: (command, { system }) => {
      const asked = edit(command, system)
      return 'kind' in asked ? done(requestOf(asked, system), () => system.project.record(asked)) : asked
    },
  }
}

/** Media are used on the GPU, but are no effect on the clip. */
export function application(effect: string, { world }: WatchedSystem): Edit | Request | CommandResult {
  const state = world.editor.effect(effect)
  if (state === undefined) return nothingToApply(effect)
  if (state.spec.clip === undefined) return press(effect, world)
  return { action: { verb: 'apply', value: effect }, failed: `"${effect}" was not used` }
}

/** What was taken off the timeline and is pressed again is everywhere. */
function press(effect: string, { timeline }: WatchedSystem['world']): Edit {
  const laneIn = ({ effects }: TimelineSpec): EffectLane | null => effects.find((one) => one.effect === effect) ?? null
  const lane = laneIn(timeline.spec)
  if (lane?.spans.length !== 0) return { kind: 'apply', effect, lane, wasThere: lane !== null }
  const made = timeline.preview({ edit: 'addSpan', effect, start: 0 })
  return { kind: 'apply', effect, lane: 'value' in made ? laneIn(made.value) : lane, wasThere: false }
}

/** A new effect, in the sizes of the project as it is. @param place on the timeline, where a clip is put */
export function addition(effect: EffectSpec, { world }: WatchedSystem, place?: ClipPlace): Edit {
  const add = { kind: 'add', effect, format: world.editor.format } as const
  if (place === undefined) return add
  const insert = insertion(effect.name, place)
  const { spec } = world.timeline
  const made = world.timeline.preview(insert, effect.clip)
  if ('problem' in made) return { ...add, placed: { insert, after: NO_DIFFERENCE, before: NO_DIFFERENCE } }
  const before = difference(without(made.value, effect.name), spec)
  return { ...add, placed: { insert, after: difference(spec, made.value), before } }
}

function insertion(media: string, { track, at }: ClipPlace): TimelineEdit {
  return { edit: 'insert', media, track, ...(at === undefined ? {} : { at }) }
}

/** @returns the removal of an effect or a clip, also of one that could not be created; a refusal where there is none */
export function removal(name: string, { world, project }: WatchedSystem): Edit | CommandResult {
  const { editor } = world
  const effect = editor.effect(name)?.spec ?? editor.unmade.find(({ spec }) => spec.name === name)?.spec
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
  return {
    kind: 'timeline',
    name: changeName(change, world),
    change,
    before,
    after,
    ...(off === undefined ? {} : { off }),
  }
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

/** An edit that cannot be taken back, or carried out again, stays where it is: it can be tried later. */
export function travel(way: 'undo' | 'redo', system: WatchedSystem): Request | CommandResult {
  const { project } = system
  const edit = project.nextEdit(way)
  if (edit === null) return refusal(`There is nothing to ${way}.`)
  if (way === 'redo') {
    if (edit.kind === 'timeline') {
      const made = system.world.timeline.preview(edit.change ?? setting(edit.after, system))
      if ('problem' in made) return refusal(`"${edit.name}" was not done again: ${made.problem}.`)
    }
    return done(requestOf(edit, system), () => {
      if (edit.kind === 'apply') project.put(edit.effect)
      if (edit.kind === 'timeline' && edit.off !== undefined) project.takeOff(edit.off.effect)
      project.travelled(way)
    })
  }
  switch (edit.kind) {
    case 'apply': {
      const off = (): void => {
        project.takeOff(edit.effect)
        project.travelled(way)
      }
      // where it was beside the press it stays
      if (system.world.editor.effect(edit.effect) !== undefined && !edit.wasThere)
        return done(onTimeline(nowhere(edit.effect, system), system), off)
      // as it does where it could not be created again
      off()
      return OK
    }
    case 'timeline': {
      // what is played may have changed the timeline since
      const back = setting(edit.before, system, edit.off?.effect)
      const made = system.world.timeline.preview(back)
      if ('problem' in made) return refusal(`"${edit.name}" was not taken back: ${made.problem}.`)
      return done(onTimeline(back, system), () => {
        if (edit.off !== undefined) {
          project.put(edit.off.effect, edit.off.place)
          project.finished(edit.off.effect)
        }
        project.travelled(way)
      })
    }
    case 'constants':
      return done(withConstants(edit.effect, edit.before, system), () => project.travelled(way))
    case 'relink':
      return done(relinked(edit.clip, edit.before, system), () => project.travelled(way))
    case 'add': {
      const request = done(remove(edit.effect, system), () => project.travelled(way))
      const { before = NO_DIFFERENCE } = edit.placed ?? {}
      if (isNothing(before) || 'ok' in request) return request
      // what it had been put over is whole again
      return {
        ...request,
        next: ({ ok }) => (ok ? { ...onTimeline(setting(before, system), system), answer: () => OK } : null),
      }
    }
    case 'remove': {
      const { effect, timeline } = edit
      // it would come back without what of the timeline belonged to it
      const problem = overlap(timeline, system)
      if (problem !== null) return refusal(`"${effect.name}" was not brought back: ${problem}.`)
      const request = done(requestOf({ kind: 'add', effect, format: edit.format }, system), () =>
        project.travelled(way),
      )
      return 'ok' in request ? request : { ...request, next: ({ ok }) => (ok ? backInList(edit, system) : null) }
    }
  }
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
    : { ...onTimeline(settingOf(timeline, world.timeline.spec), system), answer: () => OK }
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

/** Of what is on the timeline nothing belongs to it. */
function without({ clips, effects }: TimelineSpec, name: string): TimelineSpec {
  const others = effects.filter(({ effect }) => effect !== name)
  return {
    clips: clips.filter(({ media }) => media !== name),
    effects: others.length === effects.length ? effects : others,
  }
}

function onTimeline(change: TimelineEdit, { handChanges }: WatchedSystem): Request {
  const action = { verb: 'timeline', value: change } as const
  return { action, failed: 'The timeline was not changed', done: () => handChanges.keep(action) }
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

function done(request: Request | CommandResult, also: () => void): Request | CommandResult {
  if ('ok' in request) return request
  const before = request.done
  return {
    ...request,
    done: () => {
      before?.()
      also()
    },
  }
}

/** What carries the edit out, for the first time or again. */
function requestOf(edit: Edit, system: WatchedSystem): Request | CommandResult {
  switch (edit.kind) {
    case 'apply':
      if (system.world.editor.effect(edit.effect) === undefined) return nothingToApply(edit.effect)
      return {
        action: { verb: 'apply', value: edit.effect },
        failed: `"${edit.effect}" was not applied`,
        next: ({ ok }) => (ok ? asPressed(edit, system) : null),
      }
    case 'add':
      // the project may have another size by now
      return add(resized(edit.effect, edit.format, system.world.editor.format) ?? edit.effect, system, edit.placed)
    case 'remove':
      return remove(edit.effect, system)
    case 'constants':
      return withConstants(edit.effect, edit.after, system)
    case 'relink':
      return relinked(edit.clip, edit.after, system)
    case 'timeline':
      return onTimeline(edit.change ?? setting(edit.after, system), system)
  }
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
  return { ...onTimeline(change, system), answer: () => OK }
}

/**
 * What was drawn once and has no track would be everywhere: where it is not on the clip it keeps one on which nothing lies.
 * @param back is put on the clip again
 */
function setting(change: TimelineDifference, { world, project }: WatchedSystem, back?: string): TimelineEdit {
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
          : { next: ({ ok }) => (ok ? onTimeline(placed.insert ?? setting(placed.after, system), system) : null) }),
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

/** As the app would answer; it is not asked, so that nothing of it is recorded. */
function nothingToApply(effect: string): CommandResult {
  const hresult = { name: 'E_INVALIDARG', value: HRESULT.E_INVALIDARG }
  return { ok: false, hresult, message: `There is no effect "${effect}" to apply.` }
}
