import { describe, expect, it } from 'vitest'
import { stackTop, withoutLeast } from '../../../../../main/policies/own/engine/memory'

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const name = (text: string) => [text.length, ...new TextEncoder().encode(text)]
/** A function, a table of 3, memory of 300 pages and at most 400, a global and a memory’s name, from “a”. */
const IMPORTED = [
  ...[...name('a'), ...name('f'), 0, 0],
  ...[...name('a'), ...name('t'), 1, 0x70, 0, 3],
  ...[...name('a'), ...name('m'), 2, 1, 0xac, 2, 0x90, 3],
  ...[...name('a'), ...name('g'), 3, 0x7f, 0],
]
const section = (id: number, ...body: number[]) => [id, body.length, ...body]
/** (global (mut i32) (i32.const 70000)) (global i32 (i32.const 5)) */
const GLOBALS = section(6, 2, 0x7f, 1, 0x41, 0xf0, 0xa2, 4, 0x0b, 0x7f, 0, 0x41, 5, 0x0b)
/** (func (export "size") (result i32) memory.size) */
const SIZE = [
  ...section(3, 1, 1),
  ...GLOBALS,
  ...section(7, 1, ...name('size'), 0, 1),
  ...section(10, 1, 4, 0, 0x3f, 0, 0x0b),
]
const PROGRAM = Uint8Array.from([
  ...HEAD,
  ...section(1, 2, 0x60, 0, 0, 0x60, 0, 1, 0x7f),
  ...section(2, 4, ...IMPORTED),
  ...SIZE,
])

/** @param initial pages that it is given @returns those that it finds, in as many as are allowed */
function sizeIn(program: Uint8Array, initial: number): unknown {
  const memory = new WebAssembly.Memory({ initial, maximum: 400 })
  const table = new WebAssembly.Table({ initial: 3, element: 'anyfunc' })
  const a = { f: () => 0, t: table, m: memory, g: 1 }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(program)), { a })
  return (exports.size as () => unknown)()
}

describe('the memory of a program [LB-15]', () => {
  it('is as small as what it is given, where it asked for more', () => {
    expect(() => sizeIn(PROGRAM, 2)).toThrow(WebAssembly.LinkError)
    expect(sizeIn(PROGRAM, 300)).toBe(300)
    const modest = withoutLeast(PROGRAM)
    expect([sizeIn(modest, 2), sizeIn(modest, 300)]).toEqual([2, 300])
    // it asks for no more than before either
    const tooLarge = new WebAssembly.Memory({ initial: 2, maximum: 401 })
    const a = { f: () => 0, t: new WebAssembly.Table({ initial: 3, element: 'anyfunc' }), m: tooLarge, g: 1 }
    expect(() => new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(modest)), { a })).toThrow(
      WebAssembly.LinkError,
    )
  })

  it('has a stack where its first global says', () => {
    expect(stackTop(PROGRAM)).toBe(70_000)
  })

  it.each([
    ['has no globals', Uint8Array.from([...HEAD])],
    ['has a first one that never changes', Uint8Array.from([...HEAD, ...section(6, 1, 0x7f, 0, 0x41, 5, 0x0b)])],
    ['has a first one of another type', Uint8Array.from([...HEAD, ...section(6, 1, 0x7e, 1, 0x42, 5, 0x0b)])],
    ['has it from another global', Uint8Array.from([...HEAD, ...section(6, 1, 0x7f, 1, 0x23, 0, 0x0b)])],
  ])('is refused of a program that %s', (_, program) => {
    expect(() => stackTop(program)).toThrow('the program has no stack’s pointer')
  })

  it('that a program has itself is none that it could be given', () => {
    expect(() => withoutLeast(Uint8Array.from([...HEAD, ...section(5, 1, 0, 1)]))).toThrow('imports no memory')
  })
})
