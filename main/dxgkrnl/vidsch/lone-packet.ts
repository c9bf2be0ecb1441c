/**
 * A packet that nothing can come between: no engine has anything to do, no context waits for anything, and nothing else is
 * due before it has ended. It is carried out at once, with all that can be seen of it afterwards: an idle system presents
 * sixty times a second, and that is nearly all that happens in it. µs.
 */
import type { Context, PacketRequest } from './context'
import type { EngineState } from './engine-state'
import { type ReportedPacket, writePacket } from './reports'
import type { SchedulerPort } from './scheduler-port'

/** It uses no memory, and nobody waits for it. */
export type LonePacket = Required<Pick<PacketRequest, 'command' | 'kind' | 'flags' | 'duration'>>

/**
 * Runs a packet of a context of the system itself from now to its end; the clock stands there then.
 * @param contexts all that there are
 * @param before µs: where its end were not before that moment, it is submitted
 * @param again nothing has happened since the last one of that context but that time has passed
 * @returns false: something may come between, somebody watches, or its engine is not ready for it; nothing was done
 */
export function runAlone(
  scheduler: SchedulerPort<'quanta' | 'timeouts'>,
  contexts: readonly Context[],
  context: Context,
  { command, kind, flags, duration }: LonePacket,
  before: number,
  again: boolean,
): boolean {
  const { sim } = scheduler
  const submitted = sim.now
  const state = scheduler.stateOf(context)
  const switched = state.hardware.switchCost(context)
  const start = switched > 0 ? submitted + switched : submitted
  const end = start + duration
  if (end >= before || !sim.mayPassTo(end)) return false
  if (!again && !(isReadyFor(scheduler, state, context) && isAtRest(scheduler, contexts))) return false
  const signals = ++context.submitted
  const fence = ++context.submissions
  if (context.bound.length > 0) context.bound = []
  state.hardware.ranAlone(context, duration)
  sim.passTo(end)
  const packet: ReportedPacket = {
    context,
    kind: kind ?? 'standard',
    fence,
    hitch: 0,
    flags: flags ?? 0,
    submitted,
    switched,
    signals,
    command,
  }
  writePacket(sim, state, packet, start, 'completed')
  context.progress.signal(signals)
  return true
}

/** A packet of the context would come to the head as soon as it is submitted, and nobody would be told but by the trace. */
function isReadyFor(
  { observer, quanta, timeouts }: SchedulerPort<'quanta' | 'timeouts'>,
  state: EngineState,
  context: Context,
): boolean {
  if (observer.changed !== undefined || observer.left !== undefined || quanta.settings !== null) return false
  if (context.removed || context.allocation !== null || !timeouts.isSetFor(state)) return false
  if (context.progress.isAwaited) return false
  return state.isAtRest && state.hardware.isIdle
}

/** Nothing is under way. */
function isAtRest({ engines }: SchedulerPort, contexts: readonly Context[]): boolean {
  for (const state of engines.values()) if (state.hardware.queue.length > 0 || !state.isAtRest) return false
  for (let i = 0; i < contexts.length; i++) {
    const { state, pending } = contexts[i] as Context
    if (state !== 'idle' || pending > 0) return false
  }
  return true
}
