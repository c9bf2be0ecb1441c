/**
 * Paging work as packets of the system context, which compete for their engine as any others do (RS-13). Work that takes
 * long is cut into DMA buffers, so that no paging packet comes near a timeout.
 */
import { SubmitFlags } from '../../drivers/kmd/scheduling-caps'
import { goOnWith, kept, type Then } from '../../sim/continuation'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { PagingEngine, PagingWork } from '../vidmm/paging-engine'
import type { Context, Packet } from './context'
import type { EngineState } from './engine-state'
import type { SchedulerPort } from './scheduler-port'

/** µs of paging work in one DMA buffer, at most (choice) */
const LONGEST_PAGING_PACKET = 10_000

interface Job {
  readonly work: PagingWork
  readonly cause: number
  /** µs not yet in any packet */
  left: number
  /** µs when its first packet began to run, -1: none has */
  start: number
  /** packets that are not done */
  outstanding: number
  lost: boolean
}

export class PagingPort implements PagingEngine {
  private readonly jobs = new Map<Packet, Job>()
  /** of these jobs, in the order in which they were made */
  private readonly packets: Packet[] = []

  constructor(
    private readonly scheduler: SchedulerPort<'feeder'>,
    private readonly system: Context,
  ) {}

  submit(work: PagingWork): void {
    const { cause } = this.scheduler.sim.trace
    const job: Job = { work, cause, left: work.duration, start: -1, outstanding: 0, lost: false }
    this.scheduler.enqueue(this.system, this.nextPacket(job))
  }

  unbind(handle: AllocationHandle, then: Then): void {
    this.scheduler.unbind(handle, then)
  }

  /** The engine on which paging work stands still (GP-23); null: it does not. */
  get hung(): EngineState | null {
    const state = this.scheduler.stateOf(this.system)
    return state.hardware.hung && state.hardware.running?.paging !== null ? state : null
  }

  /** The first packet of the work that is done to an allocation now; null: there is none. @param handle null: of others */
  carrying(handle: AllocationHandle | null): Packet | null {
    const { packets } = this
    for (let i = 0; i < packets.length; i++) {
      const packet = packets[i] as Packet
      if ((packet.paging?.bound[0] ?? null) === handle) return packet
    }
    return null
  }

  /** A packet is in the hardware queue: the one that follows it stands next in line. */
  entered(packet: Packet): void {
    const job = this.jobs.get(packet)
    if (job === undefined || job.left === 0 || job.lost) return
    this.system.putBack([this.nextPacket(job)])
  }

  private nextPacket(job: Job): Packet {
    const { scheduler, system } = this
    const duration = Math.min(job.left, LONGEST_PAGING_PACKET)
    job.left -= duration
    job.outstanding++
    const { resource } = job.work
    const request = { command: resource, duration, allocations: [], kind: 'paging', flags: SubmitFlags.Paging } as const
    const packet = scheduler.sim.causedBy(job.cause, () => scheduler.packetOf(system, request, 0))
    packet.paging = this.endsOf(packet, job)
    this.jobs.set(packet, job)
    this.packets.push(packet)
    return packet
  }

  private endsOf(packet: Packet, job: Job): Packet['paging'] {
    const { handle } = job.work
    return {
      bound: handle === null ? [] : [handle],
      completed: kept({ self: this, packet, job }, ({ self, packet, job }, start: number) =>
        self.completed(packet, job, start),
      ),
      lost: kept({ self: this, packet, job }, ({ self, packet, job }) => self.lost(packet, job)),
    }
  }

  private forget(packet: Packet): void {
    this.jobs.delete(packet)
    this.packets.splice(this.packets.indexOf(packet), 1)
  }

  private completed(packet: Packet, job: Job, start: number): void {
    this.forget(packet)
    if (job.start < 0) job.start = start
    if (--job.outstanding === 0 && job.left === 0 && !job.lost) goOnWith(job.work.finished, job.start, true)
  }

  private lost(packet: Packet, job: Job): void {
    this.forget(packet)
    if (job.lost) return
    job.lost = true
    this.withdraw(job)
    goOnWith(job.work.finished, job.start < 0 ? this.scheduler.sim.now : job.start, false)
  }

  /** What of it stands next in line has nothing to go on from: what came before it was lost (GP-24). */
  private withdraw(job: Job): void {
    const { scheduler, system } = this
    const { head } = system
    if (head?.type !== 'packet' || this.jobs.get(head) !== job) return
    this.forget(head)
    scheduler.stateOf(system).remove(system)
    system.take()
    system.state = 'idle'
    scheduler.feeder.advance(system)
  }
}
