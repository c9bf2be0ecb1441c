/** What became of packets and of preemption requests, as the trace and whoever watches learn it. */
import type { PacketOutcomeName } from '../../../preload/contract/names'
import type { Preempted } from '../../drivers/kmd/engine'
import type { Simulation } from '../../sim/simulation'
import type { TraceRecord } from '../../sim/trace-records'
import type { Packet } from './context'
import type { EngineState } from './engine-state'
import type { PreemptionRequest } from './preemption-request'
import type { SchedulerObserver } from './scheduler-options'

/** Where reports go: the scheduler, whose observer may change. */
interface Reporter {
  readonly sim: Simulation
  readonly observer: SchedulerObserver
}

/** What the trace says of a packet. */
export type ReportedPacket = Pick<
  Packet,
  'context' | 'kind' | 'fence' | 'hitch' | 'flags' | 'submitted' | 'switched' | 'signals' | 'command'
>

/** Writes what became of a packet on its engine. @param start µs, when it began to run */
export function reportPacket(
  reporter: Reporter,
  state: EngineState,
  packet: Packet,
  start: number,
  outcome: PacketOutcomeName,
): void {
  const { sim, observer } = reporter
  packet.recordedAt = sim.now
  packet.recordIndex = sim.trace.total
  // whoever waits for all of it has known it by itself
  if (packet.split !== null) {
    packet.split.whole.recordedAt = sim.now
    packet.split.whole.recordIndex = sim.trace.total
  }
  writePacket(sim, state, packet, start, outcome)
  packet.hitch = 0
  observer.left?.(state.name, packet, start, outcome)
}

/** The record of a packet that nobody holds any more. @param start µs, when it began to run */
export function writePacket(
  sim: Simulation,
  { name: engine }: EngineState,
  { context, kind, fence, hitch, flags, submitted, switched, signals, command }: ReportedPacket,
  start: number,
  outcome: PacketOutcomeName,
): void {
  // all that records of packets have is set here at once, what they lack as well: objects that grow, and those that are
  // not alike, cost more than all the rest
  const record: TraceRecord & { type: 'packet' } = {
    t: sim.now,
    type: 'packet',
    engine,
    context: context.name,
    kind,
    fence,
    start,
    end: sim.now,
    outcome,
    hitch: hitch === 0 ? undefined : hitch,
    flags: flags === 0 ? undefined : flags,
    submitted,
    switch: switched < 0 ? undefined : switched,
    signals: signals === 0 ? undefined : signals,
    command,
    cause: sim.trace.cause === 0 ? undefined : sim.trace.cause,
  }
  sim.trace.add(record)
}

/** Writes how an engine answered a preemption request. */
export function reportPreemption(
  { sim, observer }: Reporter,
  state: EngineState,
  request: PreemptionRequest,
  result: Preempted<Packet>,
): void {
  const { boundary, save, interrupted, held } = result
  const { requested, fence, reason, context } = request
  const record: TraceRecord & { type: 'preempt' } = {
    t: sim.now,
    type: 'preempt',
    engine: state.name,
    requested,
    stopped: sim.now,
    boundary,
    fence,
    reason,
    save,
    held: held.length + (interrupted === null ? 0 : 1),
  }
  if (context !== null) record.context = context
  request.recordedAt = sim.now
  request.recordIndex = sim.trace.total
  sim.trace.write('preempt', record)
  observer.preempted?.(state.name, request, result, sim.now)
}
