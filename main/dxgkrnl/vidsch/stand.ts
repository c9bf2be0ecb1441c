/**
 * What a packet waits for at this moment: which of the things that can stand in its way does (LB-08). While nothing
 * happens nothing of it changes, so that whoever asks before each step of the clock knows all of its life.
 *
 * Where several stand in its way at once, the one that would have to go first counts (**choice**, as for the time that
 * work waits for paging): an earlier packet of its context, then what the context waits for, then its memory, then its
 * turn on the engine.
 */
import type { PagingActivity } from '../vidmm/out-reasons'
import { Context, type Wait } from './context'
import type { EngineState, Request } from './engine-state'
import type { Packet } from './packet'
import type { Scheduler } from './scheduler'

export type StandKind =
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
  kind: StandKind
  /** what is waited for; of `run` the packet itself; null: nothing that has a name */
  by: Packet | Request | PagingActivity | null
  /** µs, when it becomes `afterwards` without anything happening: the end of a hang; Infinity: it does not */
  until: number
  afterwards: StandKind
  byAfterwards: Stand['by']
}

/** One that says nothing yet, to be filled in. */
export const newStand = (): Stand => ({
  kind: 'queue',
  by: null,
  until: Number.POSITIVE_INFINITY,
  afterwards: 'queue',
  byAfterwards: null,
})

/** @param fence the context's value that the packet's end signals; the packet has not completed */
export function standOf(scheduler: Scheduler, context: Context, fence: number, stand: Stand): void {
  stand.until = Number.POSITIVE_INFINITY
  stand.kind = 'queue'
  const state = scheduler.stateOf(context)
  const packet = firstOf(state, context)
  stand.by = packet
  if (packet === null || !isPacket(packet, fence)) return
  if (packet === state.hardware.queue[0]) return atHead(state, packet, stand)
  if (context.head === packet || context.inHardware > 0) return inLine(scheduler, state, context, packet, stand)
  const { head } = context
  if (head?.type === 'wait') waits(scheduler, packet, head, stand)
}

/** What its context waits for; where that context waits too before it signals, what that one waits for. */
function waits(scheduler: Scheduler, packet: Packet, first: Wait, stand: Stand): void {
  const met = new Set<Context>()
  for (let wait = first; ; ) {
    const signaller = wait.fence.signallerOf(wait.value)
    if (wait.paging) return paging(scheduler, packet, signaller, stand)
    stand.kind = 'fence'
    stand.by = signaller instanceof Context ? firstOf(scheduler.stateOf(signaller), signaller) : null
    if (!(signaller instanceof Context) || signaller.inHardware > 0 || met.has(signaller)) return
    met.add(signaller)
    const { head } = signaller
    if (head?.type !== 'wait') return
    wait = head
  }
}

/** The first packet of a context that has not completed; null: it has none. */
function firstOf({ hardware }: EngineState, context: Context): Packet | null {
  if (context.inHardware > 0) {
    const { queue } = hardware
    for (let i = 0; i < queue.length; i++) if ((queue[i] as Packet).context === context) return queue[i] as Packet
  }
  const { operations } = context
  for (let i = context.first; i < operations.length; i++) {
    const operation = operations[i]
    if (operation?.type === 'packet') return operation
  }
  return null
}

/** Parts of a packet that was split stand for it. */
function isPacket({ signals, split }: Packet, fence: number): boolean {
  return signals === fence || split?.fence === fence
}

/** It has the engine, or the engine is about to be its. */
function atHead(state: EngineState, packet: Packet, stand: Stand): void {
  const { hardware } = state
  if (hardware.running === packet) {
    stand.kind = 'run'
    if (hardware.hung) hangs(state, stand)
  } else if (hardware.saving) stopped(state, packet, stand)
  else stand.kind = 'context-switch'
}

/** The engine saves what it has loaded: for somebody else it has been stopped, or for it somebody else. */
function stopped(state: EngineState, packet: Packet, stand: Stand): void {
  stand.kind = packet.stoppedFor === null ? 'preemption' : 'preempted'
  stand.by = packet.stoppedFor ?? state.request
}

/** Nothing of its context comes before it. */
function inLine(scheduler: Scheduler, state: EngineState, context: Context, packet: Packet, stand: Stand): void {
  if (context.inHardware === 0) {
    if (context.state === 'preparing') return paging(scheduler, packet, context.demand, stand)
    // its context's own memory is being initialised (GP-14)
    if (context.state === 'waiting' && packet.until === null) {
      stand.kind = 'page-in'
      stand.by = context.initialisation
      return
    }
  }
  const { hardware, request } = state
  // nothing enters the engine before it has answered, not even where it has nothing left to stop
  const isAsked = request !== null && (hardware.saving || hardware.queue.length === 0)
  if (packet.stoppedFor !== null) stopped(state, packet, stand)
  else if (isAsked || request?.context === context.name) {
    stand.kind = 'preemption'
    stand.by = request
  } else if (state.turning) {
    stand.kind = 'preemption'
    stand.by = state.answered
  } else {
    stand.kind = 'engine'
    // none: the engine is kept for the next part of what was split (GP-18)
    stand.by = hardware.queue[0] ?? (state.bound === null ? null : firstOf(state, state.bound))
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

/** @param done what the paging queue calls at the end of what is waited for; null: nobody has said */
function paging({ paging: port, vidmm }: Scheduler, packet: Packet, done: object | null, stand: Stand): void {
  const { activity } = vidmm.paging
  stand.by = activity
  const isOwn = done === null || vidmm.paging.isAt(done) || bringsIn(activity, packet)
  stand.kind = isOwn ? (activity?.kind ?? 'page-in') : 'paging-queue'
  const { hung } = port
  if (hung === null) return
  hangs(hung, stand)
}

/** For somebody else, what the packet needs too. */
function bringsIn(activity: PagingActivity | null, { allocations }: Packet): boolean {
  return activity?.kind === 'page-in' && activity.handle !== null && allocations.includes(activity.handle)
}
