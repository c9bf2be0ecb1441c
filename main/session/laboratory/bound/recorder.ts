/** Follows a run and notes down what it needs of local memory (LB-11). It watches only: nothing depends on it. */

import { SegmentGroup } from '../../../../preload/contract'
import type { Resource } from '../../../d3d12/resource'
import { AllocationBit, type AllocationHandle } from '../../../dxgkrnl/vidmm/allocation-table'
import type { Claims } from '../../../dxgkrnl/vidmm/budget'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../../sim/trace-records'
import type { RunFollower } from '../../run/runner'
import type { Capacity, References } from './references'
import { inRoom, type Noted } from './room'

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
  noted: Noted[] = []
  /** of each name the units that are there, the newest last; -1: one that is not local */
  private readonly units = new Map<string, number[]>()
  private vidmm: VideoMemoryManager | null = null
  private claims: Claims | null = null
  private granted = 0

  /** @param told gets what is noted down as it comes, with what has come so far; then nothing is kept of it */
  constructor(
    private readonly capacity: Capacity,
    private readonly told: ((noted: Noted, units: Units) => void) | null = null,
  ) {}

  /** What was noted down so far, with as much room as there was. */
  get references(): References {
    const segment = this.vidmm?.residency.segments[SegmentGroup.LOCAL].size ?? 0
    return { sizes: this.sizes, events: inRoom(this.noted, { capacity: this.capacity, segment }) }
  }

  kernel(vidmm: VideoMemoryManager): void {
    this.vidmm = vidmm
    this.look()
  }

  look(): void {
    if (this.vidmm === null) return
    const { sim, budget, others } = this.vidmm
    const { claims } = this
    const { configured, reservation: reserved, reservationsGranted } = budget
    const { usage } = others
    // also one of the same size: where there is less room it may be the first that is granted
    const asked = reservationsGranted !== this.granted
    if (!asked && claims?.configured === configured && claims.others === usage) return
    this.granted = reservationsGranted
    this.claims = { configured, reserved, others: usage }
    this.note({ t: sim.now, kind: 'claims', claims: this.claims, asked })
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

  private note(noted: Noted): void {
    if (this.told === null) this.noted.push(noted)
    else this.told(noted, this)
  }

  private unitOf(name: string): number {
    return this.units.get(name)?.at(-1) ?? -1
  }

  /** From here on: what is there costs nothing at its first use, as if it were made so. */
  begins(): void {
    if (this.vidmm === null) return
    const there = new Set(handlesThere(this.vidmm))
    this.beginsWith((handle) => there.has(handle))
  }

  /** As `begins`. @param isThere whether that is there, by its handle and its name */
  protected beginsWith(isThere: (handle: AllocationHandle, name: string) => boolean): void {
    if (this.vidmm === null) return
    const { residency, sim } = this.vidmm
    // what is reserved stands on the budgets of before
    this.noted = this.noted.filter(({ kind }) => kind === 'claims')
    for (const handle of residency.table.live()) {
      if (isGoing(handle, this.vidmm)) continue
      const name = residency.table.names[handle] as string
      const unit = this.unitOf(name)
      if (unit >= 0 && isThere(handle, name)) this.note({ t: sim.now, kind: 'created', unit })
    }
    this.note({ t: sim.now, kind: 'begins' })
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

/**
 * What lies in its segment with its contents; and what was created resident and is still being filled, which is not paged in
 * for that (LB-11).
 * @returns handles
 */
export function handlesThere(vidmm: VideoMemoryManager): AllocationHandle[] {
  const { residency, paging } = vidmm
  const { beingMade } = paging
  return [...residency.table.live()].filter(
    (handle) => !isGoing(handle, vidmm) && (residency.isInPlace(handle) || beingMade.has(handle)),
  )
}

/** Destroyed, and there only until the work that uses it is done: its name can be another one's by now (RS-11). */
function isGoing(handle: AllocationHandle, { residency }: VideoMemoryManager): boolean {
  return residency.table.has(handle, AllocationBit.DESTROYED)
}
