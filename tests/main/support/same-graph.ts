/**
 * Whether two systems are alike: both graphs of objects are walked side by side, and what is met in one stands for what is
 * met in the other at the same place, everywhere and both ways. Of what copies systems it uses nothing.
 *
 * What was recorded of a system (the containers that a class calls lasting) is compared by what it says: the original's own
 * records may be in it, and what they name stands in the system beside it as a copy. That they never change is for `Shared`.
 */

/** How one comes to an object: a name, behind those before. */
interface Place {
  readonly before: Place | null
  readonly name: string
}

/** What an object has in it: parts of the system, entries that were recorded, or what such an entry says. */
type Inside = 'system' | 'entries' | 'records'

interface Pair {
  readonly one: object
  readonly other: object
  readonly inside: Inside
  readonly at: Place
}

type Weak = WeakMap<object, unknown> | WeakSet<object>

/** What the class says of its instances, or of fields of theirs. */
function said(of: object, what: 'lasting' | 'apart'): unknown {
  const prototype: unknown = Object.getPrototypeOf(of)
  return typeof prototype === 'object' && prototype !== null ? Reflect.get(prototype.constructor, what) : undefined
}

/** Names of fields of which the class says so. */
function named(of: object, what: 'lasting' | 'apart'): ReadonlySet<unknown> {
  const names = said(of, what)
  return new Set(Array.isArray(names) ? names : [])
}

/** by class: whether it has fields that are private to the engine, which nobody finds */
const unseen = new Map<unknown, boolean>()

/** What a generator under way has is not seen either, but in what it does: it is of no class. */
function hasUnseen({ constructor: of }: object): boolean {
  if (typeof of !== 'function') return false
  const known = unseen.get(of) ?? /\bthis\.#\w/.test(String(of))
  unseen.set(of, known)
  return known
}

const isPart = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

class Comparison {
  /** by what is in the one: what it is in the other */
  private readonly others = new Map<object, object>()
  private readonly ones = new Map<object, object>()
  /** by what is said in the one: what it was compared with */
  private readonly records = new Map<object, Set<object>>()
  private readonly open: Pair[] = []
  private readonly weak: { one: Weak; other: Weak; at: Place }[] = []
  /** what is one object in both, and the way to it */
  readonly shared = new Map<object, Place>()
  found: string | null = null

  constructor(private readonly skipped: ReadonlySet<unknown>) {}

  compare(one: object, other: object): void {
    this.values(one, other, 'system', { before: null, name: '' })
    do this.walk()
    while (this.found === null && this.openWeak())
  }

  private walk(): void {
    for (let next = this.open.pop(); next !== undefined && this.found === null; next = this.open.pop()) {
      const { one, other, inside, at } = next
      if (Array.isArray(one) && Array.isArray(other)) this.lists(one, other, inside, at)
      else if (one instanceof Map && other instanceof Map) {
        this.lists([...one.keys()], [...other.keys()], inside, { before: at, name: '.keys' })
        this.lists([...one.values()], [...other.values()], inside, at)
      } else if (one instanceof Set && other instanceof Set) this.lists([...one], [...other], inside, at)
      else if (isWeak(one) && isWeak(other)) this.weak.push({ one, other, at })
      else if (ArrayBuffer.isView(one) && ArrayBuffer.isView(other)) this.memory(one, other, at)
      else this.fields(next)
    }
  }

  /** @param of what both have in them [what such a part has] */
  private values(one: unknown, other: unknown, inside: Inside, at: Place, of = insideOf(inside)): void {
    if (this.found !== null) return
    if (!isPart(one) || !isPart(other)) {
      if (!Object.is(one, other)) this.differ(at, `${shown(one)} is ${shown(other)}`)
      return
    }
    if (one === other) return this.share(one, at)
    if (!(inside === 'records' ? this.say(one, other) : this.pair(one, other, at))) return
    if (typeof one === 'function' || typeof other === 'function') {
      if (String(one) !== String(other)) this.differ(at, `${shown(one)} is ${shown(other)}`)
    } else if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) this.differ(at, 'is of another class')
    else this.open.push({ one, other, inside: of, at })
  }

  /** What is in it is one thing in both, too; it may stand beside a copy of itself elsewhere, as it never changes. */
  private share(of: object, at: Place): void {
    // what it keeps by the way is of no system
    if (this.shared.has(of) || typeof of === 'function' || said(of, 'lasting') === true) return
    this.shared.set(of, at)
    this.open.push({ one: of, other: of, inside: 'system', at })
  }

  /** @returns whether they were not met before */
  private pair(one: object, other: object, at: Place): boolean {
    const [knownOther, knownOne] = [this.others.get(one), this.ones.get(other)]
    if (knownOther === undefined && knownOne === undefined) {
      this.others.set(one, other)
      this.ones.set(other, one)
      return true
    }
    if (knownOther !== other || knownOne !== one) this.differ(at, 'stands for another one elsewhere')
    return false
  }

  /** @returns whether they were not compared before */
  private say(one: object, other: object): boolean {
    const known = this.records.get(one) ?? new Set()
    this.records.set(one, known)
    return known.size < known.add(other).size
  }

  private lists(one: readonly unknown[], other: readonly unknown[], inside: Inside, at: Place): void {
    if (one.length !== other.length) return this.differ(at, `has ${one.length} elements, and ${other.length}`)
    for (let i = 0; i < one.length; i++) {
      const place = { before: at, name: `[${i}]` }
      if (i in one !== i in other) this.differ(place, 'is a hole in one of them')
      this.values(one[i], other[i], inside, place)
    }
  }

  private memory(one: ArrayBufferView, other: ArrayBufferView, at: Place): void {
    const [mine, theirs] = [one, other].map((view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength))
    if (one.byteLength !== other.byteLength || one.byteOffset !== other.byteOffset)
      this.differ(at, 'is memory of another size')
    else if (theirs === undefined || mine?.equals(theirs) !== true) this.differ(at, 'has other numbers')
    // where two are views of the same memory they are so in both
    else if (one !== other) this.pair(one.buffer, other.buffer, { before: at, name: '.buffer' })
  }

  private fields({ one, other, inside, at }: Pair): void {
    if (hasUnseen(one)) this.differ(at, 'has fields that nobody sees')
    const [apart, lasting] = [named(one, 'apart'), named(one, 'lasting')]
    const keysOf = (of: object): PropertyKey[] =>
      Reflect.ownKeys(of).filter((key) => !apart.has(key) && !this.skipped.has(key))
    const [keys, others] = [keysOf(one), keysOf(other)]
    // what the fields of a class are called is asked for by name; those of others are gone through in their order
    const isRecord = Object.getPrototypeOf(one) === Object.prototype
    const inOrder = (of: PropertyKey[]): string => (isRecord ? of : of.toSorted(byText)).map(String).join()
    if (inOrder(keys) !== inOrder(others))
      return this.differ(at, `has the fields ${inOrder(keys)}, and ${inOrder(others)}`)
    for (const key of keys) {
      const [value, theirs] = [Reflect.get(one, key), Reflect.get(other, key)]
      const of = lasting.has(key) ? (isContainer(value) ? 'entries' : 'records') : insideOf(inside)
      this.values(value, theirs, inside, { before: at, name: `.${String(key)}` }, of)
    }
  }

  /** @returns whether it led to something that was not met before */
  private openWeak(): boolean {
    const { size } = this.others
    const same = [...this.shared.keys()].filter((of) => !this.others.has(of))
    const keys = [...this.others, ...same.map((of) => [of, of] as const)]
    for (const { one, other, at } of this.weak)
      for (const [key, theirs] of keys) {
        if (one.has(key) !== other.has(theirs)) this.differ(at, `knows ${shown(key)} in one of them alone`)
        else if (one instanceof WeakMap && other instanceof WeakMap && one.has(key))
          this.values(one.get(key), other.get(theirs), 'system', { before: at, name: `{${shown(key)}}` })
      }
    return this.others.size > size
  }

  private differ(at: Place, how: string): void {
    this.found ??= `${wayTo(at)}: ${how}`
  }
}

const insideOf = (inside: Inside): Inside => (inside === 'system' ? 'system' : 'records')

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Map || value instanceof Set
}

function isWeak(value: object): value is Weak {
  return value instanceof WeakMap || value instanceof WeakSet
}

const byText = (a: PropertyKey, b: PropertyKey): number => (String(a) < String(b) ? -1 : 1)

function shown(value: unknown): string {
  if (typeof value === 'function') return `the function ${String(value).slice(0, 80)}`
  if (!isPart(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value)
  return `a ${value.constructor?.name ?? 'record'}`
}

function wayTo(at: Place): string {
  const names: string[] = []
  for (let place: Place | null = at; place !== null; place = place.before) names.unshift(place.name)
  return names.join('')
}

/** Objects that two systems have in common: neither may ever change one. */
export class Shared {
  private readonly before: readonly { of: object; content: readonly unknown[]; at: Place }[]

  constructor(shared: ReadonlyMap<object, Place>) {
    this.before = [...shared].map(([of, at]) => ({ of, content: contentOf(of), at }))
  }

  /** The way to the first that is not as it was; null: all are. */
  get changed(): string | null {
    const found = this.before.find(({ of, content }) => {
      const now = contentOf(of)
      return now.length !== content.length || now.some((value, i) => !Object.is(value, content[i]))
    })
    return found === undefined ? null : wayTo(found.at)
  }
}

function contentOf(of: object): unknown[] {
  if (of instanceof Map) return [...of].flat()
  if (of instanceof Set || ArrayBuffer.isView(of)) return [...(of as Iterable<unknown>)]
  return Reflect.ownKeys(of).flatMap((key) => [key, Reflect.get(of, key)])
}

/**
 * Where they differ first, as the way to it with what is different; null: nowhere. And what they have in common.
 * @param skipped names of fields that are no matter [none]
 */
export function graphsCompared(
  one: object,
  other: object,
  skipped: readonly string[] = [],
): { difference: string | null; shared: Shared } {
  const comparison = new Comparison(new Set(skipped))
  comparison.compare(one, other)
  return { difference: comparison.found, shared: new Shared(comparison.shared) }
}
