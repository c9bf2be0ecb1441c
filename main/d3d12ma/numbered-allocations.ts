/** The live allocations of an allocator by number; numbers of released ones are used again. */

export class NumberedAllocations<Entry> {
  private readonly slots: (Entry | null)[] = []
  private readonly vacant: number[] = []

  /** @param nextSerial ordinal of the next allocation: unlike numbers, none is used again */
  constructor(public nextSerial = 0) {}

  get count(): number {
    return this.slots.length - this.vacant.length
  }

  /** @param make is given the number and the serial of the new allocation */
  add(make: (id: number, serial: number) => Entry): Entry {
    const id = this.vacant.pop() ?? this.slots.push(null) - 1
    const allocation = make(id, this.nextSerial++)
    this.slots[id] = allocation
    return allocation
  }

  remove(id: number): void {
    this.slots[id] = null
    this.vacant.push(id)
  }

  /** @throws RangeError when no live allocation has that number */
  get(id: number): Entry {
    const allocation = this.slots[id]
    if (allocation === undefined || allocation === null) throw new RangeError(`there is no allocation ${id}`)
    return allocation
  }

  /** In the order of their numbers. */
  *[Symbol.iterator](): IterableIterator<Entry> {
    for (const allocation of this.slots) if (allocation !== null) yield allocation
  }
}
