/**
 * Copies a graph of objects: what is reachable from one of them, each object once, so that what was one object is one in the
 * copy, and circles are circles. Copied are plain objects, arrays, instances of classes, maps, sets and memory. What lasts is
 * not copied: see `lasting`. Functions cannot be, as what they have captured cannot be seen.
 */
import { isLasting, NOTHING, saidOf } from './lasting'
import { entryBytes, isBoxed, isContainer, NUMBER, recordBytes, Weight, WORD } from './weight'

/** Something in the graph cannot be copied. */
export class NotCopied extends Error {
  override readonly name = 'NotCopied'
}

/** bytes of an object of a copy without any field */
const OBJECT = 32

type Fields = Record<string, unknown>
type Weak = WeakMap<object, unknown> | WeakSet<object>
type View<Memory extends ArrayBufferLike = ArrayBufferLike> =
  | Float64Array<Memory>
  | Int32Array<Memory>
  | Uint32Array<Memory>
  | Uint16Array<Memory>
  | Uint8Array<Memory>

/** Entries of a WeakMap or a WeakSet, whose keys cannot be asked for: those that are objects of the graph, or last by themselves. */
export class WeakEntries {
  readonly values = new Map<object, unknown>()
  /** by what lasts, and is not copied */
  readonly lasting = new Map<object, unknown>()

  constructor(readonly isSet: boolean) {}
}

/**
 * What is put in the place of an object or a function of the graph, and gets the content of an object; undefined: a new
 * object.
 */
export type Counterpart = (of: object) => object | undefined

export class Copying {
  /** by object of the graph: what it is in the copy */
  readonly made = new Map<object, object>()
  /** about how much memory the copy takes, beside what lasts */
  bytes = 0
  private readonly unfilled: object[] = []
  /** containers whose content lasts */
  private readonly shallow = new Set<object>()
  /** of those: what is in them is counted by whoever keeps several copies */
  private readonly shared = new Set<object>()
  /** objects that last by themselves */
  private readonly lasting = new Set<object>()
  private readonly weak = new Map<Weak, WeakEntries>()
  /** how many objects there were when entries of those were sought last */
  private searched = 0
  /** by memory of the graph: what it is in the copy, as several can look at the same */
  private readonly memory = new Map<ArrayBufferLike, ArrayBuffer>()

  constructor(private readonly counterpart: Counterpart) {}

  /**
   * The copy of what is reachable from that object.
   * @throws NotCopied where there is a function without a counterpart, or an object of a kind that is not known
   */
  copy<Root extends object>(root: Root): Root {
    const made = this.counterpart(root) ?? this.blank(root)
    this.made.set(root, made)
    this.fillFields(root, made)
    do this.fillAll()
    while (this.findWeakEntries())
    return made as Root
  }

  /** About how much memory what lasts takes that it keeps beside the copy: not what lasts by itself, or is shared. */
  get lastingBytes(): number {
    const weight = new Weight()
    for (const container of this.shallow) if (!this.shared.has(container)) weight.addContent(container)
    return weight.bytes
  }

  /** About how much memory the records take that are shared. */
  get sharedBytes(): number {
    let bytes = 0
    for (const list of this.shared) if (Array.isArray(list)) bytes += recordBytes(list)
    return bytes
  }

  private of(value: unknown): unknown {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value
    const known = this.made.get(value)
    if (known !== undefined) return known
    const counterpart = this.counterpart(value)
    // a function stays as it is, or something stands for it
    if (typeof value === 'function' || typeof counterpart === 'function') {
      if (counterpart === undefined) throw new NotCopied(`a function: ${value}`)
      this.made.set(value, counterpart)
      return counterpart
    }
    if (isLasting(value)) return this.same(value)
    if (counterpart !== undefined && isView(value)) this.keepMemory(value, counterpart as View)
    const made = counterpart ?? this.blank(value)
    this.made.set(value, made)
    // new memory is made with its content
    if (counterpart !== undefined || !isView(value)) this.unfilled.push(value)
    return made
  }

  private same(value: unknown): unknown {
    if (typeof value === 'object' && value !== null && isLasting(value)) this.lasting.add(value)
    return value
  }

  private fillAll(): void {
    for (let of = this.unfilled.pop(); of !== undefined; of = this.unfilled.pop()) {
      const into = this.made.get(of) as object
      if (Array.isArray(of)) this.fillArray(of, into as unknown[])
      else if (of instanceof Map) this.fillMap(of, into as Map<unknown, unknown>)
      else if (of instanceof Set) this.fillSet(of, into as Set<unknown>)
      else if (of instanceof WeakMap || of instanceof WeakSet) this.weak.set(of, into as WeakEntries)
      else if (of instanceof WeakEntries) this.fillWeak(of, into as Weak)
      else if (isView(of)) this.fillView(of, into as View)
      else this.fillFields(of, into)
    }
  }

  private fillFields(of: object, into: object): void {
    const from = of as Fields
    const to = into as Fields
    const said = saidOf(of)
    const { lasting, shared, apart } = said
    const keys = Object.keys(of)
    this.bytes += OBJECT + WORD * keys.length
    const before = Object.keys(into)
    // what was made for the copy has none
    if (before.length > 0) removeFields(of, keys, into, before, apart)
    if (said === NOTHING) {
      for (const key of keys) {
        const value = from[key]
        if (typeof value !== 'number') to[key] = this.of(value)
        else {
          to[key] = value
          if (isBoxed(value)) this.bytes += NUMBER
        }
      }
      return
    }
    for (const key of keys) {
      if (apart.has(key)) continue
      const value = from[key]
      if (!lasting.has(key)) to[key] = this.of(value)
      else if (isContainer(value)) {
        this.shallow.add(value)
        if (shared.has(key)) this.shared.add(value)
        to[key] = this.of(value)
      } else to[key] = this.same(value)
    }
  }

  private fillArray(of: readonly unknown[], into: unknown[]): void {
    into.length = 0
    this.bytes += entryBytes(of)
    const isShallow = this.shallow.has(of)
    for (let i = 0; i < of.length; i++) {
      const value = of[i]
      // where there is nothing there is nothing in the copy
      if (value !== undefined || i in of) into[i] = isShallow ? this.same(value) : this.of(value)
    }
    if (into.length !== of.length) into.length = of.length
  }

  private fillView(of: View, into: View): void {
    into.set(of)
    this.bytes += of.byteLength
  }

  private fillMap(of: ReadonlyMap<unknown, unknown>, into: Map<unknown, unknown>): void {
    into.clear()
    this.bytes += entryBytes(of)
    if (this.shallow.has(of)) for (const [key, value] of of) into.set(this.same(key), this.same(value))
    else for (const [key, value] of of) into.set(this.of(key), this.of(value))
  }

  private fillSet(of: ReadonlySet<unknown>, into: Set<unknown>): void {
    into.clear()
    this.bytes += entryBytes(of)
    if (this.shallow.has(of)) for (const value of of) into.add(this.same(value))
    else for (const value of of) into.add(this.of(value))
  }

  private fillWeak({ isSet, values, lasting }: WeakEntries, into: Weak): void {
    const add = (key: object, value: unknown): void => {
      if (isSet) (into as WeakSet<object>).add(key)
      else (into as WeakMap<object, unknown>).set(key, this.of(value))
    }
    for (const [key, value] of values) add(this.of(key) as object, value)
    for (const [key, value] of lasting) add(key, value)
  }

  /** Once all that is reachable otherwise is copied. @returns whether there were any that were not known */
  private findWeakEntries(): boolean {
    const searched = this.made.size + this.lasting.size
    // nothing can be a key that was none before: a weak map that came since is an object of the graph, too
    if (searched === this.searched) return false
    this.searched = searched
    if (this.weak.size === 0) return false
    let found = false
    // each key once for all of them: there are a few weak maps, and many objects
    const weak = [...this.weak]
    for (const [key, made] of this.made)
      for (const [of, { values }] of weak) {
        if (!of.has(key) || values.has(made)) continue
        found = true
        values.set(made, this.weakValue(of, key))
      }
    for (const key of this.lasting)
      for (const [of, { lasting }] of weak) {
        if (!of.has(key) || lasting.has(key)) continue
        found = true
        lasting.set(key, this.weakValue(of, key))
      }
    return found
  }

  private weakValue(of: Weak, key: object): unknown {
    return of instanceof WeakMap ? this.of(of.get(key)) : true
  }

  private blank(of: object): object {
    if (Array.isArray(of)) return []
    if (of instanceof Map) return new Map()
    if (of instanceof Set) return new Set()
    if (of instanceof WeakEntries) return of.isSet ? new WeakSet() : new WeakMap()
    if (of instanceof WeakMap || of instanceof WeakSet) return new WeakEntries(of instanceof WeakSet)
    if (isView(of)) return this.blankView(of)
    const prototype: unknown = Object.getPrototypeOf(of)
    if (prototype === Object.prototype) return {}
    if (typeof prototype !== 'object' || isForeign(of))
      throw new NotCopied(`an object: ${Object.prototype.toString.call(of)}`)
    return Object.create(prototype)
  }

  private blankView(of: View): View {
    if (of.byteLength !== of.buffer.byteLength) throw new NotCopied('memory that others share')
    const memory = this.memory.get(of.buffer)
    const made = viewOf(of, memory ?? of)
    if (memory === undefined) this.memory.set(of.buffer, made.buffer)
    this.bytes += of.byteLength
    return made
  }

  /** What looks at the same memory is to look at that of the counterpart. */
  private keepMemory({ buffer }: View, counterpart: View): void {
    if (!(counterpart.buffer instanceof ArrayBuffer)) throw new NotCopied('memory that others share')
    const known = this.memory.get(buffer)
    if (known !== undefined && known !== counterpart.buffer) throw new NotCopied('memory of which a part came later')
    this.memory.set(buffer, counterpart.buffer)
  }
}

/** Of what gets the fields of another one: those go that it does not have, and all where theirs are in another order. */
function removeFields(
  of: object,
  keys: readonly string[],
  into: object,
  before: readonly string[],
  apart: ReadonlySet<string>,
): void {
  // whoever goes through a record finds its fields in the order in which they came
  const isInOrder = (key: string, i: number): boolean => key === keys[i]
  const isAnew = Object.getPrototypeOf(of) === Object.prototype && !before.every(isInOrder)
  for (const key of before)
    if ((isAnew || !Object.hasOwn(of, key)) && !apart.has(key)) Reflect.deleteProperty(into, key)
}

/** One of that kind. @param content what it has a copy of, or memory that it looks at */
function viewOf(kind: View, content: View | ArrayBuffer): View<ArrayBuffer> {
  if (kind instanceof Float64Array) return new Float64Array(content)
  if (kind instanceof Int32Array) return new Int32Array(content)
  if (kind instanceof Uint32Array) return new Uint32Array(content)
  if (kind instanceof Uint16Array) return new Uint16Array(content)
  if (kind instanceof Uint8Array) return new Uint8Array(content)
  throw new NotCopied(`memory: ${Object.prototype.toString.call(kind)}`)
}

/** What the language or the platform made, and keeps part of for itself: a generator, a promise, a module of WebAssembly. */
function isForeign(of: object): boolean {
  return Object.prototype.toString.call(of) !== '[object Object]'
}

function isView(of: object): of is View {
  return ArrayBuffer.isView(of)
}
