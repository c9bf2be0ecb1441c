/** The verbs `setBackgroundProcessingMode` and `setConstants`, and the same by hand. */
import type { EffectSpec } from '../../../preload/contract'
import { isCommit, type ModeResult } from '../../d3d12/background-processing'
import { CompletionEvent } from '../../d3d12/background-processing/completion-event'
import type { HResultName } from '../../d3d12/hresult'
import { builtInEffect } from '../../editor/effects/catalogue'
import type { BackgroundModeStep, ConstantsStep } from '../scenario'
import type { World } from '../world/world'

/** @returns what the API returned; with `drain` S_OK, as the call is made later (BP-23), unless the device is removed (RS-07) */
export function setBackgroundProcessingMode(world: World, step: BackgroundModeStep): HResultName {
  if (step.drain !== true || world.device.removed !== null) return callSetMode(world, step).hr
  drainQueues(world, () => callSetMode(world, step))
  return 'S_OK'
}

/** One call of the API. A refused one is a finding. */
export function callSetMode(world: World, { mode, action, event }: BackgroundModeStep): ModeResult {
  const completion = event === undefined ? null : new CompletionEvent(event)
  const result = world.device.setBackgroundProcessingMode(mode, action, completion)
  if (result.hr === 'S_OK') {
    if (completion !== null) world.events.set(completion.name, completion)
    return result
  }
  world.device.debug.report(refusalOf({ mode, action, ...(event === undefined ? {} : { event }) }, result.hr))
  return result
}

/** The rule that a call did not keep, and the call, what it returned and why, without a full stop (BP-12, BP-15, BP-22). */
export function refusalOf(
  { mode, action, event }: BackgroundModeStep,
  hr: HResultName,
): { rule: string; message: string } {
  const rule = ruleOf(hr, event !== undefined && !isCommit(action))
  const call = `SetBackgroundProcessingMode(${mode}, ${action}, ${event ?? 'null'})`
  return { rule, message: `${call} returned ${hr}: ${REASONS[rule]}` }
}

function ruleOf(hr: HResultName, eventWithoutCommit: boolean): keyof typeof REASONS {
  if (hr === 'DXGI_ERROR_DEVICE_REMOVED') return 'RS-07'
  if (hr === 'E_FAIL') return 'BP-22'
  return eventWithoutCommit ? 'BP-12' : 'BP-15'
}

const REASONS = {
  'BP-22': 'the driver threw as it was told, and nothing has changed',
  'RS-07': 'the device is removed',
  'BP-12': 'hEventToSignalUponCompletion must be null unless the action is a commit',
  'BP-15': 'developer mode is needed',
} as const

/**
 * Calls back when everything that the app has submitted so far has finished, on all of its queues; when its device is
 * removed or destroyed nothing of it is left to wait for (RS-07, RS-14). Then what was destroyed has given way to
 * another device already.
 */
export function drainQueues({ sim, editor, device }: World, then: () => void): void {
  if (device.removed !== null) return then()
  const { cause } = sim.trace
  let left = 1
  const over = (): void => sim.causedBy(cause, then)
  const gone = (): void => {
    device.forgetOnGone(gone)
    left = 0
    if (device.destroyed) sim.schedule(0, over)
    else over()
  }
  const done = (): void => {
    if (--left !== 0 || device.removed !== null) return
    device.forgetOnGone(gone)
    over()
  }
  device.onGone(gone)
  for (const queue of editor.queues) {
    left++
    queue.whenCompleted(queue.lastSubmitted, done)
  }
  done()
}

/**
 * Sets constants of an effect’s shaders for its next draws.
 * @returns E_INVALIDARG for what it does not have or take, with a finding
 */
export function setConstants({ editor, device }: World, { effect, constants }: ConstantsStep): HResultName {
  const hr = editor.setConstants(effect, constants)
  if (hr !== 'S_OK') {
    const state = editor.effect(effect)
    const what =
      state === undefined
        ? 'there is no such effect'
        : `it has ${Object.entries(editor.draws.constantsOf(state)).map(describe(state.spec)).join(', ') || 'no constants'}`
    const message = `constants of ${effect} were not set to ${JSON.stringify(constants)}: ${what}`
    device.debug.report({ rule: 'BP-26', message })
  }
  return hr
}

/** "radius (1, whole, 1 to 24)": how many numbers it takes, and which. */
function describe({ name: effect, shader }: EffectSpec): (constant: [string, number[]]) => string {
  const declared = builtInEffect(shader ?? effect).constants
  return ([name, value]) => {
    const constant = declared.find((one) => one.name === name)
    if (constant === undefined) return `${name} (${value.length})`
    const { type, min, max } = constant
    return `${name} (${value.length}, ${type === 'int' || type === 'bool' ? 'whole, ' : ''}${min} to ${max})`
  }
}
