/** The peer of `scale`: the same bookkeeping as one usually writes it, an object per allocation in a Map. */

export interface TrackedObject {
  name: string
  bytes: number
  device: number
  references: number
  resident: boolean
  priority: number
  lastFence: number
  lastUsed: number
  extents: { first: number; pages: number }[]
}

export class TrackedObjects {
  readonly byHandle = new Map<number, TrackedObject>()
  usage = 0

  add(handle: number, name: string, bytes: number, page: number): void {
    const extents = [{ first: handle, pages: bytes / page }]
    const row = {
      name,
      bytes,
      device: 1,
      references: 1,
      resident: true,
      priority: 2,
      lastFence: 0,
      lastUsed: -1,
      extents,
    }
    this.byHandle.set(handle, row)
    this.usage += bytes
  }

  makeResident(handle: number): void {
    const row = this.byHandle.get(handle) as TrackedObject
    if (row.references++ > 0) return
    row.resident = true
    this.usage += row.bytes
  }

  evict(handle: number): void {
    const row = this.byHandle.get(handle) as TrackedObject
    if (--row.references > 0) return
    row.resident = false
    this.usage -= row.bytes
  }

  use(handles: Iterable<number>, fence: number): void {
    for (const handle of handles) {
      const row = this.byHandle.get(handle) as TrackedObject
      row.lastFence = fence
      if (!row.resident) this.makeResident(handle)
    }
  }

  /** Looks at all, and evicts what no submission after `fence` used. @returns how many that were */
  trim(fence: number): number {
    let evicted = 0
    for (const [handle, row] of this.byHandle) {
      if (!row.resident || row.lastFence > fence) continue
      this.evict(handle)
      evicted++
    }
    return evicted
  }
}
