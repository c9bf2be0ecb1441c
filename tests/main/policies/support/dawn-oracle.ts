/** Dawn's rules written down once more, beside a world that says only how far the GPU and the paging queue have come. */
import { SegmentGroup } from '../../../../preload/contract/names'
import { MIB, type TestWorld } from '../../support/world'

/** bytes of the segments of such a world, by group */
export const SEGMENTS = [256 * MIB, 96 * MIB] as const

export interface Thing {
  name: string
  effect: string
  group: SegmentGroup
  bytes: number
  heap: { id: string; bytes: number; shared: boolean }
  references: number
  /** S of PL-30 */
  submission: number
  locks: number
  /** the last submission that used it, and the last one before its release */
  usedBy: number
  releasedAt: number
}

/** Yields what it waits for. */
type Waiting<T> = Generator<() => boolean, T, void>

interface Turn {
  uses: readonly Thing[]
  steps: Waiting<void>
  until: () => boolean
}

/** PL-30 to PL-36, PL-44 and PL-45. */
export class Model {
  readonly did: string[] = []
  readonly seen: Record<string, number> = {}
  readonly things = new Map<string, Thing>()
  readonly reserved: [number, number] = [0, 0]
  fails = 0
  lost = false
  private readonly lists: [Thing[], Thing[]] = [[], []]
  private readonly turns: Turn[] = []
  private submissions = 0
  private batches = 0
  /** released, but the GPU may use it yet: still in the usage (RS-11) */
  private leaving: Thing[] = []

  constructor(
    private readonly world: TestWorld,
    private readonly mended: boolean,
  ) {}

  isWaitedFor(effect: string): boolean {
    return this.turns.some(({ uses }) => uses.some((thing) => thing.effect === effect))
  }

  take(uses: readonly Thing[], steps: Waiting<void>): void {
    this.turns.push({ uses, steps, until: () => true })
    this.poll()
  }

  /** After everything that was due at a moment. */
  poll(): void {
    this.forgetReleased()
    for (let turn = this.turns[0]; turn?.until() === true; turn = this.turns[0]) {
      const step = turn.steps.next()
      if (step.done === true) this.turns.shift()
      else turn.until = step.value
    }
  }

  register(things: readonly Thing[]): void {
    for (const thing of things) this.things.set(thing.name, thing)
  }

  *enter(things: readonly Thing[]): Waiting<void> {
    const left = things.filter(({ references }) => references > 0)
    for (let thing = left[0]; thing !== undefined && !this.lost; thing = left[0]) {
      const { group, bytes } = thing
      yield* this.makeRoom(group, bytes, total(left.filter((other) => other.group === group)))
      left.shift()
      this.lists[group].push(thing)
    }
  }

  *press(set: readonly Thing[], label: string): Waiting<void> {
    if (this.lost) return
    const missing: [Thing[], Thing[]] = [[], []]
    for (const thing of set) {
      if (thing.locks === 0 && !this.unlist(thing)) missing[thing.group].push(thing)
      if (thing.locks === 0 || this.mended) thing.submission = this.submissions + 1
      if (thing.locks === 0) this.lists[thing.group].push(thing)
    }
    const onlyLocal = !this.mended && missing[0].length > 0
    if (onlyLocal && missing[1].length > 0) this.count('both')
    for (const group of onlyLocal ? [SegmentGroup.LOCAL] : [SegmentGroup.LOCAL, SegmentGroup.NON_LOCAL])
      if (!(yield* this.makeResident(group, missing[group]))) return
    this.submissions++
    for (const thing of set) thing.usedBy = this.submissions
    this.did.push(`apply ${label}`)
  }

  *lock(thing: Thing): Waiting<void> {
    if (this.lost) return
    const isListed = this.lists[thing.group].includes(thing)
    if (thing.locks === 0 && !isListed && !(yield* this.makeResident(thing.group, [thing]))) return
    this.unlist(thing)
    thing.locks++
  }

  // biome-ignore lint/correctness/useYield: it takes its turn as what waits does
  *unlock(thing: Thing): Waiting<void> {
    if (thing.locks > 0 && --thing.locks === 0) this.lists[thing.group].push(thing)
  }

  release(effect: string): void {
    for (const thing of [...this.things.values()].filter((one) => one.effect === effect)) {
      this.unlist(thing)
      this.things.delete(thing.name)
      thing.releasedAt = this.submissions
      this.leaving.push(thing)
    }
    this.forgetReleased()
  }

  /** The references of what is placed go when nothing uses the heap, or all that was submitted has been done. */
  private forgetReleased(): void {
    const all = this.all()
    this.leaving = this.leaving.filter(({ heap, usedBy, releasedAt }) => {
      if (!heap.shared) return usedBy > this.completed
      return releasedAt > this.completed && all.some((one) => one.heap.id === heap.id && one.usedBy > this.completed)
    })
  }

  usage(group: SegmentGroup): number {
    const heaps = new Map<string, number>()
    for (const { references, heap, ...thing } of this.all())
      if (thing.group === group && references > 0) heaps.set(heap.id, heap.bytes)
    return [...heaps.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  private *makeRoom(group: SegmentGroup, need: number, besides = 0): Waiting<number> {
    const { Budget } = this.world.device.queryVideoMemoryInfo(group)
    const usage = this.usage(group) - besides
    const reserved = Math.min(Math.floor(Budget / 2), this.reserved[group])
    const limit = BigInt(Math.trunc((Budget - reserved) * 0.95))
    let wanted = BigInt(need) + BigInt(this.mended ? Math.max(0, usage - reserved) : usage - reserved)
    if (wanted < 0n) {
      wanted += 1n << 64n
      this.count('wrapped')
    }
    return wanted <= limit ? 0 : yield* this.evict(group, wanted - limit)
  }

  private *evict(group: SegmentGroup, excess: bigint): Waiting<number> {
    const list = this.lists[group]
    const taken: Thing[] = []
    for (let coldest = list[0]; coldest !== undefined && BigInt(total(taken)) < excess; coldest = list[0]) {
      const { submission } = coldest
      if (submission === this.submissions + 1) break
      if (submission > this.completed) this.count('waited')
      yield () => submission <= this.completed
      if (list[0] === coldest) taken.push(list.shift() as Thing)
    }
    const alive = taken.filter((thing) => this.things.get(thing.name) === thing)
    for (const thing of alive) {
      // it was never made resident (PL-36a): an Evict too many, which fails
      if (thing.references === 0) continue
      thing.references--
      const inHeap = this.all().filter(({ heap }) => heap.id === thing.heap.id)
      this.did.push(`evict ${thing.name} ${inHeap.reduce((sum, { references }) => sum + references, 0)}`)
      this.count('evicted')
    }
    return total(alive)
  }

  private *makeResident(group: SegmentGroup, batch: readonly Thing[]): Waiting<boolean> {
    if (batch.length === 0) return true
    yield* this.makeRoom(group, total(batch))
    while (!this.succeeds(group, batch)) {
      this.count('failed')
      const freed = this.mended ? yield* this.evict(group, 50_000_000n) : yield* this.makeRoom(group, 50_000_000)
      if (freed > 0) continue
      this.lost = true
      this.count('lost')
      return false
    }
    for (const thing of batch) thing.references++
    this.did.push(`in ${batch.map(({ name }) => name)}`)
    const value = ++this.batches
    yield () => this.world.device.residency.pagingFence.completed >= value
    return true
  }

  private succeeds(group: SegmentGroup, batch: readonly Thing[]): boolean {
    const listed = new Set(this.all().flatMap(({ references, heap }) => (references > 0 ? [heap.id] : [])))
    const entering = new Map(batch.filter(({ heap }) => !listed.has(heap.id)).map(({ heap }) => [heap.id, heap.bytes]))
    const usage = [...entering.values()].reduce((sum, bytes) => sum + bytes, this.usage(group))
    const isMadeToFail = this.fails > 0
    if (isMadeToFail) this.fails--
    return !isMadeToFail && usage <= SEGMENTS[group]
  }

  private all(): Thing[] {
    return [...this.things.values(), ...this.leaving]
  }

  private get completed(): number {
    return this.world.queue.lastCompleted
  }

  /** @returns whether it was listed */
  private unlist(thing: Thing): boolean {
    const list = this.lists[thing.group]
    const at = list.indexOf(thing)
    if (at >= 0) list.splice(at, 1)
    return at >= 0
  }

  private count(what: string): void {
    this.seen[what] = (this.seen[what] ?? 0) + 1
  }
}

function total(things: readonly Thing[]): number {
  return things.reduce((sum, { bytes }) => sum + bytes, 0)
}
