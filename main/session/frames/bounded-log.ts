/** A list that forgets its oldest entries, and knows which were added or changed since they were last taken. */
export class BoundedLog<T> {
  /** entries are replaced, not changed */
  static readonly lasting = ['entries', 'unsent'] as const

  protected readonly entries: T[] = []
  private readonly unsent = new Set<T>()

  /** @param bound how many entries are kept */
  constructor(protected readonly bound: number) {}

  add(entry: T): void {
    this.entries.push(entry)
    this.unsent.add(entry)
    // dropped in batches, so that a full log does not shift at every entry
    if (this.entries.length <= this.bound + this.bound / 16) return
    // also of those that wait for a window to take them: there may be none for a long time
    for (const forgotten of this.makeRoom()) this.unsent.delete(forgotten)
  }

  /** Takes entries out until there are no more than the bound: the oldest. @returns what was taken out */
  protected makeRoom(): readonly T[] {
    return this.entries.splice(0, this.entries.length - this.bound)
  }

  replaceLast(entry: T): void {
    const last = this.entries.pop()
    if (last !== undefined) this.unsent.delete(last)
    this.add(entry)
  }

  /** Replaces the newest entry that matches; nothing happens when it is forgotten already. */
  change(matches: (entry: T) => boolean, changed: (entry: T) => T): void {
    const index = this.entries.findLastIndex(matches)
    const old = this.entries[index]
    if (old === undefined) return
    const entry = changed(old)
    this.entries[index] = entry
    this.unsent.delete(old)
    this.unsent.add(entry)
  }

  /** The entry that was added last; undefined: there is none. */
  get newest(): T | undefined {
    return this.entries.at(-1)
  }

  all(): T[] {
    return this.entries.slice(-this.bound)
  }

  /** Something was added or changed since `taken`. */
  get hasFresh(): boolean {
    return this.unsent.size > 0
  }

  /** That entry was added or changed since `taken`. */
  isFresh(entry: T): boolean {
    return this.unsent.has(entry)
  }

  /** Added or changed since `taken`, oldest first by the moment of that change. */
  fresh(): T[] {
    return [...this.unsent]
  }

  /** The oldest of `fresh`, at most `most` entries; the others stay for the next time. */
  take(most: number): T[] {
    const taken: T[] = []
    for (const entry of this.unsent) {
      if (taken.length === most) break
      taken.push(entry)
    }
    for (const entry of taken) this.unsent.delete(entry)
    return taken
  }

  /**
   * What a frame takes: all that are kept where it tells everything anew, else the oldest of `fresh`.
   * @param most entries of those
   */
  takeFor(full: boolean, most: number): T[] {
    if (!full) return this.take(most)
    this.taken()
    return this.all()
  }

  taken(): void {
    this.unsent.clear()
  }
}
