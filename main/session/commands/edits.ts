/** What the user makes and can take back: effects and clips of the project, and effects on the clip. */
import type { ClipSpec, CommandResult, EffectSpec } from '../../../preload/contract'
import { HRESULT } from '../../d3d12/hresult'
import { resized } from '../../editor/effect-resources'
import type { ProjectFormat } from '../../editor/effects/catalogue'
import { clipEffect } from '../../editor/media'
import type { Edit } from '../../editor/project'
import type { Running } from '../run/running'
import { type Acting, OK, refusal } from './acting'
import { clipProblem, effectProblem } from './effect-problem'

export class Edits {
  constructor(private readonly acting: Acting) {}

  private get running(): Running {
    return this.acting.running
  }

  private get format(): ProjectFormat {
    return this.running.world.editor.format
  }

  /** Media are used on the GPU, but are no effect on the clip. */
  apply(effect: string): CommandResult {
    const state = this.running.world.editor.effect(effect)
    if (state === undefined) return nothingToApply(effect)
    if (state.spec.clip === undefined) return this.edit({ kind: 'apply', effect })
    return this.acting.act({ verb: 'apply', value: effect }, `"${effect}" was not used`)
  }

  add(effect: EffectSpec): CommandResult {
    return this.edit({ kind: 'add', effect, format: this.format })
  }

  importClip(clip: ClipSpec): CommandResult {
    return this.edit({ kind: 'add', effect: clipEffect(clip, this.format), format: this.format })
  }

  /** Carries out an edit of the user's and remembers it for undo. */
  private edit(edit: Edit): CommandResult {
    const result = this.carryOut(edit)
    if (result.ok) this.running.project.record(edit)
    return result
  }

  remove(name: string): CommandResult {
    const { editor } = this.running.world
    const effect = editor.effect(name)?.spec ?? editor.unmade.find(({ spec }) => spec.name === name)?.spec
    if (effect === undefined) return refusal(`There is no effect "${name}" to remove.`)
    return this.edit({
      kind: 'remove',
      effect,
      format: this.format,
      place: this.running.project.placeOf(name),
    })
  }

  /** An edit that cannot be taken back, or carried out again, stays where it is: it can be tried later. */
  travel(way: 'undo' | 'redo'): CommandResult {
    const { log, project } = this.running
    const edit = project.nextEdit(way)
    if (edit === null) return refusal(`There is nothing to ${way}.`)
    log.changedParts.add('project')
    const result = way === 'undo' ? this.takeBack(edit) : this.carryOut(edit)
    if (!result.ok) return result
    if (way === 'redo' && edit.kind === 'apply') project.put(edit.effect)
    project.travelled(way)
    return result
  }

  private takeBack(edit: Edit): CommandResult {
    const { project } = this.running
    switch (edit.kind) {
      case 'apply':
        project.takeOff(edit.effect)
        return OK
      case 'add':
        return this.carryOut({ ...edit, kind: 'remove', place: -1 })
      case 'remove': {
        const { name } = edit.effect
        const result = this.carryOut({ ...edit, kind: 'add' })
        // it was on the clip: its new resources have to be rendered with
        if (result.ok && edit.place >= 0 && this.carryOut({ kind: 'apply', effect: name }).ok)
          project.put(name, edit.place)
        return result
      }
    }
  }

  private carryOut(edit: Edit): CommandResult {
    this.running.log.changedParts.add('project')
    switch (edit.kind) {
      case 'apply':
        if (this.running.world.editor.effect(edit.effect) === undefined) return nothingToApply(edit.effect)
        return this.acting.act({ verb: 'apply', value: edit.effect }, `"${edit.effect}" was not applied`)
      case 'add':
        // the project may have another size by now
        return this.addEffect(resized(edit.effect, edit.format, this.format) ?? edit.effect)
      case 'remove':
        return this.takeAway(edit.effect)
    }
  }

  private addEffect(effect: EffectSpec): CommandResult {
    const { clip, name } = effect
    const { world, scenario } = this.running
    const problem = clip === undefined ? effectProblem(effect, world, scenario.system) : clipProblem(clip, world)
    if (problem !== null) return refusal(problem)
    const failures = world.editor.memory.failures.last
    const result =
      clip === undefined
        ? this.acting.act({ verb: 'addEffect', value: effect }, `"${name}" was not added`)
        : this.acting.act({ verb: 'importClip', value: clip }, `"${name}" was not imported`)
    const { last } = world.editor.memory.failures
    // told apart from true exhaustion (DF-03)
    return result.ok || last === failures || last === null
      ? result
      : { ...result, message: `${result.message}. ${last}.` }
  }

  private takeAway({ name, clip }: EffectSpec): CommandResult {
    const { world, project } = this.running
    const state = world.editor.effect(name)
    // it could not be created: there is nothing of it but what is saved, and what a new device would get
    const isUnmade = state === undefined && world.editor.unmade.some(({ spec }) => spec.name === name)
    if (state === undefined && !isUnmade) return refusal(`There is no effect "${name}" to remove.`)
    if (state !== undefined && world.editor.isBeingMoved(state))
      return refusal(`"${name}" is being moved by a defragmentation pass. Remove it when the pass has ended (DF-14).`)
    const result = this.acting.act({ verb: clip === undefined ? 'removeEffect' : 'removeClip', value: name })
    if (result.ok) project.takeOff(name)
    return result
  }
}

/** As the app would answer; it is not asked, so that nothing of it is recorded. */
function nothingToApply(effect: string): CommandResult {
  const hresult = { name: 'E_INVALIDARG', value: HRESULT.E_INVALIDARG }
  return { ok: false, hresult, message: `There is no effect "${effect}" to apply.` }
}
