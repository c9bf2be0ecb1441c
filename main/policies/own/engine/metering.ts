/**
 * Counts the work of a WebAssembly program in the program itself: every turn of a loop, and every 64 bytes that are copied
 * or filled at once, take one from a global, and below zero it traps. So nothing runs on for ever, whatever it is written
 * in, and the same work ends at the same place on every machine.
 */
import { BinaryReader, bodyOf, IMPORT, importsOf, joined, leb, SECTION, sectionsOf, withChanged } from './binary'

/** What the counter is exported as. */
export const FUEL = 'fuel'

const I32 = 0x7f
const OP = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  brTable: 0x0e,
  callIndirect: 0x11,
  selectTyped: 0x1c,
  bulk: 0xfc,
} as const
const BULK = { memoryInit: 8, dataDrop: 9, copy: 10, fill: 11, tableInit: 12, tableCopy: 14 } as const
/** shift: bytes of a copy that cost as much as a turn of a loop */
const COPIED_AT_ONCE = 6
/** 2³¹ − 1 as a signed LEB128: what the counter begins with, for the program's own start */
const PLENTY = [0xff, 0xff, 0xff, 0xff, 0x07]

/** @param bytes of a program that has globals and exports of its own @returns the same, with its work counted */
export function metered(bytes: Uint8Array): Uint8Array {
  const sections = sectionsOf(bytes)
  const body = (id: number): Uint8Array => bodyOf(sections, id)
  const fuel = importedGlobals(body(SECTION.import)) + new BinaryReader(body(SECTION.global)).number()
  return withChanged(bytes, {
    [SECTION.global]: () => appended(body(SECTION.global), [I32, 1, 0x41, ...PLENTY, 0x0b]),
    [SECTION.export]: () => {
      const name = [...new TextEncoder().encode(FUEL)]
      return appended(body(SECTION.export), [...leb(name.length), ...name, 3, ...leb(fuel)])
    },
    [SECTION.code]: () =>
      meteredCode(body(SECTION.code), parameterCounts(body(SECTION.type), body(SECTION.function)), fuel),
  })
}

/** A vector with one more element. */
function appended(vector: Uint8Array, element: readonly number[]): Uint8Array {
  const reader = new BinaryReader(vector)
  const count = reader.number()
  return joined([leb(count + 1), vector.subarray(reader.at), element])
}

function importedGlobals(section: Uint8Array): number {
  return importsOf(section).filter(({ kind }) => kind === IMPORT.global).length
}

/** By function of the program, imported ones left out. */
function parameterCounts(types: Uint8Array, functions: Uint8Array): number[] {
  const reader = new BinaryReader(types)
  const byType = Array.from({ length: reader.number() }, () => {
    reader.byte()
    const parameters = reader.number()
    reader.skip(parameters)
    reader.skip(reader.number())
    return parameters
  })
  const indices = new BinaryReader(functions)
  return Array.from({ length: indices.number() }, () => byType[indices.number()] as number)
}

function meteredCode(section: Uint8Array, parameters: readonly number[], fuel: number): Uint8Array {
  const reader = new BinaryReader(section)
  const count = reader.number()
  const parts: ArrayLike<number>[] = [leb(count)]
  const charge = chargeOf(fuel)
  for (let i = 0; i < count; i++) {
    const length = reader.number()
    const start = reader.at
    reader.skip(length)
    const body = meteredFunction(reader.since(start), parameters[i] as number, charge)
    parts.push(leb(body.length), body)
  }
  return joined(parts)
}

/** Adds what is on the stack, which is below zero or zero, to the counter, and traps where that is below zero then. */
function chargeOf(fuel: number): readonly number[] {
  const index = leb(fuel)
  // global.get, i32.add, global.set; global.get, 0, i32.lt_s, if, unreachable, end
  return [0x23, ...index, 0x6a, 0x24, ...index, 0x23, ...index, 0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b]
}

function meteredFunction(body: Uint8Array, parameters: number, charge: readonly number[]): Uint8Array {
  const reader = new BinaryReader(body)
  const groups = reader.number()
  const afterCount = reader.at
  let locals = parameters
  for (let i = 0; i < groups; i++) {
    locals += reader.number()
    reader.byte()
  }
  const declared = reader.since(afterCount)
  const code: ArrayLike<number>[] = []
  let copies = false
  // what lies between two places that are charged is taken as it is
  let taken = reader.at
  const takeUntil = (at: number): void => {
    code.push(body.subarray(taken, at))
    taken = at
  }
  while (reader.at < body.length) {
    const start = reader.at
    const op = reader.byte()
    const bulk = skipImmediates(op, reader)
    if (bulk === BULK.copy || bulk === BULK.fill) {
      copies = true
      takeUntil(start)
      // its length is kept in a local beside those that there are; 0 - (length >>> 6)
      code.push([0x22, ...leb(locals), 0x41, 0, 0x20, ...leb(locals), 0x41, COPIED_AT_ONCE, 0x76, 0x6b], charge)
    }
    if (op !== OP.loop) continue
    takeUntil(reader.at)
    code.push([0x41, 0x7f], charge)
  }
  takeUntil(body.length)
  const more = copies ? [1, I32] : []
  return joined([leb(groups + (copies ? 1 : 0)), declared, more, ...code])
}

/** @returns the number of a bulk operation, -1 for all others */
function skipImmediates(op: number, reader: BinaryReader): number {
  if (op === OP.block || op === OP.loop || op === OP.if) reader.number()
  else if (op === OP.brTable) for (let left = reader.number() + 1; left > 0; left--) reader.number()
  else if (op === OP.selectTyped) reader.skip(reader.number())
  else if (op === OP.callIndirect || (op >= 0x28 && op <= 0x3e)) {
    reader.number()
    reader.number()
  } else if (op === 0x43) reader.skip(4)
  else if (op === 0x44) reader.skip(8)
  else if (ONE_NUMBER.has(op)) reader.number()
  else if (op === OP.bulk) return skipBulk(reader)
  else if (op > 0xc4) throw new Error(`the program has an instruction that is not known here: ${op}`)
  return -1
}

/** br, br_if, call, local.get to local.tee, global.get and .set, table.get and .set, memory.size and .grow, constants, ref.null and .func */
const ONE_NUMBER = new Set([
  0x0c, 0x0d, 0x10, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2,
])

function skipBulk(reader: BinaryReader): number {
  const op = reader.number()
  // below: saturating conversions
  if (op < BULK.memoryInit) return op
  reader.number()
  if (op === BULK.memoryInit || op === BULK.copy || op === BULK.tableInit || op === BULK.tableCopy) reader.number()
  return op
}
