/** Sums up a run from its trace and from memory as it changes; it decides nothing. */
import { SegmentGroup } from '../drivers/kmd/adapter'
import type { VideoMemoryManager } from '../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../sim/trace-records'

export class Statistics {
  evictions = 0
  bytesEvicted = 0
  pageInBytes = 0
  pageOutBytes = 0
  notifications = 0
  devicesRemoved = 0
  findings = 0
  /** packets that waited for memory paged out under pressure (RS-10) */
  hitches = 0
  peakLocalUsage = 0
  readonly findingsByRule = new Map<string, number>()
  private lastUsage = 0
  private lastTime = 0
  /** local usage integrated over time; exact, since bytes × µs outgrow a number's 53 bits */
  private byteMicroseconds = 0n

  /** To be attached to the trace. */
  readonly record = (record: TraceRecord): void => {
    switch (record.type) {
      case 'evict':
        this.evictions++
        if (record.references === 0) this.bytesEvicted += record.bytes
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
        if (record.hitch !== undefined) this.hitches++
        break
      case 'device-removed':
        this.devicesRemoved++
        break
      case 'finding':
        this.findings++
        this.findingsByRule.set(record.rule, (this.findingsByRule.get(record.rule) ?? 0) + 1)
        break
    }
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
    return Number(this.byteMicroseconds / 1_000_000n) + Number(this.byteMicroseconds % 1_000_000n) / 1e6
  }

  private integrate(now: number): void {
    this.byteMicroseconds += BigInt(this.lastUsage) * BigInt(now - this.lastTime)
    this.lastTime = now
  }
}
