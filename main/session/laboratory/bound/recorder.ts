/** Follows a run and notes down what it needs of local memory (LB-11). It watches only: nothing depends on it. */

import { SegmentGroup } from '../../../../preload/contract'
import type { Resource } from '../../../d3d12/resource'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../../sim/trace-records'
import type { RunFollower } from '../../run/runner'
import type { Capacity, Reference, References } from './references'

/** By number. */
export interface Units {
  /** bytes */
  readonly sizes: readonly number[]
  /** one that was made anew has its name again, and another number */
  readonly names: readonly string[]
}

export class ReferenceRecorder implements RunFollower, Units {
  readonly sizes: number[] = []
  readonly names: string[] = []
  private noted: Reference[] = []
  /** of each name the units that are there, the newest last; -1: one that is not local */
  private readonly units = new Map<string, number[]>()
  private vidmm: VideoMemoryManager | null = null
  private room = Number.NaN

  /** @param told gets each reference as it comes, with what has come so far; then nothing is kept of them */
  constructor(
    private readonly capacity: Capacity,
    private readonly told: ((reference: Reference, units: Units) => void) | null = null,
  ) {}

  /** What was noted down so far. */
  get references(): References {
    return { sizes: this.sizes, events: this.noted }
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
    this.note({ t: sim.now, kind: 'capacity', bytes })
  }

  record(record: TraceRecord): void {
    this.look()
    if (record.type === 'destroy') this.destroyed(record)
    if (record.type !== 'create') return
    // what lies elsewhere is never brought into local memory
    const unit = record.segment === undefined ? this.sizes.push(record.bytes) - 1 : -1
    if (unit >= 0) this.names.push(record.resource)
    const there = this.units.get(record.resource)
    if (there === undefined) this.units.set(record.resource, [unit])
    else there.push(unit)
    if (unit >= 0 && record.resident) this.note({ t: record.t, kind: 'created', unit })
  }

  /** What is made anew under its name may be there before the one that it replaces is gone: the oldest goes. */
  private destroyed({ t, resource }: Extract<TraceRecord, { type: 'destroy' }>): void {
    const there = this.units.get(resource)
    const unit = there?.shift()
    if (there?.length === 0) this.units.delete(resource)
    if (unit !== undefined && unit >= 0) this.note({ t, kind: 'destroyed', unit })
  }

  private note(reference: Reference): void {
    if (this.told === null) this.noted.push(reference)
    else this.told(reference, this)
  }

  private unitOf(name: string): number {
    return this.units.get(name)?.at(-1) ?? -1
  }

  /** From here on: what lies in its segment with its contents costs nothing at its first use, as if it were made so. */
  begins(): void {
    if (this.vidmm === null) return
    const { residency, sim } = this.vidmm
    this.noted = []
    this.room = Number.NaN
    this.look()
    for (const handle of residency.table.live()) {
      const unit = this.unitOf(residency.table.names[handle] as string)
      if (unit >= 0 && residency.isInPlace(handle)) this.note({ t: sim.now, kind: 'created', unit })
    }
  }

  submitted(resources: readonly Resource[]): void {
    if (this.vidmm === null) return
    const { residency, sim } = this.vidmm
    const used = new Set<number>()
    for (const { handle } of resources) {
      const unit = this.unitOf(residency.table.names[handle] as string)
      if (unit >= 0) used.add(unit)
    }
    this.note({ t: sim.now, kind: 'use', units: [...used] })
  }
}
