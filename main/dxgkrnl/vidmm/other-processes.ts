/** Local memory that other processes use: how much they ask for, and the extents that they really hold. */
import { type Extent, PAGE, type Segment } from './segment'

export class OtherProcesses {
  private readonly wanted = new Map<string, number>()
  private readonly held: Extent[] = []
  private heldPages = 0

  constructor(private readonly segment: Segment) {}

  /** bytes that they use, as they say: what the app's budget reckons with (RS-09) */
  get usage(): number {
    let total = 0
    for (const bytes of this.wanted.values()) total += bytes
    return total
  }

  /** bytes of the segment that they hold now */
  get committed(): number {
    return this.heldPages * PAGE
  }

  /** bytes that they still lack, whole pages */
  get missing(): number {
    return Math.max(0, Math.ceil(this.usage / PAGE) * PAGE - this.committed)
  }

  get extents(): readonly Extent[] {
    return this.held
  }

  /** Sets one process's usage; what it no longer needs goes back to the segment at once. */
  setUsage(name: string, bytes: number): void {
    this.wanted.set(name, bytes)
    const surplus = this.committed - Math.ceil(this.usage / PAGE) * PAGE
    if (surplus > 0) this.release(surplus)
  }

  /** Takes what is free, up to what is missing. */
  takeFree(): void {
    const bytes = Math.min(this.missing, this.segment.freeBytes)
    if (bytes === 0) return
    this.held.push(...(this.segment.take(bytes) ?? []))
    this.heldPages += bytes / PAGE
  }

  /** Gives `bytes` (whole pages) back to the segment. */
  release(bytes: number): void {
    let left = bytes / PAGE
    this.heldPages -= left
    while (left > 0) {
      const last = this.held.pop() as Extent
      const given = Math.min(left, last.pages)
      const kept = last.pages - given
      if (kept > 0) this.held.push({ first: last.first, pages: kept })
      this.segment.give([{ first: last.first + kept, pages: given }])
      left -= given
    }
  }
}
