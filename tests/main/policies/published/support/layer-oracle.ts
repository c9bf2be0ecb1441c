/**
 * The mapping layers' rules (PL-01 to PL-21), written down once more on plain arrays: oracles that share no code with the
 * policies. They are fed with what happened (presses, finished packets, notifications) and say what the manager does.
 */

export type Kind = 'translation-layer' | 'translation-layer-fixed' | 'glon12' | 'glon12-trim'

interface Thing {
  name: string
  effect: string
  bytes: number
  /** MakeResident calls that no Evict has undone; the first is the creation */
  references: number
  number: number
  time: number
  index: number
  usedBy: number
}

interface Turn {
  effect: string
  begun: boolean
  missing: Thing[]
  /** of `missing`, for managers that count on */
  next: number
  rest: number
  number: number
  usage: number
  budget: number
  waitsFor: number
}

export class Layer {
  /** "evict name reason references", "make resident a,b", "apply effect" */
  readonly did: string[] = []
  readonly seen: Record<string, number> = {}
  localBudget = 0
  nonLocalBudget = 0
  now = 0
  private things: Thing[] = []
  private list: Thing[] = []
  private index = 1
  private submitted = 0
  private finishedTo = 0
  private turns: Turn[] = []
  private blocked: { flags: number; bytes: number }[] = []
  private memory: { at: number; usage: number; budget: number } | undefined
  private betweenPresses = false

  constructor(private readonly kind: Kind) {}

  private get mended(): boolean {
    return this.kind === 'translation-layer-fixed'
  }

  private get later(): boolean {
    return this.kind === 'glon12-trim'
  }

  create(name: string, bytes: number, resident: boolean): void {
    const effect = name.slice(0, name.indexOf('.'))
    const references = resident ? 1 : 0
    const thing = { name, effect, bytes, references, number: 0, time: -1e15, index: 0, usedBy: 0 }
    if (this.mended) Object.assign(thing, { time: this.now, index: this.index })
    this.things.push(thing)
    if (!resident) return
    if (this.mended) this.list.push(thing)
    else this.list.unshift(thing)
  }

  removeEffect(effect: string): void {
    const last = this.turns.findLastIndex((turn) => turn.effect === effect)
    for (let i = 0; i <= last; i++) this.carryOn(true)
    if (last >= 0) this.betweenPresses = true
    this.list = this.list.filter((thing) => thing.effect !== effect)
  }

  destroyed(name: string): void {
    this.things = this.things.filter((thing) => thing.name !== name)
  }

  press(effect: string): void {
    const none = { begun: false, missing: [], next: 0, rest: 0, number: 0, usage: 0, budget: 0, waitsFor: -1 }
    this.turns.push({ effect, ...none })
    if (this.turns.length === 1) this.carryOn(false)
  }

  /** The GPU has finished so many submissions. */
  finished(count: number): void {
    this.finishedTo = count
    const turn = this.turns[0]
    if (turn === undefined || !turn.begun || turn.waitsFor > count) return
    this.walk(turn)
    this.carryOn(false)
  }

  /** What waited goes on, as nothing more is notified first. */
  settle(): void {
    if (!this.betweenPresses) return
    this.betweenPresses = false
    if (this.turns.length > 0 && this.turns[0]?.begun !== true) this.carryOn(false)
  }

  notified(flags: number, bytes: number): void {
    if (this.kind === 'glon12') return
    if (this.turns[0]?.begun === true) {
      this.blocked.push({ flags, bytes })
      this.count('blocked')
    } else this.handle(flags, bytes)
  }

  private handle(flags: number, bytes: number): void {
    if (!this.mended || flags & 1) this.index++
    const taken: [Thing, string][] = []
    const go = (thing: Thing, reason: string) => {
      this.list = this.list.filter((other) => other !== thing)
      if (this.later) this.evict(thing, reason)
      else taken.push([thing, reason])
    }
    let freed = 0
    if (flags & 1)
      for (const thing of this.list.slice()) {
        if (thing.number > this.finishedTo) break
        if (thing.index >= this.index - 1) continue
        freed += thing.bytes
        go(thing, 'periodic')
      }
    if (flags & 4) {
      const start = this.later ? this.usage : Math.max(0, this.ask(this.mended).usage - freed)
      const wanted = this.mended ? Math.max(0, bytes - freed) : Math.min(bytes, start)
      let usage = start
      for (const thing of this.list.slice()) {
        if (wanted === 0 || thing.number > this.finishedTo) break
        if (this.mended ? usage <= start - wanted : usage < start - wanted) break
        usage -= thing.bytes
        go(thing, 'budget')
      }
    }
    for (const [thing, reason] of taken) this.evict(thing, reason)
    if (flags & 2 && this.mended)
      for (const thing of this.things) thing.index = thing.usedBy > this.finishedTo ? this.index : this.index - 1
  }

  private ask(anew: boolean): { usage: number; budget: number } {
    if (anew || this.memory === undefined || this.now >= this.memory.at + 1_000_000)
      this.memory = { at: this.now, usage: this.usage, budget: this.budget }
    return this.memory
  }

  private get budget(): number {
    return this.localBudget + this.nonLocalBudget
  }

  private get usage(): number {
    return total(this.things.filter((thing) => thing.references > 0))
  }

  private carryOn(forced: boolean): void {
    const turn = this.turns[0]
    if (turn === undefined) return
    if (!turn.begun) this.mark(turn)
    const gl = this.kind.startsWith('glon12')
    const done = gl ? this.rounds(turn, forced) : this.batches(turn, forced)
    if (!done) return
    this.turns.shift()
    this.submitted++
    this.did.push(`apply ${turn.effect}`)
    for (const thing of this.things) if (thing.effect === turn.effect) thing.usedBy = turn.number
    for (const { flags, bytes } of this.blocked.splice(0)) this.handle(flags, bytes)
    this.betweenPresses = true
  }

  private mark(turn: Turn): void {
    turn.begun = true
    turn.number = this.submitted + 1
    const gl = this.kind.startsWith('glon12')
    if (gl) Object.assign(turn, { usage: this.usage, budget: this.budget })
    for (const thing of this.things.filter(({ effect }) => effect === turn.effect)) {
      const there = this.list.includes(thing)
      if (!there) turn.missing.push(thing)
      Object.assign(thing, { number: turn.number, time: this.now, index: this.index })
      if (there || !this.later) this.list = [...this.list.filter((other) => other !== thing), thing]
    }
    if (!gl) Object.assign(turn, this.ask(false))
    turn.rest = total(turn.missing)
    this.age(turn.usage, turn.budget)
  }

  private age(usage: number, budget: number): void {
    const [n, d] = this.kind === 'translation-layer' ? [0xb33333n, 1n << 24n] : [7n, 10n]
    const u = BigInt(usage > budget ? budget : usage)
    const b = BigInt(budget)
    if (u * d <= n * b) return
    while (this.list[0] !== undefined) {
      const [coldest] = this.list
      if (coldest.number > this.finishedTo) return
      // age ≤ 60 s − 59 s × (u/b − n/d) ÷ (1 − n/d), times b × (d − n)
      const span = b * (d - n)
      if (BigInt(this.now - coldest.time) * span <= 60_000_000n * span - 59_000_000n * (u * d - n * b)) return
      this.list.shift()
      this.evict(coldest, 'aged')
      this.count('aged')
    }
  }

  /** @returns false: it waits */
  private batches(turn: Turn, forced: boolean): boolean {
    if (turn.missing.length === 0) return true
    for (;;) {
      if (this.mended) Object.assign(turn, this.ask(true))
      const free = turn.budget - turn.usage
      const batch: Thing[] = []
      while (turn.missing[0] !== undefined && total(batch) + turn.missing[0].bytes <= free)
        batch.push(turn.missing.shift() as Thing)
      this.makeResident(batch)
      if (this.mended) turn.usage += total(batch)
      if (turn.missing.length === 0) return true
      this.count('short')
      if (forced || this.list[0]?.number === turn.number) {
        this.makeResident(turn.missing.splice(0))
        return true
      }
      turn.rest = total(turn.missing)
      turn.waitsFor = this.list[0]?.number ?? 0
      if (turn.waitsFor > this.finishedTo) return this.waits()
      this.walk(turn)
    }
  }

  private rounds(turn: Turn, forced: boolean): boolean {
    while (turn.next < turn.missing.length) {
      turn.usage = this.usage
      turn.budget = this.budget
      const [coldest] = this.list
      const free = coldest === undefined || coldest.number === turn.number
      let batch: Thing[] = []
      for (const thing of turn.missing.slice(turn.next)) {
        if (batch.length === 128 || (!free && total(batch) + thing.bytes > turn.budget - turn.usage)) break
        batch.push(thing)
      }
      turn.next += batch.length
      if (batch.length === 128 && !this.later) turn.next--
      if (batch.length === 128) this.count('full')
      turn.rest -= total(batch)
      this.makeResident(batch)
      if (batch.length === 128 || (this.later && batch.length > 0)) continue
      if (turn.next === turn.missing.length) return true
      this.count('short')
      if (forced) {
        batch = turn.missing.slice(turn.next)
        turn.next = turn.missing.length
        this.makeResident(batch)
        return true
      }
      turn.waitsFor = coldest?.number ?? 0
      if (turn.waitsFor > this.finishedTo) return this.waits()
      const before = this.did.length
      this.walk(turn)
      if (batch.length > 0 || this.did.length > before) continue
      this.count('stuck')
      this.makeResident(turn.missing.slice(turn.next))
      turn.next = turn.missing.length
    }
    return true
  }

  private waits(): boolean {
    this.count('waits')
    return false
  }

  private walk(turn: Turn): void {
    let wanted = turn.usage + turn.rest
    while (this.list[0] !== undefined && this.list[0].number <= turn.waitsFor) {
      if (this.mended ? wanted <= turn.budget : wanted < turn.budget) break
      const thing = this.list.shift() as Thing
      wanted -= thing.bytes
      this.evict(thing, 'budget')
    }
  }

  private makeResident(batch: readonly Thing[]): void {
    if (batch.length === 0) return
    this.did.push(`make resident ${batch.map(({ name }) => name).join(',')}`)
    for (const thing of batch) {
      thing.references++
      if (this.later) this.list = [...this.list.filter((other) => other !== thing), thing]
    }
  }

  private evict(thing: Thing, reason: string): void {
    thing.references--
    this.did.push(`evict ${thing.name} ${reason} ${thing.references}`)
  }

  private count(what: string): void {
    this.seen[what] = (this.seen[what] ?? 0) + 1
  }
}

function total(things: readonly Thing[]): number {
  return things.reduce((sum, { bytes }) => sum + bytes, 0)
}
