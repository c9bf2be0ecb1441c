/** A map of bounded size: what was used least recently goes. */
export class RecentMap<K, V> {
  private readonly entries = new Map<K, V>()

  /** @param most entries, at least 1 */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.entries.size
  }

  /** In the order in which they were used, the least recently used first. */
  [Symbol.iterator](): IterableIterator<[K, V]> {
    return this.entries.entries()
  }

  /** Does not count as a use. */
  peek(key: K): V | undefined {
    return this.entries.get(key)
  }

  use(key: K): V | undefined {
    const value = this.entries.get(key)
    if (value !== undefined) {
      this.entries.delete(key)
      this.entries.set(key, value)
    }
    return value
  }

  /** @returns what had to go for it, or undefined */
  add(key: K, value: V): V | undefined {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size <= this.most) return undefined
    const [oldest] = this.entries as Iterable<[K, V]>
    if (oldest === undefined) return undefined
    this.entries.delete(oldest[0])
    return oldest[1]
  }
}
