/**
 * A WebAssembly program as bytes: read in its sections, and written again with some of them changed.
 *
 * @see https://webassembly.github.io/spec/core/binary/ for the format
 */

export const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const
/** what an import is */
export const IMPORT = { function: 0, table: 1, memory: 2, global: 3 } as const

/** Reads a binary from front to back. */
export class BinaryReader {
  at = 0
  constructor(readonly bytes: Uint8Array) {}

  /** @returns 8 bits @throws Error when none is left */
  byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new Error('the program ends too early')
    return byte
  }

  /** LEB128; what it stands for is exact where it has at most 32 bits, as counts and indices have */
  number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value = (value | ((byte & 0x7f) << shift)) >>> 0
      if (byte < 0x80) return value
    }
  }

  skip(count: number): void {
    this.at += count
  }

  /** @param start index of a byte @returns those from there on to here */
  since(start: number): Uint8Array {
    return this.bytes.subarray(start, this.at)
  }
}

/** @param value of 32 bits, not negative @returns the bytes of it as an unsigned LEB128 */
export function leb(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

/** One of a program’s parts, by the number of what it holds. */
export interface Section {
  readonly id: number
  readonly body: Uint8Array
}

/** @param bytes of a program @returns its sections, in their order @throws Error when it ends too early */
export function sectionsOf(bytes: Uint8Array): Section[] {
  const reader = new BinaryReader(bytes)
  reader.skip(8)
  const sections: Section[] = []
  while (reader.at < bytes.length) {
    const id = reader.byte()
    const length = reader.number()
    const start = reader.at
    reader.skip(length)
    sections.push({ id, body: reader.since(start) })
  }
  return sections
}

/** @returns what a section holds, a vector without elements where there is none */
export function bodyOf(sections: readonly Section[], id: number): Uint8Array {
  return sections.find((section) => section.id === id)?.body ?? new Uint8Array([0])
}

/** @param parts bytes, one behind the other @returns all of them as one */
export function joined(parts: readonly ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * @param bytes of a program
 * @param changed by number of a section, what it holds instead; asked once for each that the program has
 * @returns the program with those
 */
export function withChanged(bytes: Uint8Array, changed: Readonly<Record<number, () => Uint8Array>>): Uint8Array {
  const parts: ArrayLike<number>[] = [bytes.subarray(0, 8)]
  for (const section of sectionsOf(bytes)) {
    const made = changed[section.id]?.() ?? section.body
    parts.push([section.id], leb(made.length), made)
  }
  return joined(parts)
}

/** One thing that a program gets from outside. */
export interface Import {
  /** of IMPORT */
  readonly kind: number
  /** of a table or memory: where in the section its least size is written, up to before `to`; empty: it is neither */
  readonly least: { readonly from: number; readonly to: number }
}

/** @param section the imports of a program, of functions, tables, memories and globals */
export function importsOf(section: Uint8Array): Import[] {
  const reader = new BinaryReader(section)
  return Array.from({ length: reader.number() }, () => {
    reader.skip(reader.number())
    reader.skip(reader.number())
    const kind = reader.byte()
    if (kind === IMPORT.function) reader.number()
    else if (kind === IMPORT.global) reader.skip(2)
    else return { kind, least: limitsOf(reader, kind) }
    return { kind, least: { from: reader.at, to: reader.at } }
  })
}

function limitsOf(reader: BinaryReader, kind: number): Import['least'] {
  if (kind === IMPORT.table) reader.byte()
  const hasMost = (reader.byte() & 1) !== 0
  const from = reader.at
  reader.number()
  const to = reader.at
  if (hasMost) reader.number()
  return { from, to }
}
