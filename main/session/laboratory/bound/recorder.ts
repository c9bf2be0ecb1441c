/** Follows a run and notes down what it needs of local memory (LB-11). It watches only: nothing depends on it. */

import { SegmentGroup } from '../../../../preload/contract'
import type { Resource } from '../../../d3d12/resource'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../../sim/trace-records'
import type { RunFollower } from '../../run/runner'
import type { Reference, References } from './references'

/** What counts as room: the app's effective budget, or local memory less what other processes use (LB-12). */
export const CAPACITIES = ['budget', 'segment'] as const
export type Capacity = (typeof CAPACITIES)[number]

export class ReferenceRecorder implements RunFollower {
  private readonly sizes: number[] = []
  private readonly events: Reference[] = []
  /** the newest local unit of each name */
  private readonly units = new Map<string, number>()
  private vidmm: VideoMemoryManager | null = null
  private room = Number.NaN

  constructor(private readonly capacity: Capacity) {}

  /** What was noted down so far. */
  get references(): References {
    return { sizes: this.sizes, events: this.events }
  }

  kernel(vidmm: VideoMemoryManager): void {
    this.vidmm = vidmm
    this.look()
  }

  look(): void {
    if (this.vidmm === null) return
    const { sim, budget, residency, others } = this.vidmm
    const { size } = residency.segments[SegmentGroup.LOCAL]
    const bytes = this.capacity === 'budget' ? budget.budget : Math.max(0, size - others.usage)
    if (bytes === this.room) return
    this.room = bytes
    this.events.push({ t: sim.now, kind: 'capacity', bytes })
  }

  record(record: TraceRecord): void {
    this.look()
    if (record.type !== 'create') return
    // what lies elsewhere is never brought into local memory
    if (record.segment !== undefined) {
      this.units.delete(record.resource)
      return
    }
    const unit = this.sizes.push(record.bytes) - 1
    this.units.set(record.resource, unit)
    if (record.resident) this.events.push({ t: record.t, kind: 'created', unit })
  }

  submitted(resources: readonly Resource[]): void {
    if (this.vidmm === null) return
    const { residency, sim } = this.vidmm
    const used = new Set<number>()
    for (const { handle } of resources) {
      const unit = this.units.get(residency.table.names[handle] as string)
      if (unit !== undefined) used.add(unit)
    }
    this.events.push({ t: sim.now, kind: 'use', units: [...used] })
  }
}
