/**
 * The clock's rules (PL-37 to PL-39), written down once more on plain arrays: an oracle that shares no code with the policy.
 * It is fed with what happened and says what the policy does. Bytes are those of GetResourceAllocationInfo, times µs.
 */
import { MiB } from '../../support/play'

interface Thing {
  readonly name: string
  readonly bytes: number
  /** in a DEFAULT heap: the others are made resident when first needed and stay */
  readonly isLocal: boolean
  /** MakeResident calls that no Evict has undone; the first is the creation */
  references: number
  mark: 'resident' | 'demoted' | 'evicted'
  chunk: number
  readonly place: number
  released: boolean
}

export class ClockOracle {
  /** "evict name reason references", "make resident a,b", "apply effect" */
  readonly did: string[] = []
  /** how often the hand moved, and what was queued */
  readonly seen = { ticks: 0, queued: 0 }
  now = 0
  /** bytes of local memory */
  budget: number
  private readonly chunkBytes: number
  private known: number
  private things: Thing[] = []
  private readonly chunks: { bytes: number; things: Thing[] }[] = []
  private queue: Thing[] = []
  private armed = false
  private deadline: number | null = null
  private hand: number | null = null
  private places = 0

  constructor(
    private readonly segment: number,
    budget: number,
  ) {
    this.budget = budget
    this.known = segment
    this.readBudget()
    let bytes = 256 * MiB
    while (7 * bytes > segment) bytes /= 2
    this.chunkBytes = Math.max(4 * MiB, bytes)
  }

  create(name: string, bytes: number, resident: boolean, isLocal: boolean): void {
    const mark = resident ? 'resident' : 'evicted'
    const place = this.places++
    const thing: Thing = { name, bytes, isLocal, references: resident ? 1 : 0, mark, chunk: -1, place, released: false }
    this.things.push(thing)
    if (isLocal) {
      const last = this.chunks.at(-1)
      const chunk = last !== undefined && last.bytes + bytes <= this.chunkBytes ? last : { bytes: 0, things: [] }
      if (chunk !== last) this.chunks.push(chunk)
      chunk.bytes += bytes
      chunk.things.push(thing)
      thing.chunk = this.chunks.length - 1
    }
    // the resources of an effect together: usage only rises with them
    if (this.usage > this.known) this.armed = true
  }

  /** Of an effect, or one of no effect. */
  release(name: string): void {
    for (const thing of this.things)
      if (thing.name === name || thing.name.startsWith(`${name}.`)) {
        thing.released = true
        this.queue = this.queue.filter((queued) => queued !== thing)
        for (const chunk of this.chunks) chunk.things = chunk.things.filter((other) => other !== thing)
      }
  }

  /** The GPU no longer needs it: what was released first of that name. */
  destroyed(name: string): void {
    const first = this.things.find((thing) => thing.released && thing.name === name)
    this.things = this.things.filter((thing) => thing !== first)
  }

  /** @param names of a set of its own; null: of the effect */
  press(label: string, names: readonly string[] | null): void {
    const live = this.things.filter(({ released }) => !released)
    const ofSet = [...new Set(names ?? [])].flatMap((name) => live.find((thing) => thing.name === name) ?? [])
    const set = names === null ? live.filter(({ name }) => name.startsWith(`${label}.`)) : ofSet
    for (const thing of set) if (thing.mark === 'demoted') thing.mark = 'resident'
    this.queue = this.queue.filter((queued) => !set.includes(queued))
    const missing = set.filter(({ mark }) => mark === 'evicted')
    if (this.usage + total(missing.filter(({ isLocal }) => isLocal)) > this.known) this.armed = true
    if (missing.length > 0) this.did.push(`make resident ${missing.map(({ name }) => name).join(',')}`)
    for (const thing of missing) {
      thing.mark = 'resident'
      thing.references++
    }
    this.evictQueued()
    this.did.push(`apply ${label}`)
    this.tickIfDue()
  }

  private get usage(): number {
    return total(this.things.filter(({ isLocal, references }) => isLocal && references > 0))
  }

  private readBudget(): void {
    const spare = Math.min(256 * MiB, Math.max(4 * MiB, Math.floor(this.segment / 100)))
    if (this.budget > 0) this.known = Math.max(0, this.budget - spare)
  }

  private evictQueued(): void {
    let counted = 0
    for (let most = 128; most > 0; most--) {
      const [first] = this.queue
      if (first === undefined || (counted > 0 && counted + first.bytes > 16 * MiB)) return
      counted += 16 * first.bytes
      this.queue.shift()
      first.mark = 'evicted'
      first.references--
      this.did.push(`evict ${first.name} budget ${first.references}`)
    }
  }

  private tickIfDue(): void {
    if (this.deadline !== null && this.now < this.deadline) return
    const next = this.deadline === null ? 0 : this.deadline + 500_000
    this.deadline = next > this.now ? next : this.now + 500_000
    this.readBudget()
    const { usage, chunkBytes, known } = this
    if (!this.armed || this.chunks.length === 0 || usage + 2 * chunkBytes <= known) return
    this.seen.ticks++
    const before = this.hand
    this.hand = before === null ? 0 : (before + 1) % this.chunks.length
    for (const index of new Set(before === null ? [this.hand] : [before, this.hand])) {
      let freed = 0
      for (const thing of (this.chunks[index]?.things ?? []).toReversed()) {
        if (thing.mark === 'resident') thing.mark = 'demoted'
        else if (thing.mark === 'demoted' && usage + 2 * chunkBytes > known + freed) {
          freed += thing.bytes
          if (this.queue.includes(thing)) continue
          this.queue.push(thing)
          this.seen.queued++
        }
      }
    }
    this.queue.sort((a, b) => a.chunk - b.chunk || b.place - a.place)
  }
}

function total(things: readonly Thing[]): number {
  return things.reduce((sum, { bytes }) => sum + bytes, 0)
}
