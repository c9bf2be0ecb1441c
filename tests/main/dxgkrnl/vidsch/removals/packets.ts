/** What the trace may say of packets, in which order, when devices go (GP-10 to GP-12, GP-23, GP-24, RS-07). */
import { SubmitFlags } from '../../../../../main/drivers/kmd/scheduling-caps'
import type { Packet } from '../../../../../main/dxgkrnl/vidsch/context'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import type { PacketOutcomeName } from '../../../../../preload/contract'
import type { Watched } from './watched'

/** What was said of a packet, each time that it left its engine. */
interface End {
  outcome: PacketOutcomeName
  start: number
  end: number
  fence: number
}

const FINAL: readonly PacketOutcomeName[] = ['completed', 'reset', 'device-removed', 'rejected']
const COMPOSITOR = -2

export class PacketRules {
  private readonly ends = new Map<Packet, End[]>()
  /** devices that went in the event that runs, and before */
  private readonly goingNow = new Set<number>()
  private readonly goneBefore = new Set<number>()
  /** of a process that is shut out, or of work that starts in the same event */
  private othersMayGo = false

  constructor(private readonly watched: Watched) {}

  record(record: TraceRecord): void {
    const { watched } = this
    if (record.type === 'finding' && record.rule === 'RS-07') this.othersMayGo = true
    if (record.type !== 'tdr') return
    if (record.action === 'blocked') this.othersMayGo = true
    if (record.action === 'engine-reset') {
      watched.counts.resets++
      this.theseHaveGone()
    }
    if (record.action === 'adapter-reset') {
      watched.counts.adapterResets++
      watched.adapterWasReset = true
    }
  }

  private theseHaveGone(): void {
    for (const device of this.goingNow) if (device >= 0) this.goneBefore.add(device)
    this.goingNow.clear()
  }

  goes(device: number): void {
    const { contexts, gone, now } = this.watched
    this.goingNow.add(device)
    for (const context of contexts) if (context.device === device && !gone.has(context)) gone.set(context, now)
  }

  left(packet: Packet, start: number, outcome: PacketOutcomeName): void {
    const { watched } = this
    const { now } = watched
    const ends = this.ends.get(packet) ?? []
    this.ends.set(packet, ends)
    const what = `${watched.name(packet)}: ${outcome} ${start}–${now}`
    this.checkDevice(packet, start, outcome, what)
    const last = ends.at(-1)
    if (last !== undefined) this.checkAgain(packet, start, last, what)
    ends.push({ outcome, start, end: now, fence: packet.fence })
    const ran = ends.reduce((sum, { start: from, end }) => sum + end - from, 0)
    const { duration, until } = packet
    if (outcome === 'completed' && until === null && (ran < duration || (ran > duration && !watched.mayHang)))
      watched.fail('GP-10', `${what}, ran ${ran} of ${duration} µs`)
    if (outcome === 'preempted') watched.counts.preempted++
    if (outcome === 'device-removed') watched.counts.removed++
    if (outcome === 'reset') watched.lost = packet.context.device
  }

  private checkDevice(packet: Packet, start: number, outcome: PacketOutcomeName, what: string): void {
    const { watched } = this
    const { context, paging } = packet
    const goneAt = watched.gone.get(context)
    // what was preempted comes again, so that nothing of a device that is gone was
    if (outcome === 'preempted' && goneAt !== undefined && paging === null)
      watched.fail('GP-11', `${what}, and its device is gone`)
    const goes = goneAt !== undefined || watched.adapterWasReset || watched.lost === context.device
    if (outcome === 'device-removed' && !goes) watched.fail('GP-23', `${what}, and its device is there`)
    if (goneAt !== undefined && start > goneAt && watched.now > start)
      watched.fail('RS-07', `${what}, started after its device had gone at ${goneAt}`)
  }

  private checkAgain({ kind, fence, flags }: Packet, start: number, last: End, what: string): void {
    const { watched } = this
    if (FINAL.includes(last.outcome)) watched.fail('GP-10', `${what}, after it was ${last.outcome}`)
    if (start < last.end) watched.fail('GP-10', `${what}, and ran before until ${last.end}`)
    if (kind === 'paging' && fence !== last.fence) watched.fail('GP-12', `${what}, with another fence id`)
    if (kind !== 'paging' && fence <= last.fence) watched.fail('GP-11', `${what}, without a new fence id`)
    const flagged = (flags & SubmitFlags.Resubmission) !== 0
    if (flagged !== (watched.scenario.system.wddm !== '1.2')) watched.fail('GP-11', `${what}, Resubmission ${flagged}`)
  }

  /** After each event: one device goes with an engine (GP-23), all of them with the adapter (GP-24). */
  check(): void {
    const { watched } = this
    const { lost, adapterWasReset, contexts } = watched
    if (adapterWasReset) {
      for (const context of contexts)
        if (context.device >= 0 && !context.removed) watched.fail('GP-24', `${context.name} has a device still`)
    } else if (lost !== null && !this.othersMayGo) {
      const others = [...this.goingNow].filter((device) => device !== lost)
      if (others.length > 0) watched.fail('GP-23', `devices ${others} went with device ${lost}`)
      if (!this.goingNow.has(lost) && !this.goneBefore.has(lost))
        watched.fail('GP-23', `device ${lost} was not removed`)
    }
    this.theseHaveGone()
    this.othersMayGo = false
    watched.lost = null
  }

  /** When all has come to rest: each packet of a device that is there has ended once. */
  finish(): void {
    const { watched } = this
    for (const { name, engine, device, removed, completed, submitted } of watched.contexts)
      if (!removed && device >= 0 && completed !== submitted)
        watched.fail('GP-10', `${name} on ${engine} completed ${completed} of ${submitted}`)
    for (const [packet, ends] of this.ends) {
      const { removed, device } = packet.context
      if (FINAL.includes((ends.at(-1) as End).outcome) || removed || device === COMPOSITOR) continue
      watched.fail('GP-11', `${watched.name(packet)} was preempted and did not come again`)
    }
    for (const { name, hardware, resubmitted } of watched.world.scheduler.engines.values()) {
      const [left] = [...resubmitted, ...hardware.queue].filter(({ context }) => context.device !== COMPOSITOR)
      if (left !== undefined) watched.fail('GP-10', `${name} still has ${watched.name(left)}`)
    }
  }
}
