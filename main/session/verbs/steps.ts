/** Carries out one step of a scenario, or the same thing pressed by hand, on a simulated system. */
import { failed, type HResultName } from '../../d3d12/hresult'
import { TrimNotificationFlag } from '../../d3d12/trim-notification'
import { SegmentGroup } from '../../drivers/kmd/adapter'
import type { PacketOwner } from '../../dxgkrnl/vidsch/packet'
import type { BuildResult, FaultTarget } from '../../sim/faults'
import { type Sliced, whole } from '../../sim/slices'
import {
  type InjectStep,
  type OtherProcessStep,
  RESIDENCY_PRIORITIES,
  type ResidencyPriorityStep,
  type Step,
  type UseStep,
} from '../scenario'
import { recreateDevice, type World } from '../world/world'
import { evict, makeResident, registerCallback, unregisterCallback } from './api'
import { setBackgroundProcessingMode, setConstants } from './background'
import type { CallResult } from './call-results'
import { configureSystem, submitWork } from './gpu'
import { callDefragmentation, changeMemory, defragment } from './memory'

/** Every verb but `expect`, which changes nothing. */
export type Action =
  Exclude<Step, { verb: 'expect' }> extends infer S
    ? S extends { verb: infer V; value: infer T }
      ? { verb: V; value: T }
      : never
    : never

/**
 * Carries the action out as the next command, so that what it leads to carries its number.
 * @returns S_OK · why the simulated API refused
 */
export function perform(world: World, action: Action): HResultName {
  return whole(performInSlices(world, action))
}

/** As perform, for actions that make many calls: the same comes of it wherever slices end. */
export function* performInSlices(world: World, action: Action): Sliced<HResultName> {
  // a step that is played has a moment of its own, which a system that has stopped never comes to
  // not spread: the engine would give each of them a shape of its own, which takes more than the step
  world.journal?.push({ verb: action.verb, value: action.value, at: world.sim.now } as Step)
  const { sim } = world
  const cause = ++world.commands
  const result = world.calls.begin(action)
  const ended = (hr: HResultName): HResultName => {
    world.calls.end(result, hr)
    return hr
  }
  const begun = sim.causedBy(cause, () => begin(world, action, result))
  if (typeof begun === 'string') return ended(begun)
  for (;;) {
    const step = sim.causedBy(cause, () => begun.next())
    if (step.done === true) return ended(step.value)
    yield step.value
  }
}

function begin(world: World, action: Action, result: CallResult): HResultName | Sliced<HResultName> {
  if (!world.sim.halted) return carryOut(world, action, result)
  const message = `"${action.verb}" was not carried out: the simulated system has stopped with a bug check`
  world.sim.trace.write('finding', { rule: 'GP-25', message })
  return 'E_FAIL'
}

function carryOut(world: World, action: Action, result: CallResult): HResultName | Sliced<HResultName> {
  const { editor, vidmm, faults } = world
  switch (action.verb) {
    case 'apply':
      return apply(world, action.value, result)
    case 'addEffect':
      return addEffect(world, action.value)
    case 'removeEffect':
    case 'removeClip':
      return editor.removeEffect(action.value)
    case 'policy':
      return editor.setPolicy(action.value)
    case 'budget':
      vidmm.setBudget(action.value)
      return 'S_OK'
    case 'otherProcess':
      return otherProcess(world, action.value)
    case 'recreateDevice':
      return recreate(world)
    case 'submit':
      return submitWork(world, action.value)
    case 'play':
      world.player.play(action.value)
      return 'S_OK'
    case 'system':
      return configureSystem(world, action.value)
    case 'setBackgroundProcessingMode':
      return setBackgroundProcessingMode(world, action.value)
    case 'setConstants':
      return setConstants(world, action.value)
    case 'frames':
      world.player.render(action.value.count, () => {})
      return 'S_OK'
    case 'workflow':
      world.workflows.start(action.value.name, action.value.maxPasses)
      return 'S_OK'
    case 'cancelWorkflow':
      world.workflows.cancel()
      return 'S_OK'
    case 'registerCallback':
      return registerCallback(world, action.value)
    case 'unregisterCallback':
      return unregisterCallback(world, action.value)
    case 'makeResident':
      return makeResident(world, action.value)
    case 'evict':
      return evict(world, action.value)
    case 'residencyPriority':
      return residencyPriority(world, action.value)
    case 'discard':
      return discard(world, action.value)
    case 'reserve':
      return reserve(world, action.value)
    case 'inject':
      inject(faults, action.value)
      return 'S_OK'
    case 'use':
      return use(world, action.value, result)
    case 'importClip':
    case 'project':
    case 'allocation':
    case 'resource':
    case 'allocate':
    case 'free':
    case 'movable':
    case 'layout':
    case 'map':
    case 'unmap':
    case 'write':
      return changeMemory(world, action)
    case 'defragment':
      return defragment(world, action.value)
    case 'defragmentation':
      return callDefragmentation(world, action.value)
    default:
      return notify(world, action)
  }
}

function* recreate(world: World): Sliced<HResultName> {
  if (yield* recreateDevice(world)) return 'S_OK'
  const message = 'the device was not recreated: the process is blocked from the GPU (0x142)'
  world.device.debug.report({ rule: 'GP-25', message })
  return 'DXGI_ERROR_DEVICE_REMOVED'
}

/** What faults say beside how often. */
type Said = FaultTarget & { duration?: number; result?: BuildResult | undefined }

function inject(faults: World['faults'], step: InjectStep): void {
  const { fault, count, ...said } = step
  // without a duration a hang never ends by itself
  const duration = fault === 'hang' ? (step.duration ?? Number.POSITIVE_INFINITY) : 0
  const { result, duration: takes = duration, ...target }: Said = said
  faults.inject(fault, count, takes, target, result)
}

function otherProcess({ vidmm }: World, { name, usage, foreground }: OtherProcessStep): HResultName {
  if (foreground === true) vidmm.setForeground(name)
  // one that is not in front has nothing to leave
  if (foreground === false && vidmm.others.foreground === name) vidmm.setForeground(null)
  vidmm.setOtherProcess(name, usage)
  return 'S_OK'
}

function discard({ editor, device }: World, name: string): HResultName {
  const found = editor.find(name)
  if (found !== undefined) return device.discardResource(found)
  device.debug.report({ rule: 'AN-10', resource: name, message: `${name} was not discarded: it does not exist now` })
  return 'E_INVALIDARG'
}

function residencyPriority({ editor, device }: World, { resource, priority }: ResidencyPriorityStep): HResultName {
  const found = editor.find(resource)
  const hr = found && device.setResidencyPriority([found], RESIDENCY_PRIORITIES.indexOf(priority))
  // the resource's from now on: a new device gets it with the effect
  if (hr === 'S_OK') editor.keepPriority(resource, priority)
  if (hr === undefined || failed(hr))
    device.debug.report({
      rule: hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'RS-10',
      message: `the priority of ${resource} was not set: ${hr ?? 'there is no such resource'}`,
    })
  return hr ?? 'E_INVALIDARG'
}

function reserve({ device }: World, bytes: number): HResultName {
  const { AvailableForReservation } = device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
  const hr = device.setVideoMemoryReservation(bytes)
  if (failed(hr)) {
    const message = `SetVideoMemoryReservation of ${bytes} bytes was refused: at most ${AvailableForReservation} are available`
    device.debug.report({ rule: 'RS-08', message })
  }
  return hr
}

/**
 * Notes how long the press takes, from now until the GPU has finished its work, and what it waits for.
 * @param set names of what is in a set of its own; null: of an effect
 * @param submit makes it; calls back at its end, unless it fails at once
 */
function press(
  { sim, delays }: World,
  name: string,
  set: readonly string[] | null,
  result: CallResult,
  submit: (ended: (completed: boolean) => void, owner: PacketOwner | undefined) => HResultName,
): HResultName {
  const pressed = sim.now
  const pending = delays.press(name, set)
  const ended = (completed: boolean): void => {
    if (completed) result.latency = sim.now - pressed
    if (pending !== null) delays.ended(pending, completed)
  }
  const hr = submit(ended, pending ?? undefined)
  if (failed(hr)) ended(false)
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

/** A press of an effect that could not be created comes to nothing, and says so (TN-40). */
function apply(world: World, name: string, result: CallResult): HResultName {
  const { editor, device } = world
  if (editor.effect(name) !== undefined)
    return press(world, name, null, result, (ended, owner) =>
      editor.apply(name, ({ completed }) => ended(completed), returning(result), owner),
    )
  device.debug.report({ rule: 'SC-16', message: `${name} was not applied: there is no such effect` })
  return 'E_INVALIDARG'
}

/** A set of its own; in a context of its own it has that one's name (SC-13). */
function use(world: World, step: UseStep, result: CallResult): HResultName {
  return press(world, step.context ?? 'use', step.set, result, (ended, owner) =>
    world.editor.use(step.set, owner === undefined ? step : { ...step, owner }, ended, returning(result)),
  )
}

function* addEffect(world: World, spec: Extract<Action, { verb: 'addEffect' }>['value']): Sliced<HResultName> {
  const hr = yield* world.editor.addEffectInSlices(spec)
  if (failed(hr)) {
    const rule = hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'SC-16'
    world.device.debug.report({ rule, message: `effect ${spec.name} could not be created: ${hr}` })
  }
  return hr
}

type NotifyingVerb =
  | 'idle'
  | 'suspend'
  | 'resume'
  | 'lock'
  | 'unlock'
  | 'periodicTrim'
  | 'restartPeriodicTrim'
  | 'trimToBudget'
  | 'notify'

/** What the operating system does, and notifications sent by hand (TN-21). */
function notify(world: World, action: Extract<Action, { verb: NotifyingVerb }>): HResultName {
  const { vidmm } = world
  const { periodicTrim } = vidmm
  switch (action.verb) {
    case 'idle':
      periodicTrim.setIdle(action.value)
      break
    case 'suspend':
      periodicTrim.suspend()
      break
    case 'resume':
      periodicTrim.resume()
      break
    case 'lock':
      periodicTrim.lock()
      break
    case 'unlock':
      periodicTrim.unlock()
      break
    case 'periodicTrim':
      vidmm.notifyByHand(TrimNotificationFlag.PERIODIC_TRIM, 0)
      break
    case 'restartPeriodicTrim':
      vidmm.notifyByHand(TrimNotificationFlag.RESTART_PERIODIC_TRIM, 0)
      break
    case 'trimToBudget':
      vidmm.notifyByHand(TrimNotificationFlag.TRIM_TO_BUDGET, action.value)
      break
    case 'notify':
      vidmm.notifyByHand(action.value.flags, action.value.bytes)
      break
  }
  return 'S_OK'
}
