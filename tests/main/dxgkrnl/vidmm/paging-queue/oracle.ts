/**
 * Who is brought in and who is taken out, and when, written down once more on plain arrays and clocks: an oracle that shares
 * no code with the paging queue. It is told what the app calls, and says what the trace has of transfers, destructions and
 * evictions that the driver makes fail (RS-01, RS-03, RS-05, RS-06, RS-10, RS-11, AN-05, AN-10, AN-16). No packets run.
 */
import { MIB } from '../../../support/world'

/** lowest first */
export const PRIORITIES = ['minimum', 'low', 'normal', 'high', 'maximum'] as const

interface Allocation {
  readonly name: string
  readonly bytes: number
  references: number
  /** it has memory of its segment */
  inSegment: boolean
  /** and its contents are there */
  inPlace: boolean
  /** index in PRIORITIES */
  priority: number
  /** when it became evictable last, and when it came to stand among those in place last: ordinals */
  evictable: number
  placed: number
  discarded: boolean
  freed: boolean
  /** operations that name it */
  operations: number
}

interface Operation {
  readonly kind: 'in' | 'out'
  readonly list: readonly Allocation[]
  /** what it needs itself */
  readonly keep: ReadonlySet<Allocation>
  /** new memory: nothing is transferred */
  readonly fresh: boolean
  next: number
}

export interface System {
  /** bytes that can be free */
  readonly available: number
  /** an aperture: mappings of 2 µs, and NotifyIoMmuUnmap in chunks of 4 MiB; else 1 MiB takes 1000 µs */
  readonly aperture: boolean
  readonly eager: boolean
}

const MAPPING = 2
const CHUNK = 4 * MIB

export class PagingOracle {
  /** "µs page-in name start", "µs page-out name start reason", "µs destroy name on its list", "µs abandoned name" */
  readonly did: string[] = []
  /** bytes */
  budget: number
  /** calls for a paging buffer that fail from now on */
  failures = 0
  private all: Allocation[] = []
  private readonly queue: Operation[] = []
  /** not tried again for the operation at the head */
  private readonly refused = new Set<Allocation>()
  private now = 0
  private ordinal = 0
  private underWay: { readonly end: number; readonly then: () => void } | null = null

  constructor(
    private readonly system: System,
    budget: number,
  ) {
    this.budget = budget
  }

  advanceTo(time: number): void {
    for (let step = this.underWay; step !== null && step.end <= time; step = this.underWay) {
      this.now = step.end
      this.underWay = null
      step.then()
      this.run()
    }
    this.now = time
  }

  create(name: string, bytes: number, resident: boolean): void {
    const made: Allocation = {
      name,
      bytes,
      references: 0,
      inSegment: false,
      inPlace: false,
      priority: PRIORITIES.indexOf('normal'),
      evictable: 0,
      placed: 0,
      discarded: false,
      freed: false,
      operations: 0,
    }
    this.all.push(made)
    if (!resident) return
    made.references = 1
    this.enqueue({ kind: 'in', list: [made], keep: new Set([made]), fresh: true, next: 0 })
  }

  makeResident(names: readonly string[], denyOverbudget: boolean): string {
    const named = names.map((name) => this.find(name))
    const list = [...new Set(named)]
    const entering = total(list.filter(({ references }) => references === 0))
    if (denyOverbudget && entering > 0 && this.usage + entering > this.budget) return 'E_OUTOFMEMORY'
    if (total(list) > this.system.available) return 'E_OUTOFMEMORY'
    for (const one of named) if (one.references++ === 0 && one.inPlace) one.placed = ++this.ordinal
    const missing = list.filter(({ inPlace }) => !inPlace)
    if (this.queue.length > 0 || missing.length > 0)
      this.enqueue({ kind: 'in', list: missing, keep: new Set(list), fresh: false, next: 0 })
    return 'S_OK'
  }

  /** In order, up to the first that has nothing to undo. */
  evict(names: readonly string[]): void {
    for (const one of names.map((name) => this.find(name))) {
      if (one.references === 0) return
      if (--one.references > 0) continue
      one.evictable = ++this.ordinal
      if (this.system.eager) this.enqueue({ kind: 'out', list: [one], keep: new Set(), fresh: false, next: 0 })
    }
  }

  setPriority(name: string, priority: (typeof PRIORITIES)[number]): void {
    this.find(name).priority = PRIORITIES.indexOf(priority)
  }

  discard(name: string): void {
    this.find(name).discarded = true
  }

  free(name: string): void {
    const one = this.find(name)
    one.freed = true
    this.destroyIfUnused(one)
  }

  private find(name: string): Allocation {
    const found = this.all.find((one) => one.name === name && !one.freed)
    if (found === undefined) throw new Error(`the oracle knows no ${name}`)
    return found
  }

  private get usage(): number {
    return total(this.all.filter(({ references }) => references > 0))
  }

  private get room(): number {
    return this.system.available - total(this.all.filter(({ inSegment }) => inSegment))
  }

  private enqueue(operation: Operation): void {
    for (const one of operation.list) one.operations++
    this.queue.push(operation)
    this.run()
  }

  private run(): void {
    for (let [head] = this.queue; head !== undefined && this.underWay === null; [head] = this.queue) {
      if (!this.isFinished(head)) continue
      this.refused.clear()
      this.queue.shift()
      for (const one of head.list) this.letGo(one)
    }
  }

  /** @returns false: something is under way for it now */
  private isFinished(operation: Operation): boolean {
    if (operation.kind === 'out') {
      const [one] = operation.list as [Allocation]
      if (operation.next++ > 0 || one.freed || one.references > 0 || !one.inPlace) return true
      this.takeOut(one, 'eager')
      return false
    }
    for (; operation.next < operation.list.length; operation.next++) {
      const one = operation.list[operation.next] as Allocation
      if (one.references === 0 || one.inSegment || one.freed) continue
      if (this.room < one.bytes) {
        const victim = this.victim(operation.keep)
        if (victim === undefined) return true
        this.takeOut(victim, victim.references === 0 ? 'reclaim' : 'pressure')
        return false
      }
      one.inSegment = true
      if (!operation.fresh) {
        this.bringIn(one, operation)
        return false
      }
      this.putInPlace(one)
    }
    return true
  }

  /** Evictable ones by priority and then by age; then resident ones, the least recently used first (RS-10). */
  private victim(keep: ReadonlySet<Allocation>): Allocation | undefined {
    const candidates = this.all.filter((one) => one.inPlace && !keep.has(one) && !this.refused.has(one))
    const evictable = candidates.filter(({ references }) => references === 0)
    evictable.sort((a, b) => a.priority - b.priority || a.evictable - b.evictable)
    const resident = candidates.filter(({ references }) => references > 0).sort((a, b) => a.placed - b.placed)
    return evictable[0] ?? resident[0]
  }

  private bringIn(one: Allocation, operation: Operation): void {
    const start = this.now
    this.after(this.system.aperture ? MAPPING : transferred(one), () => {
      this.putInPlace(one)
      operation.next++
      this.did.push(`${this.now} page-in ${one.name} ${start}`)
    })
  }

  private takeOut(one: Allocation, reason: string): void {
    const start = this.now
    one.inPlace = false
    one.operations++
    const gone = (): void => {
      this.did.push(`${this.now} page-out ${one.name} ${start} ${reason}`)
      one.inSegment = false
      this.letGo(one)
    }
    if (this.system.aperture) this.notifyAndUnmap(one, gone)
    else this.after(transferred(one), gone)
  }

  /** Map, notify and unmap for each chunk, then the aperture is unmapped; a failure undoes its mapping and ends it (AN-16). */
  private notifyAndUnmap(one: Allocation, gone: () => void): void {
    const notify = (chunk: number): void => {
      if (chunk * CHUNK >= one.bytes) return this.after(MAPPING, gone)
      this.after(MAPPING, () => {
        if (this.failures === 0) return this.after(2 * MAPPING, () => notify(chunk + 1))
        this.failures--
        this.did.push(`${this.now} abandoned ${one.name}`)
        this.after(MAPPING, () => {
          this.putInPlace(one)
          this.refused.add(one)
          this.letGo(one)
        })
      })
    }
    notify(0)
  }

  private after(duration: number, then: () => void): void {
    this.underWay = { end: this.now + duration, then }
  }

  private putInPlace(one: Allocation): void {
    one.inPlace = true
    one.placed = ++this.ordinal
  }

  private letGo(one: Allocation): void {
    one.operations--
    this.destroyIfUnused(one)
  }

  private destroyIfUnused(one: Allocation): void {
    if (!one.freed || one.operations > 0) return
    this.did.push(`${this.now} destroy ${one.name} ${one.references > 0}`)
    this.all = this.all.filter((other) => other !== one)
  }
}

function total(list: readonly Allocation[]): number {
  return list.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** µs; what was discarded is not (AN-10) */
function transferred({ bytes, discarded }: Allocation): number {
  return discarded ? 0 : (bytes / MIB) * 1000
}
