import { describe, expect, it } from 'vitest'
import { FUEL, metered } from '../../../../../main/policies/own/engine/metering'

/** (module (memory 1) (func (export "f") (param i32) (loop local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0))
 *  (func (export "g") (param i32) i32.const 0; i32.const 7; local.get 0; memory.fill)) */
const PROGRAM = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 1, 0x7f, 0],
  ...[3, 3, 2, 0, 0],
  ...[5, 3, 1, 0, 1],
  ...[6, 6, 1, 0x7f, 0, 0x41, 5, 0x0b],
  ...[7, 9, 2, 1, 0x66, 0, 0, 1, 0x67, 0, 1],
  ...[10, 29, 2],
  ...[14, 0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x0b],
  ...[11, 0, 0x41, 0, 0x41, 7, 0x20, 0, 0xfc, 11, 0, 0x0b],
])

function instance() {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(metered(PROGRAM))))
  return {
    fuel: exports[FUEL] as WebAssembly.Global,
    loop: exports.f as (turns: number) => void,
    fill: exports.g as (bytes: number) => void,
  }
}

describe('the work of a program, counted in the program [LB-15]', () => {
  it('costs one for each turn of a loop', () => {
    const { fuel, loop } = instance()
    fuel.value = 1000
    loop(10)
    expect(fuel.value).toBe(990)
  })

  it('costs one for each 64 bytes that are filled at once', () => {
    const { fuel, fill } = instance()
    fuel.value = 1000
    fill(4096)
    expect(fuel.value).toBe(1000 - 64)
  })

  it('ends it below zero, at exactly that place', () => {
    const { fuel, loop, fill } = instance()
    fuel.value = 10
    loop(10)
    expect(fuel.value).toBe(0)
    expect(() => loop(1)).toThrow(WebAssembly.RuntimeError)
    fuel.value = 100
    expect(() => fill(65_536)).toThrow(WebAssembly.RuntimeError)
  })

  it('refuses a program with an instruction that it does not know', () => {
    const unknown = Uint8Array.from(PROGRAM)
    unknown[unknown.lastIndexOf(0x6b)] = 0xfd
    expect(() => metered(unknown)).toThrow('an instruction that is not known here: 253')
  })
})
