/** A queue of resources that knows how many bytes it holds: the oldest first. Each is in it once at most. */
import type { Resource } from '../../d3d12/resource'

interface Held {
  readonly resource: Resource
}

export class ByteQueue<T extends Held> {
  bytes = 0
  private readonly entries = new Set<T>()

  get oldest(): T | undefined {
    const [first] = this.entries
    return first
  }

  has(entry: T): boolean {
    return this.entries.has(entry)
  }

  /** To the young end, also where it is in it already. */
  push(entry: T): void {
    this.remove(entry)
    this.entries.add(entry)
    this.bytes += entry.resource.size
  }

  /** @returns false when it was not in it */
  remove(entry: T): boolean {
    if (!this.entries.delete(entry)) return false
    this.bytes -= entry.resource.size
    return true
  }

  /** The oldest leave until it holds no more than so many bytes. */
  trimTo(bytes: number): void {
    for (const entry of this.entries) {
      if (this.bytes <= bytes) return
      this.remove(entry)
    }
  }

  /** The oldest that may go. */
  find(may: (entry: T) => boolean): T | undefined {
    for (const entry of this.entries) if (may(entry)) return entry
    return undefined
  }

  /** Oldest first; the current one may be removed or pushed while walking, and is then met again at the end. */
  [Symbol.iterator](): Iterator<T> {
    return this.entries.values()
  }
}
