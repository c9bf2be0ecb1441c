/** What the user makes and can take back: effects and clips of the project, and effects on the clip. */
import type { CommandResult, EffectSpec } from '../../../preload/contract'
import { HRESULT } from '../../d3d12/hresult'
import { resized } from '../../editor/effect-resources'
import type { Edit } from '../../editor/project'
import type { WatchedSystem } from '../run/watched-system'
import type { Verb } from '../verbs/action'
import { clipProblem, effectProblem } from './effect-problem'
import { type CommandOf, type Kind, OK, type Outcome, type Request, type Row, refusal } from './row'

/**
 * A command that is an edit of the user's, remembered for undo.
 * @param edit what it is; a request where it is none; a result where it cannot be
 */
export function edits<K extends Kind>(
  verb: Verb,
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
  if (state.spec.clip === undefined) return { kind: 'apply', effect }
  return { action: { verb: 'apply', value: effect }, failed: `"${effect}" was not used` }
}

/** A new effect, in the sizes of the project as it is. */
export function addition(effect: EffectSpec, { world }: WatchedSystem): Edit {
  return { kind: 'add', effect, format: world.editor.format }
}

/** @returns the removal of an effect or a clip, also of one that could not be created; a refusal where there is none */
export function removal(name: string, { world, project }: WatchedSystem): Edit | CommandResult {
  const { editor } = world
  const effect = editor.effect(name)?.spec ?? editor.unmade.find(({ spec }) => spec.name === name)?.spec
  if (effect === undefined) return refusal(`There is no effect "${name}" to remove.`)
  return { kind: 'remove', effect, format: editor.format, place: project.placeOf(name) }
}

/** An edit that cannot be taken back, or carried out again, stays where it is: it can be tried later. */
export function travel(way: 'undo' | 'redo', system: WatchedSystem): Request | CommandResult {
  const { project } = system
  const edit = project.nextEdit(way)
  if (edit === null) return refusal(`There is nothing to ${way}.`)
  if (way === 'redo')
    return done(requestOf(edit, system), () => {
      if (edit.kind === 'apply') project.put(edit.effect)
      project.travelled(way)
    })
  switch (edit.kind) {
    case 'apply':
      project.takeOff(edit.effect)
      project.travelled(way)
      return OK
    case 'add':
      return done(requestOf({ ...edit, kind: 'remove', place: -1 }, system), () => project.travelled(way))
    case 'remove': {
      const { effect, place } = edit
      const request = done(requestOf({ ...edit, kind: 'add' }, system), () => project.travelled(way))
      return 'ok' in request
        ? request
        : { ...request, next: ({ ok }) => (ok ? backOnClip(effect, place, system) : null) }
    }
  }
}

/** It was on the clip: its new resources have to be rendered with. */
function backOnClip({ name }: EffectSpec, place: number, { world, project }: WatchedSystem): Request | null {
  if (place < 0 || world.editor.effect(name) === undefined) return null
  return { action: { verb: 'apply', value: name }, done: () => project.put(name, place), answer: () => OK }
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
      return { action: { verb: 'apply', value: edit.effect }, failed: `"${edit.effect}" was not applied` }
    case 'add':
      // the project may have another size by now
      return add(resized(edit.effect, edit.format, system.world.editor.format) ?? edit.effect, system)
    case 'remove':
      return remove(edit.effect, system)
  }
}

function add(effect: EffectSpec, { world, scenario }: WatchedSystem): Request | CommandResult {
  const { clip, name } = effect
  const problem = clip === undefined ? effectProblem(effect, world, scenario.system) : clipProblem(clip, world)
  if (problem !== null) return refusal(problem)
  return clip === undefined
    ? { action: { verb: 'addEffect', value: effect }, failed: `"${name}" was not added`, answer: withReason }
    : { action: { verb: 'importClip', value: clip }, failed: `"${name}" was not imported`, answer: withReason }
}

/** Told apart from true exhaustion (DF-03). */
function withReason({ result, because }: Outcome): CommandResult {
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
