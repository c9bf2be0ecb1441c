/**
 * About how much memory something takes that a copy has as it is (`lasting`): it stays as long as the copy does, whoever else
 * had it may have forgotten it.
 */
import { isLasting } from './lasting'

/** bytes: a field or an entry, an object without any, a number in a field that is no small integer */
export const WORD = 8
const OBJECT = 24
export const NUMBER = 16
/** what an object has fields in that were added to it: on the average */
const ADDED = 16
/** of so many entries one is looked at where all are alike */
const EACH = 64

export class Weight {
  /** of all that was added, each object once */
  bytes = 0
  private readonly known = new Set<object>()

  /** All that is in a container, but not itself. What lasts by itself is not the copy's: a file's steps, for one. */
  addContent(container: object): void {
    if (!isContainer(container)) return
    const open: object[] = []
    this.take(container, open)
    for (let next = open.pop(); next !== undefined; next = open.pop()) this.take(next, open)
  }

  private take(part: object, open: object[]): void {
    if (Array.isArray(part) || part instanceof Set) for (const value of part) this.meet(value, open)
    else if (part instanceof Map)
      for (const [key, value] of part) {
        this.meet(key, open)
        this.meet(value, open)
      }
    else for (const value of Object.values(part)) this.meet(value, open)
  }

  private meet(value: unknown, open: object[]): void {
    if (typeof value !== 'object' || value === null || this.known.has(value) || isLasting(value)) return
    this.known.add(value)
    this.bytes += sizeOf(value)
    if (!ArrayBuffer.isView(value)) open.push(value)
  }
}

/** About how many bytes the records in a list take, which are alike; what else is in it is the system's. */
export function recordBytes(list: readonly unknown[]): number {
  let bytes = 0
  for (let i = 0; i < list.length; i += EACH) {
    const one = list[i]
    if (typeof one !== 'object' || one === null || Object.getPrototypeOf(one) !== Object.prototype) continue
    bytes += sizeOf(one)
  }
  return bytes * EACH
}

/** A number that is an object of its own where it is in a field. */
export function isBoxed(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) !== value
}

/** What is a list, a map or a set has entries, which can last where it does not itself. */
export function isContainer(value: unknown): value is unknown[] | Map<unknown, unknown> | Set<unknown> {
  return Array.isArray(value) || value instanceof Map || value instanceof Set
}

/** Bytes of the entries, without what they refer to. */
export function entryBytes(of: readonly unknown[] | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>): number {
  if ('length' in of) return WORD * of.length
  return (of instanceof Map ? 4 : 2) * WORD * of.size
}

/** Bytes without what it refers to. */
function sizeOf(value: object): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (isContainer(value)) return OBJECT + entryBytes(value)
  let bytes = OBJECT + ADDED
  for (const field of Object.values(value)) bytes += isBoxed(field) ? WORD + NUMBER : WORD
  return bytes
}
