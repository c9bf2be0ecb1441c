/** The verbs that press and make effects: `apply`, `use`, `addEffect`, and the same by hand. */
import { APP } from '../../../preload/contract'
import { failed, type HResultName } from '../../d3d12/hresult'
import type { PressOwner } from '../../policies/held-back'
import { type Continuation, kept } from '../../sim/continuation'
import type { Sliced } from '../../sim/slices'
import type { World } from '../world/world'
import type { ValueOf } from './action'
import type { CallResult } from './call-results'

interface Press {
  /** what its packets belong to, so that what it waits for is known; undefined: nothing is recorded */
  readonly owner: PressOwner | undefined
  /** the GPU has finished its work, or never will */
  readonly ended: Continuation<[completed: boolean]>
}

/**
 * Notes how long the press takes, from now until the GPU has finished its work, and what it waits for.
 * @param set names of what is in a set of its own; null: of an effect
 */
function press({ sim, delays }: World, name: string, set: readonly string[] | null, result: CallResult): Press {
  const pressed = sim.now
  const pending = delays.press(name, set)
  const ended = kept({ sim, delays, pressed, pending, result }, (press, completed: boolean) => {
    if (completed) press.result.latency = press.sim.now - press.pressed
    if (press.pending !== null) press.delays.ended(press.pending, completed)
  })
  return { owner: pending ?? undefined, ended }
}

/** What fails at once never calls back. */
function submitted({ ended }: Press, hr: HResultName): HResultName {
  if (failed(hr)) ended.run(false)
  return hr
}

/**
 * The call has not returned while the policy waits before it submits: what it returned is E_PENDING until then, and then
 * what came of it (**choice**: SC-15 names the result of the call, the library blocks its thread).
 */
function returning(result: CallResult): (hr: HResultName) => void {
  return (hr) => {
    result.results = [hr]
  }
}

/** A press of an effect that could not be created is never shown, and says so (TN-40). @returns as EditorApp.apply */
export function apply(world: World, name: string, result: CallResult): HResultName {
  const { editor, device, player } = world
  const effect = editor.effect(name)
  const pressed = press(world, name, null, result)
  if (effect === undefined) {
    device.debug.report({ rule: 'SC-16', message: `${name} was not applied: there is no such effect` })
    return submitted(pressed, 'E_INVALIDARG')
  }
  const shown = player.pressed(effect)
  const ended = kept({ pressed, shown }, ({ pressed, shown }, { completed }: { completed: boolean }) => {
    pressed.ended.run(completed)
    shown.run(completed)
  })
  const hr = editor.apply(name, ended, returning(result), pressed.owner)
  return submitted(pressed, hr)
}

/** A set of its own; in a context of its own it has that one's name (SC-13). @returns as EditorApp.use */
export function use(world: World, { context, ...shared }: ValueOf<'use'>, result: CallResult): HResultName {
  // the app's name is its own context's, as it is in submit
  const step: ValueOf<'use'> = context === undefined || context === APP ? shared : { ...shared, context }
  const pressed = press(world, step.context ?? 'use', step.set, result)
  const { owner, ended } = pressed
  const owned = owner === undefined ? step : { ...step, owner }
  return submitted(pressed, world.editor.use(step.set, owned, ended, returning(result)))
}

/** Creates an effect with its resources, in slices. @returns as EditorApp.addEffect; a failure is a finding (SC-16) */
export function* addEffect(world: World, spec: ValueOf<'addEffect'>): Sliced<HResultName> {
  const hr = yield* world.editor.addEffectInSlices(spec)
  if (failed(hr)) {
    const rule = hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'SC-16'
    world.device.debug.report({ rule, message: `effect ${spec.name} could not be created: ${hr}` })
  }
  return hr
}
