/**
 * A value of plain objects and lists in pieces of bounded size: a message is taken apart at once where it arrives, so a
 * whole scenario with hundreds of thousands of resources would hold up the window for as long.
 */

type Key = string | number

/** What comes next of the object or list at `place`, in order. */
export interface ReadPiece {
  place: Key[]
  entries: [Key, unknown][]
}

/** Values in a piece; so many are copied in some milliseconds. */
const PIECE = 20_000
/** characters of a text that take as long as another value */
const TEXT = 1000

/** @param most values in a piece; only a single text can be larger */
export function readPieces(value: object, most = PIECE): Generator<ReadPiece> {
  return split(value, [], most)
}

function* split(value: object, place: Key[], most: number): Generator<ReadPiece> {
  let entries: ReadPiece['entries'] = []
  let room = most
  for (const [name, part] of Object.entries(value)) {
    const key = Array.isArray(value) ? Number(name) : name
    const weight = weigh(part, most)
    const large = weight > most && typeof part === 'object'
    if (entries.length > 0 && weight > room) {
      yield { place, entries }
      entries = []
      room = most
    }
    if (large) {
      yield { place, entries: [[key, Array.isArray(part) ? [] : {}]] }
      yield* split(part as object, [...place, key], most)
    } else {
      entries.push([key, part])
      room -= weight
    }
  }
  if (entries.length > 0) yield { place, entries }
}

/** How many values it is; no further than it takes to know that it is more than `most`. */
function weigh(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / TEXT)
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
  for (const part of Object.values(value)) {
    weight += weigh(part, most - weight)
    if (weight > most) break
  }
  return weight
}

/** Puts the pieces together again. */
export class Assembly {
  /** @param value empty, of the kind that was split */
  constructor(readonly value: object) {}

  add({ place, entries }: ReadPiece): void {
    let target: object = this.value
    for (const key of place) target = Reflect.getOwnPropertyDescriptor(target, key)?.value as object
    // by assignment a field that is called __proto__ would be none
    for (const [key, value] of entries)
      Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  }
}
