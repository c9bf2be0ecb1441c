/**
 * A system as it was at a moment, kept to be had again, any number of times (LB-02). A system is built of objects and of
 * functions that connect them; those cannot be copied. So what a checkpoint keeps is put into another system that was built
 * alike: what was there from the beginning gets the content that it had, by the place that it has among all that was there
 * then, and what came later is copied.
 */
import { Copying, type Counterpart } from './copying'
import { saidOf } from './lasting'

/** What a system consists of when it has just been built: every object and function, in an order that building decides. */
export class Origin {
  readonly parts: readonly object[]
  private readonly places = new Map<object, number>()
  /** as they were asked for: each checkpoint of the system has them */
  private known: readonly unknown[] | null = null

  constructor(root: object) {
    const parts: object[] = []
    const add = (value: unknown): void => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return
      // what was said to last (`lasts`) may have been said between two systems: it has its place in both, or in none
      if (this.places.has(value) || saidOf(value).isLasting) return
      this.places.set(value, parts.length)
      parts.push(value)
    }
    add(root)
    for (let next = 0; next < parts.length; next++) addContent(parts[next] as object, add)
    this.parts = parts
  }

  /** Ordinal of a part, from 0; undefined: it came later. */
  placeOf(part: object): number | undefined {
    return this.places.get(part)
  }

  /** What tells whether another system was built alike: what kind of thing each part is. */
  get kinds(): readonly unknown[] {
    this.known ??= this.parts.map((part) => (typeof part === 'function' ? String(part) : Object.getPrototypeOf(part)))
    return this.known
  }
}

function addContent(part: object, add: (value: unknown) => void): void {
  if (typeof part === 'function' || ArrayBuffer.isView(part)) return
  if (Array.isArray(part) || part instanceof Set) for (const value of part) add(value)
  else if (part instanceof Map)
    for (const [key, value] of part) {
      add(key)
      add(value)
    }
  else {
    const { apart } = saidOf(part)
    for (const [key, value] of Object.entries(part)) if (!apart.has(key)) add(value)
  }
}

/** Stands for a function, by its place. */
class Stand {
  constructor(readonly place: number) {}
}

export class Checkpoint<Root extends object> {
  private constructor(
    private readonly image: Root,
    private readonly kinds: readonly unknown[],
    /** by object of the image: the place of that of which it is one */
    private readonly places: ReadonlyMap<object, number>,
    /** about how much memory it takes, with what lasts that it keeps; beside what is `shared` */
    readonly bytes: number,
    /** about how much what is shared takes, of which other checkpoints can have a part */
    readonly sharedBytes: number,
    /** how many objects it has */
    readonly parts: number,
  ) {}

  /**
   * Of a system as it is now.
   * @param origin of that system
   * @throws NotCopied when something is under way that cannot be kept: at another moment it may be over
   */
  static of<Root extends object>(root: Root, origin: Origin): Checkpoint<Root> {
    const copying = new Copying((part) => {
      const place = typeof part === 'function' ? origin.placeOf(part) : undefined
      return place === undefined ? undefined : new Stand(place)
    })
    const image = copying.copy(root)
    const places = new Map<object, number>()
    const { made, bytes, lastingBytes, sharedBytes } = copying
    for (const [part, counterpart] of made) {
      const place = origin.placeOf(part)
      if (place !== undefined && !(counterpart instanceof Stand)) places.set(counterpart, place)
    }
    return new Checkpoint(image, origin.kinds, places, bytes + lastingBytes, sharedBytes, made.size)
  }

  /**
   * Puts a system that has just been built alike where this one was.
   * @param origin of that system
   * @returns false: it was built otherwise, and is as it was
   */
  restore(origin: Origin): boolean {
    const { kinds } = this
    if (kinds.length !== origin.parts.length || !origin.kinds.every((kind, i) => kind === kinds[i])) return false
    const counterpart: Counterpart = (part) => {
      const place = part instanceof Stand ? part.place : this.places.get(part)
      return place === undefined ? undefined : origin.parts[place]
    }
    forgetWeak(origin.parts)
    new Copying(counterpart).copy(this.image)
    return true
  }
}

/** What a new system knows of its parts by the way is what it then gets. */
function forgetWeak(parts: readonly object[]): void {
  for (const weak of parts)
    if (weak instanceof WeakMap || weak instanceof WeakSet) for (const part of parts) weak.delete(part)
}
