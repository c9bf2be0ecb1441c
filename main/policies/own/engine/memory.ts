/**
 * The memory of a program, as LLVM's linker lays it out: its own data first, then its stack, which falls, and behind that
 * what it allocates.
 */
import { BinaryReader, bodyOf, IMPORT, importsOf, joined, SECTION, sectionsOf, withChanged } from './binary'

const [I32, MUTABLE, CONSTANT, END] = [0x7f, 1, 0x41, 0x0b]

/**
 * @param bytes of a program whose first global is the stack's pointer, as LLVM's are
 * @returns where its stack begins, and what it allocates: bytes from the start of its memory
 * @throws Error when it has none
 */
export function stackTop(bytes: Uint8Array): number {
  const reader = new BinaryReader(bodyOf(sectionsOf(bytes), SECTION.global))
  const has = (byte: number): boolean => reader.byte() === byte
  const isPointer = reader.number() > 0 && has(I32) && has(MUTABLE) && has(CONSTANT)
  const top = isPointer ? reader.number() : null
  if (top === null || !has(END)) throw new Error('the program has no stack’s pointer')
  return top
}

/** @param bytes of a program that imports its memory @returns the same, which asks for none at least @throws Error when it has one of its own */
export function withoutLeast(bytes: Uint8Array): Uint8Array {
  const section = bodyOf(sectionsOf(bytes), SECTION.import)
  const memory = importsOf(section).find(({ kind }) => kind === IMPORT.memory)
  if (memory === undefined) throw new Error('the program imports no memory')
  const { from, to } = memory.least
  return withChanged(bytes, { [SECTION.import]: () => joined([section.subarray(0, from), [0], section.subarray(to)]) })
}
