/** Sums up a run from its trace and from memory as it changes; it decides nothing. */
import { COMPOSITOR, SegmentGroup } from '../../../preload/contract'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'
import { presentCommand } from '../../dxgkrnl/vidsch/compositor'
import type { TraceRecord } from '../../sim/trace-records'
import { Latencies } from './latencies'

/** The number nearest to a whole number of byte-microseconds. */
export function byteSeconds(byteMicroseconds: bigint): number {
  // read as a decimal number it is rounded once; a sum of its two parts would be rounded twice
  return Number(`${byteMicroseconds / 1_000_000n}.${String(byteMicroseconds % 1_000_000n).padStart(6, '0')}`)
}

export class RunStatistics {
  evictions = 0
  bytesEvicted = 0
  pageInBytes = 0
  pageOutBytes = 0
  notifications = 0
  devicesRemoved = 0
  findings = 0
  /** packets that waited for memory paged out under pressure (RS-10) */
  hitches = 0
  missedVerticalBlanks = 0
  /** flips outside a vertical blank (GP-05) */
  tears = 0
  /** preemption requests that were answered: one that a reset ended is none (GP-25) */
  preemptions = 0
  worstPreemption: number | null = null
  contextSwitches = 0
  /** µs of saving and restoring contexts (GP-28) */
  contextSwitchTime = 0
  engineResets = 0
  adapterResets = 0
  bugChecks = 0
  /** background tasks that were carried out, and that were cancelled */
  backgroundTasks = 0
  cancelledTasks = 0
  /** the answer to the last SetBackgroundProcessingMode that succeeded; null before the first */
  furtherMeasurementsDesired: boolean | null = null
  /** effect submissions that the GPU has finished */
  effectsCompleted = 0
  /** µs from a vertical blank to the end of the compositor's packet */
  private readonly compositor = new Latencies()
  /** by command, µs: the blanks of presents that have missed the next one and are not done */
  private readonly lateSince = new Map<string, number>()
  peakLocalUsage = 0
  readonly findingsByRule = new Map<string, number>()
  /** device → GetDeviceRemovedReason when it was last removed */
  readonly removalReasons = new Map<string, string>()
  /** of the last request that was answered, by engine; the newest stands last */
  private readonly answered = new Map<string, { boundary: string; latency: number }>()
  private lastUsage = 0
  private lastTime = 0
  /** local usage integrated over time; exact, since bytes × µs outgrow a number's 53 bits */
  private byteMicroseconds = 0n

  /** To be attached to the trace. */
  readonly record = (record: TraceRecord): void => {
    switch (record.type) {
      case 'evict':
        this.evictions++
        if (record.references === 0) this.bytesEvicted += record.left ?? record.bytes
        break
      case 'page-in':
        this.pageInBytes += record.bytes
        break
      case 'page-out':
        this.pageOutBytes += record.bytes
        break
      case 'notification':
        this.notifications++
        break
      case 'packet':
        this.packet(record)
        break
      case 'preempt':
        if (record.boundary === 'reset') break
        this.preemptions++
        this.worstPreemption = Math.max(this.worstPreemption ?? 0, record.stopped - record.requested)
        this.contextSwitchTime += record.save
        this.answer(record)
        break
      case 'background-task':
        if (record.phase === 'finish') this.backgroundTasks++
        if (record.phase === 'cancel') this.cancelledTasks++
        break
      case 'background-mode':
        if (record.result === 'S_OK') this.furtherMeasurementsDesired = record.furtherMeasurementsDesired
        break
      case 'missed-vertical-blank':
        this.missedVerticalBlanks++
        this.lateSince.set(presentCommand(record.display ?? 1), record.t - record.waiting)
        break
      case 'tear':
        this.tears++
        break
      case 'tdr':
        if (record.action === 'engine-reset') this.engineResets++
        if (record.action === 'adapter-reset') this.adapterResets++
        if (record.action === 'bug-check') this.bugChecks++
        break
      case 'device-removed':
        this.devicesRemoved++
        this.removalReasons.set(record.device, record.reason)
        // what it was to present is gone
        if (record.device === COMPOSITOR) this.lateSince.clear()
        break
      case 'finding':
        this.findings++
        this.findingsByRule.set(record.rule, (this.findingsByRule.get(record.rule) ?? 0) + 1)
        break
    }
  }

  /** The last preemption request that was answered, on that engine or on any. @returns `latency` in µs; null: none was */
  lastPreemption(engine?: string): { engine: string; boundary: string; latency: number } | null {
    const name = engine ?? [...this.answered.keys()].at(-1)
    const found = name === undefined ? undefined : this.answered.get(name)
    return name === undefined || found === undefined ? null : { engine: name, ...found }
  }

  /** A reset is no answer (GP-25). */
  private answer({ engine, boundary, requested, stopped }: Extract<TraceRecord, { type: 'preempt' }>): void {
    if (boundary === 'reset') return
    this.answered.delete(engine)
    this.answered.set(engine, { boundary, latency: stopped - requested })
  }

  private packet(record: Extract<TraceRecord, { type: 'packet' }>): void {
    if (record.hitch !== undefined) this.hitches++
    if (record.switch !== undefined) {
      this.contextSwitches++
      this.contextSwitchTime += record.switch
    }
    if (record.context !== COMPOSITOR || record.kind !== 'present' || record.outcome === 'preempted') return
    if (this.lateSince.size > 0) this.lateSince.delete(record.command)
    if (record.outcome === 'completed') this.compositor.add(record.end - record.submitted)
  }

  /**
   * `worst` and `p99` of the µs from a vertical blank to the end of the compositor's packet; one that is late and goes
   * on counts with what it has taken so far, or a run that ends in the middle of a long packet would look better than
   * it is. null: none was presented
   * @param now µs
   */
  compositorLatency(now: number): { worst: number | null; p99: number | null } {
    const late = this.presentLate(now)
    const { compositor } = this
    const worst = late === null ? compositor.worst : Math.max(late, compositor.worst ?? 0)
    return { worst, p99: compositor.percentile(0.99, late) }
  }

  /** µs that the present has taken so far that is late for longest and not done; null: none is @param now µs */
  presentLate(now: number): number | null {
    return this.lateSince.size === 0 ? null : now - Math.min(...this.lateSince.values())
  }

  /**
   * What is counted from now on: as if nothing had been, but for what is held and what is late by now.
   * @param now µs
   */
  fromNowOn(now: number): RunStatistics {
    const next = new RunStatistics()
    next.lastUsage = this.lastUsage
    next.peakLocalUsage = this.lastUsage
    next.lastTime = now
    for (const [command, since] of this.lateSince) next.lateSince.set(command, since)
    return next
  }

  /** To be called when memory may have changed. */
  sample(vidmm: VideoMemoryManager): void {
    const { usage } = vidmm.residency.counters[SegmentGroup.LOCAL]
    if (usage === this.lastUsage) return
    this.integrate(vidmm.sim.now)
    this.lastUsage = usage
    this.peakLocalUsage = Math.max(this.peakLocalUsage, usage)
  }

  /** Byte-seconds of local usage from 0 to `now`. @param now µs */
  localByteSeconds(now: number): number {
    this.integrate(now)
    return byteSeconds(this.byteMicroseconds)
  }

  private integrate(now: number): void {
    this.byteMicroseconds += BigInt(this.lastUsage) * BigInt(now - this.lastTime)
    this.lastTime = now
  }
}
