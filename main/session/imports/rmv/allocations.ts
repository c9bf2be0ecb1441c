/** The virtual allocations of a trace: what the OS makes resident, each of which becomes a resource. */

/** What the driver calls a resource, and what the app calls it. */
export interface ApiResource {
  names: Set<string>
}

export interface RmvAllocation {
  /** from 1, in the order in which they were made */
  number: number
  address: number
  bytes: number
  /** memory that the CPU writes and the GPU reads where it is, or not */
  upload: boolean
  /** no heap was preferred */
  anyHeap: boolean
  bound: Set<ApiResource>
  /** known when it is freed, or when the trace ends */
  name: string | null
  /** some of its pages lie where the CPU cannot see them */
  invisible: boolean
  demoted: boolean
}

/** Those that are there at one time, by address. */
export class Allocations {
  readonly #sorted: RmvAllocation[] = []

  get all(): readonly RmvAllocation[] {
    return this.#sorted
  }

  /** @returns those whose addresses it has: the trace does not say that they were freed */
  add(made: RmvAllocation): RmvAllocation[] {
    const from = this.#place(made.address)
    const before = this.#sorted[from - 1]
    const first = before !== undefined && before.address + before.bytes > made.address ? from - 1 : from
    let to = from
    while ((this.#sorted[to]?.address ?? Number.POSITIVE_INFINITY) < made.address + made.bytes) to++
    return this.#sorted.splice(first, to - first, made)
  }

  /** That whose first address it is. @param address bytes */
  remove(address: number): RmvAllocation | null {
    const place = this.#place(address)
    if (this.#sorted[place]?.address !== address) return null
    return this.#sorted.splice(place, 1)[0] ?? null
  }

  /** That in which the address lies. @param address bytes */
  at(address: number): RmvAllocation | null {
    const place = this.#place(address)
    const here = this.#sorted[place]
    if (here?.address === address) return here
    const before = this.#sorted[place - 1]
    return before !== undefined && address < before.address + before.bytes ? before : null
  }

  /** Of the first one at or after the address. */
  #place(address: number): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] as RmvAllocation).address < address) low = middle + 1
      else high = middle
    }
    return low
  }
}
