/**
 * What was used last, by key: when there is more than that the oldest goes. The library that costs are kept with hides what it
 * has from everybody, from checkpoints too; this is state of the driver, which they must have.
 */
export class Recent<Value> {
  /** the one that was used the longest ago first */
  private readonly all = new Map<string, Value>()

  /** @param most how many are kept */
  constructor(private readonly most: number) {}

  /** From now on it is the one that was used last. */
  use(key: string): Value | undefined {
    const value = this.all.get(key)
    if (value === undefined) return undefined
    this.all.delete(key)
    this.all.set(key, value)
    return value
  }

  /** It counts as used. @param value of a key that is new */
  add(key: string, value: Value): void {
    const [oldest] = this.all.size === this.most ? this.all.keys() : []
    if (oldest !== undefined) this.all.delete(oldest)
    this.all.set(key, value)
  }

  /** That does not count as a use. */
  peek(key: string): Value | undefined {
    return this.all.get(key)
  }

  /** The one that was used the longest ago first. */
  entries(): IterableIterator<[string, Value]> {
    return this.all.entries()
  }
}
