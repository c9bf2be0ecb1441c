/**
 * What a copy of a system has as it is, or has not at all. A class says it of its instances, or of fields of theirs:
 *
 *     static readonly lasting = true                  nothing in it ever changes
 *     static readonly lasting = ['records'] as const  such a container is copied, what it has in it never changes
 *     static readonly shared = ['records'] as const   of these a list of records of which copies made one after another have
 *                                                     many in common: it is counted apart
 *     static readonly apart = ['port'] as const       is no part of the system
 */

interface Said {
  readonly isLasting: boolean
  readonly lasting: ReadonlySet<string>
  readonly shared: ReadonlySet<string>
  readonly apart: ReadonlySet<string>
}

/** What most classes say: every field is copied. */
export const NOTHING: Said = { isLasting: false, lasting: new Set(), shared: new Set(), apart: new Set() }
/** by prototype */
const known = new WeakMap<object, Said>()
/** objects of no class that never change any more, with all that is in them */
const marked = new WeakSet<object>()

/** Nothing in it changes any more: what a file says, for one. @returns it */
export function lasts<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || marked.has(value)) return value
  marked.add(value)
  for (const one of Array.isArray(value) ? value : Object.values(value)) lasts(one)
  return value
}

/** Neither it nor anything in it ever changes: its class says so, or `lasts` was told. */
export function isLasting(value: object): boolean {
  return saidOf(value).isLasting || marked.has(value) || value instanceof RegExp
}

/** What the object's class says of its fields. */
export function saidOf(value: object): Said {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (typeof prototype !== 'object' || prototype === null || prototype === Object.prototype) return NOTHING
  const before = known.get(prototype)
  if (before !== undefined) return before
  const said = readOf(prototype.constructor)
  known.set(prototype, said)
  return said
}

function readOf(of: object): Said {
  const lasting: unknown = 'lasting' in of ? of.lasting : undefined
  const shared: unknown = 'shared' in of ? of.shared : undefined
  const apart: unknown = 'apart' in of ? of.apart : undefined
  if (lasting === undefined && apart === undefined) return NOTHING
  return { isLasting: lasting === true, lasting: namesOf(lasting), shared: namesOf(shared), apart: namesOf(apart) }
}

function namesOf(said: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(said) ? said.map(String) : [])
}
