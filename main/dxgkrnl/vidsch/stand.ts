/**
 * What a packet waits for at this moment: which of the things that can stand in its way does (LB-08). While nothing
 * happens nothing of it changes, so that whoever asks before each step of the clock knows all of its life.
 *
 * Where several stand in its way at once, the one that would have to go first counts (**choice**, as for the time that
 * work waits for paging): an earlier packet of its context, then what the context waits for, then its memory, then its
 * turn on the engine.
 */
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { PagingActivity } from '../vidmm/out-reasons'
import { Context, type Packet, type Wait } from './context'
import type { EngineState } from './engine-state'
import type { PreemptionRequest } from './preemption-request'
import type { Scheduler } from './scheduler'

type StandKind =
  | 'run'
  | 'queue'
  | 'engine'
  | 'preemption'
  | 'preempted'
  | 'context-switch'
  | 'page-in'
  | 'page-out'
  | 'paging-queue'
  | 'fence'
  | 'reset'

/** One is asked for again and again, and filled in each time. */
export interface Stand {
  /** the first packet of the context that has not completed, whose stand it is; null: it has none */
  packet: Packet | null
  kind: StandKind
  /** what is waited for; of `run` the packet itself; null: nothing that has a name */
  by: Packet | PreemptionRequest | PagingActivity | null
  /** µs, when it becomes `afterwards` without anything happening: the end of a hang; Infinity: it does not */
  until: number
  afterwards: StandKind
  byAfterwards: Stand['by']
}

/** One that says nothing yet, to be filled in. */
export const newStand = (): Stand => ({
  packet: null,
  kind: 'queue',
  by: null,
  until: Number.POSITIVE_INFINITY,
  afterwards: 'queue',
  byAfterwards: null,
})

/** What the first packet of a context that has not completed waits for; what stands behind it waits for it. */
export function standOfFirst(scheduler: Scheduler, context: Context, stand: Stand): void {
  stand.until = Number.POSITIVE_INFINITY
  stand.kind = 'queue'
  const state = scheduler.stateOf(context)
  const packet = state.firstOf(context)
  stand.packet = packet
  stand.by = packet
  if (packet === null) return
  if (packet === state.hardware.queue[0]) return atHead(state, packet, stand)
  if (isBeingInitialised(context)) return initialising(scheduler, context, stand)
  if (context.head === packet || context.inHardware > 0) return inLine(scheduler, state, context, packet, stand)
  const { head } = context
  if (head?.type === 'wait') waits(scheduler, packet, head, stand)
}

/**
 * The packet that signals a fence value of its context; null: that has completed, or was never submitted.
 * @param fence context fence value
 */
export function packetOf(scheduler: Scheduler, context: Context, fence: number): Packet | null {
  for (const packet of scheduler.stateOf(context).hardware.queue)
    if (packet.context === context && signals(packet, fence)) return packet
  for (let i = context.first; i < context.operations.length; i++) {
    const operation = context.operations[i]
    if (operation?.type === 'packet' && signals(operation, fence)) return operation
  }
  return null
}

/** What its context waits for; where that context waits too before it signals, what that one waits for. */
function waits(scheduler: Scheduler, packet: Packet, first: Wait, stand: Stand): void {
  const met = new Set<Context>()
  for (let wait = first; ; ) {
    const signaller = wait.fence.signallerOf(wait.value)
    if (wait.paging) return paging(scheduler, packet, signaller, stand)
    stand.kind = 'fence'
    stand.by = signaller instanceof Context ? scheduler.stateOf(signaller).firstOf(signaller) : null
    if (!(signaller instanceof Context) || signaller.inHardware > 0 || met.has(signaller)) return
    if (isBeingInitialised(signaller)) return initialising(scheduler, signaller, stand)
    met.add(signaller)
    const { head } = signaller
    if (head?.type !== 'wait') return
    wait = head
  }
}

/** Parts of a packet that was split stand for it. @param fence context fence value */
export function signals(packet: Packet, fence: number): boolean {
  return packet.signals === fence || packet.split?.fence === fence
}

/** It has the engine, or the engine is about to be its. */
function atHead(state: EngineState, packet: Packet, stand: Stand): void {
  const { hardware } = state
  if (hardware.running === packet) {
    stand.kind = 'run'
    if (hardware.hung) hangs(state, stand)
  } else if (hardware.saving) {
    stand.kind = packet.stoppedFor === null ? 'preemption' : 'preempted'
    // it may have been stopped before, for another request
    stand.by = state.request ?? packet.stoppedFor
  } else stand.kind = 'context-switch'
}

/** Nothing of its context comes before it. */
function inLine(scheduler: Scheduler, state: EngineState, context: Context, packet: Packet, stand: Stand): void {
  if (context.inHardware === 0 && context.state === 'preparing') return paging(scheduler, packet, context.demand, stand)
  const { hardware, request } = state
  // nothing enters the engine before it has answered, not even where it has nothing left to stop
  const isAsked = request !== null && (hardware.saving || hardware.queue.length === 0)
  if (packet.stoppedFor !== null) {
    stand.kind = 'preempted'
    stand.by = packet.stoppedFor
  } else if (isAsked || request?.context === context.name) {
    stand.kind = 'preemption'
    stand.by = request
  } else if (state.turning) {
    stand.kind = 'preemption'
    stand.by = state.answered
  } else {
    stand.kind = 'engine'
    // none: the engine is kept for the next part of what was split (GP-18)
    stand.by = hardware.queue[0] ?? (state.bound === null ? null : state.firstOf(state.bound))
  }
  if (hardware.hung) hangs(state, stand)
}

/** Until then the engine answers nothing. */
function hangs({ hardware }: EngineState, stand: Stand): void {
  stand.afterwards = stand.kind
  stand.byAfterwards = stand.by
  stand.kind = 'reset'
  stand.by = hardware.queue[0] ?? null
  stand.until = hardware.hangsUntil
}

/** Its own memory is being brought in and initialised: none of its packets can run before (GP-14). */
function isBeingInitialised({ initialisation }: Context): boolean {
  return initialisation !== null && !initialisation.over
}

function initialising(scheduler: Scheduler, context: Context, stand: Stand): void {
  const { initialisation, allocation } = context
  const { activity } = scheduler.vidmm.paging
  stand.kind = 'page-in'
  stand.by = initialisation
  // other paging work before it, or room is made for it
  if (scheduler.paging.carrying(allocation) === null && activity !== null && activity.handle !== allocation) {
    stand.kind = activity.wantedFor === allocation ? activity.kind : 'paging-queue'
    stand.by = activity
  }
  if (stand.kind !== 'paging-queue') transfer(scheduler, context, stand)
  else if (scheduler.paging.hung !== null) hangs(scheduler.paging.hung, stand)
}

/** @param done what the paging queue calls at the end of what is waited for; null: nobody has said */
function paging(scheduler: Scheduler, packet: Packet, done: object | null, stand: Stand): void {
  const { paging: port, vidmm } = scheduler
  const { activity } = vidmm.paging
  stand.by = activity
  const isOwn = done === null || vidmm.paging.isAt(done) || isFor(activity, packet)
  stand.kind = isOwn ? (activity?.kind ?? 'page-in') : 'paging-queue'
  if (isOwn) transfer(scheduler, packet.context, stand)
  else if (port.hung !== null) hangs(port.hung, stand)
}

/** For somebody else, what the packet needs too: it is brought in, or room is made for it. */
function isFor(activity: PagingActivity | null, { allocations }: Packet): boolean {
  const subject = activity?.kind === 'page-in' ? activity.handle : (activity?.wantedFor ?? null)
  return subject !== null && allocations.includes(subject)
}

/**
 * The activity that `stand` is of is waited for: it goes on only while its packet runs. Before that this waits as any
 * packet does; and before there is one, work that uses the memory goes on, or an engine on which it is bound (GP-15).
 * @param context whose work waits
 */
function transfer(scheduler: Scheduler, context: Context, stand: Stand): void {
  const { kind } = stand
  const activity = stand.by as PagingActivity | null
  if (activity === null) return
  const carrying = scheduler.paging.carrying(activity.handle)
  if (carrying === null) {
    const user = activity.handle === null ? null : userOf(scheduler, activity.handle)
    return user === null ? unbinding(scheduler, stand) : used(scheduler, context, user, stand)
  }
  standAt(scheduler, scheduler.stateOf(carrying.context), carrying, stand)
  const before = comesBefore(scheduler, activity)
  if (stand.kind === 'run') {
    stand.kind = before === null ? kind : 'paging-queue'
    stand.by = before ?? activity
  }
  if (stand.until === Number.POSITIVE_INFINITY || stand.afterwards !== 'run') return
  stand.afterwards = before === null ? kind : 'paging-queue'
  stand.byAfterwards = before ?? activity
}

/** What is to be paged out is a context's own memory, which is being initialised before that; null: it is not. */
function comesBefore({ contexts }: Scheduler, { kind, handle }: PagingActivity): PagingActivity | null {
  if (kind === 'page-in' || handle === null) return null
  for (const context of contexts.all)
    if (context.allocation === handle && isBeingInitialised(context)) return context.initialisation
  return null
}

/** A switch away from a context is waited for, where there is one. */
function unbinding(scheduler: Scheduler, stand: Stand): void {
  for (const state of scheduler.engines.values()) {
    for (const packet of state.hardware.queue)
      if (packet.hardwareContext === null) return standAt(scheduler, state, packet, stand)
    for (const packet of state.resubmitted)
      if (packet.hardwareContext === null) return standAt(scheduler, state, packet, stand)
  }
}

function standAt(scheduler: Scheduler, state: EngineState, packet: Packet, stand: Stand): void {
  stand.by = packet
  if (packet === state.hardware.queue[0]) atHead(state, packet, stand)
  else inLine(scheduler, state, packet.context, packet, stand)
}

/** Work that counts as running and uses the allocation; null: there is none. @param device id, of whose work [any] */
export function userOf({ engines, vidmm }: Scheduler, handle: AllocationHandle, device?: number): Packet | null {
  if (!vidmm.residency.isRunning(handle)) return null
  for (const { hardware, claimed } of engines.values()) {
    for (const packet of hardware.queue) if (uses(packet, handle, device)) return packet
    if (claimed !== null && uses(claimed, handle, device)) return claimed
  }
  return null
}

const uses = ({ inUse, allocations, context }: Packet, handle: AllocationHandle, device?: number): boolean =>
  inUse && allocations.includes(handle) && (device === undefined || context.device === device)

function used(scheduler: Scheduler, context: Context, user: Packet, stand: Stand): void {
  if (user.context === context) stand.kind = 'queue'
  else stand.kind = user.context.engine === context.engine ? 'engine' : 'fence'
  stand.by = user
  const state = scheduler.stateOf(user.context)
  // it runs no more: the engine has been asked to stop it, and saves it
  if (state.hardware.saving && state.hardware.queue.includes(user)) {
    stand.kind = 'preemption'
    stand.by = state.request
  }
  if (state.hardware.hung) hangs(state, stand)
}
