/**
 * The list rules of TN-38, with the four faults of TN-39 as switches, written down once more on plain arrays: an oracle
 * that shares no code with the policies. It is fed with what happened (presses, finished packets, notifications) and
 * says what the library does about it.
 */

interface Managed {
  name: string
  effect: string
  bytes: number
  /** MakeResident calls that no Evict has undone; the first is the creation */
  references: number
  index: number
  time: number
  syncPoint: number
  /** it was submitted with this sync point; -1: never */
  submittedAt: number
}

interface Press {
  effect: string
  syncPoint: number
  missing: Managed[]
  waitsFor: number
  usageBefore: number
}

export interface Faults {
  a: boolean
  b: boolean
  c: boolean
  d: boolean
}

export const PUBLISHED: Faults = { a: true, b: true, c: true, d: true }
export const FIXED: Faults = { a: false, b: false, c: false, d: false }

export class Library {
  /** "evict name reason references", "make resident a,b", "apply effect", "finding rule name" */
  readonly did: string[] = []
  readonly seen = { waits: 0, aged: 0, batches: 0, overBudget: 0 }
  localBudget = 0
  nonLocalBudget = 0
  now = 0
  private readonly all = new Map<string, Managed>()
  /** cold to warm */
  private resident: Managed[] = []
  private index = 1
  private submitted = 0
  /** sync points below this one are completed */
  private completed = 0
  private presses: Press[] = []

  constructor(private readonly faults: Faults) {}

  create(name: string, bytes: number, resident: boolean): void {
    const effect = name.slice(0, name.indexOf('.'))
    const object = {
      name,
      effect,
      bytes,
      references: resident ? 1 : 0,
      index: 0,
      time: 0,
      syncPoint: 0,
      submittedAt: -1,
    }
    this.all.set(name, object)
    if (resident) this.resident.unshift(object)
  }

  removeEffect(effect: string): void {
    // those of the effect do not wait, nor do those before them; what comes after waits as it would have
    const forced = this.presses.findLastIndex((press) => press.effect === effect) + 1
    if (forced > 0) this.carryOn(forced)
    this.resident = this.resident.filter((object) => object.effect !== effect)
  }

  destroyed(name: string): void {
    this.all.delete(name)
  }

  press(effect: string): void {
    this.presses.push({ effect, syncPoint: -1, missing: [], waitsFor: -1, usageBefore: 0 })
    if (this.presses.length === 1) this.carryOn(0)
  }

  /** The GPU has finished so many submissions. */
  finished(submissions: number): void {
    this.completed = submissions
    const press = this.presses[0]
    if (press === undefined || press.waitsFor >= submissions) return
    let usage = press.usageBefore + total(press.missing)
    while (this.resident[0] !== undefined && this.resident[0].syncPoint <= press.waitsFor) {
      if (usage < this.budgetBefore) break
      usage -= this.resident[0].bytes
      this.evict(this.mark(this.resident[0]), 'budget')
    }
    this.carryOn(0)
  }

  notified(flags: number, bytes: number): void {
    if (this.faults.d || flags & 1) this.index++
    const periodic = flags & 1 ? this.periodicStep() : []
    const budget = flags & 4 ? this.budgetStep(bytes, total(periodic)) : []
    if (this.faults.a && flags & 4) for (const { name } of periodic) this.did.push(`finding TN-39a ${name}`)
    else for (const object of periodic) this.evict(object, 'periodic')
    for (const object of budget) this.evict(object, 'budget')
    if ((flags & 2) === 0) return
    if (this.faults.d) this.did.push('finding TN-39d -')
    else
      for (const object of this.all.values()) {
        const toCome = this.presses[0] !== undefined && object.syncPoint === this.presses[0].syncPoint
        object.index = object.submittedAt >= this.completed || toCome ? this.index : this.index - 1
      }
  }

  private budgetBefore = 0

  private get usage(): number {
    return total([...this.all.values()].filter((object) => object.references > 0))
  }

  /** undefined: none is in flight */
  private get firstUncompleted(): number | undefined {
    return this.completed < this.submitted ? this.completed : undefined
  }

  private periodicStep(): Managed[] {
    const first = this.firstUncompleted
    const taken: Managed[] = []
    for (const object of [...this.resident]) {
      if (first !== undefined && object.syncPoint >= first) break
      if (object.index < this.index - 1) taken.push(this.mark(object))
    }
    return taken
  }

  private budgetStep(bytes: number, already: number): Managed[] {
    let usage = this.usage - already
    const target = usage - Math.min(bytes, usage)
    const last = this.firstUncompleted ?? this.submitted
    const taken: Managed[] = []
    for (const object of [...this.resident]) {
      if (this.faults.b ? usage < target : usage <= target) break
      if (object.syncPoint > last || (!this.faults.c && object.syncPoint === this.firstUncompleted)) break
      if (usage === target) this.did.push(`finding TN-39b ${object.name}`)
      if (object.submittedAt >= this.completed) this.did.push(`finding TN-39c ${object.name}`)
      usage -= object.bytes
      taken.push(this.mark(object))
    }
    return taken
  }

  /** @param forced so many from the front do not wait */
  private carryOn(forced: number): void {
    for (let turn = 0; this.presses[0] !== undefined; turn++) {
      const press = this.presses[0]
      if (press.syncPoint < 0) this.begin(press)
      if (!this.place(press, turn < forced)) return
      this.presses.shift()
      this.did.push(`apply ${press.effect}`)
      for (const object of this.setOf(press.effect)) object.submittedAt = this.submitted
      this.submitted++
    }
  }

  private begin(press: Press): void {
    press.syncPoint = this.submitted
    for (const object of this.setOf(press.effect)) {
      if (!this.resident.includes(object)) press.missing.push(object)
      Object.assign(object, { syncPoint: press.syncPoint, time: this.now, index: this.index })
      this.resident = [...this.resident.filter((other) => other !== object), object]
    }
    this.age()
  }

  private age(): void {
    const local = BigInt(this.usage)
    const budget = BigInt(this.localBudget)
    // the single-precision 0.7: sign 0, exponent -1, 23 bits of fraction 0x333333
    if (local << 24n <= (0x800000n + 0x333333n) * budget) return
    const pressed = local > budget ? budget : local
    // age ≤ 60 s − 59 s × (pressure − 0.7) ÷ 0.3, both sides times 3 × budget
    const above = 10n * pressed - 7n * budget
    const limit = 180_000_000n * budget - 59_000_000n * (above > 0n ? above : 0n)
    while (this.resident[0] !== undefined) {
      const coldest = this.resident[0]
      if (this.firstUncompleted !== undefined && coldest.syncPoint >= this.firstUncompleted) return
      if (BigInt(this.now - coldest.time) * 3n * budget <= limit) return
      this.evict(this.mark(coldest), 'aged')
      this.seen.aged++
    }
  }

  /** @returns false: it waits */
  private place(press: Press, force: boolean): boolean {
    const usage = this.usage
    const budget = this.localBudget + this.nonLocalBudget
    const batch: Managed[] = []
    while (press.missing[0] !== undefined && total(batch) + press.missing[0].bytes <= budget - usage)
      batch.push(press.missing.shift() as Managed)
    this.makeResident(batch)
    if (press.missing.length === 0) return true
    if (batch.length > 0) this.seen.batches++
    const first = this.firstUncompleted
    if (force || first === undefined || (this.resident[0] as Managed).syncPoint === press.syncPoint) {
      this.makeResident(press.missing.splice(0))
      this.seen.overBudget++
      return true
    }
    this.seen.waits++
    press.waitsFor = first
    press.usageBefore = usage
    this.budgetBefore = budget
    return false
  }

  private setOf(effect: string): Managed[] {
    return [...this.all.values()].filter((object) => object.effect === effect)
  }

  private makeResident(objects: readonly Managed[]): void {
    if (objects.length === 0) return
    this.did.push(`make resident ${objects.map(({ name }) => name).join(',')}`)
    for (const object of objects) object.references++
  }

  private mark(object: Managed): Managed {
    this.resident = this.resident.filter((other) => other !== object)
    return object
  }

  private evict(object: Managed, reason: string): void {
    object.references--
    this.did.push(`evict ${object.name} ${reason} ${object.references}`)
  }
}

function total(objects: readonly Managed[]): number {
  return objects.reduce((sum, object) => sum + object.bytes, 0)
}
