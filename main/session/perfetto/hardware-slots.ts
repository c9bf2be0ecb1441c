/** What stands in the hardware queues behind the packet that runs, and for how long in which slot (GP-27). */
import type { Packet } from '../../dxgkrnl/vidsch/context'
import type { Scheduler } from '../../dxgkrnl/vidsch/scheduler'
import type { Form } from './events'
import { GPU, slotName } from './places'
import type { Tracks } from './tracks'

interface Standing {
  readonly packet: Packet
  readonly since: number
}

export class HardwareSlots {
  /** by engine and slot; the first slot, whose packet runs, has nothing here */
  private readonly standing = new Map<string, Standing[]>()

  constructor(
    private readonly scheduler: Scheduler,
    private readonly form: Form,
    private readonly tracks: Tracks,
  ) {}

  /** They may have changed. */
  look(): void {
    for (const [engine, { hardware }] of this.scheduler.engines) {
      const before = this.standing.get(engine) ?? []
      const { queue } = hardware
      if (before.length === 0 && queue.length < 2) continue
      const now: Standing[] = []
      for (let slot = 1; slot < Math.max(queue.length, before.length); slot++) {
        const was = before[slot]
        const packet = queue[slot]
        if (was !== undefined && was.packet !== packet) this.left(engine, slot, was)
        if (packet !== undefined) now[slot] = was?.packet === packet ? was : { packet, since: this.scheduler.sim.now }
      }
      this.standing.set(engine, now)
    }
  }

  /** The run is over. What runs then has no record yet that would fill the first slot: the engine would seem to do nothing. */
  end(): void {
    for (const [engine, { hardware }] of this.scheduler.engines) {
      const { running } = hardware
      if (running !== null) this.left(engine, 0, { packet: running, since: running.startedAt })
    }
    for (const [engine, slots] of this.standing)
      for (const [slot, was] of slots.entries()) if (was !== undefined) this.left(engine, slot, was)
  }

  private left(engine: string, slot: number, { packet, since }: Standing): void {
    const { now } = this.scheduler.sim
    if (now === since) return
    const { command, kind, fence, context } = packet
    this.form.slice(this.tracks.thread(GPU, slotName(engine, slot)), {
      name: command,
      category: 'hardware-queue',
      start: since,
      end: now,
      fields: { engine, slot, context: context.name, kind, fence },
    })
  }
}
