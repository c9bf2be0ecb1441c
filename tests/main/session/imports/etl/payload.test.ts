import { describe, expect, it } from 'vitest'
import { Bytes } from '../../../../../main/session/imports/bytes'
import { PayloadFields } from '../../../../../main/session/imports/etl/payload'

function fieldsOf(pointer: 4 | 8, ...bytes: number[]): PayloadFields {
  const payload = new Bytes(Uint8Array.from(bytes))
  return new PayloadFields({ ticks: 0, offset: 0, id: 1, version: 1, process: 1, thread: 1, pointer, payload })
}

describe('the fields of an event', () => {
  it('come one after the other, packed [LB-19]', () => {
    const fields = fieldsOf(8, 7, 0x34, 0x12, 1, 0, 0, 0, 9, 8, 0xff, 0, 0, 0, 0, 0, 0, 0)
    expect([fields.u8(), fields.u16(), fields.flag()]).toEqual([7, 0x1234, true])
    fields.skip(2)
    expect([fields.has(8), fields.u64(), fields.has(1)]).toEqual([true, 255, false])
  })

  it('that are not there read as 0, and so does all that comes after [LB-19]', () => {
    const fields = fieldsOf(8, 1, 2, 3)
    expect([fields.u8(), fields.u32(), fields.u8(), fields.flag()]).toEqual([1, 0, 0, false])
    // half an address is none, nor is it the number that comes after an address
    const cut = fieldsOf(8, 0xad, 0xde, 0, 0)
    expect([cut.pointer(), cut.u32(), cut.has(1)]).toEqual(['', 0, false])
  })

  it('that are addresses are as wide as the record says, and 0 is none [LB-19]', () => {
    const narrow = fieldsOf(4, 0xef, 0xbe, 0xad, 0xde, 0, 0, 0, 0, 5)
    expect([narrow.pointer(), narrow.pointer(), narrow.u8()]).toEqual(['deadbeef', '', 5])
    const wide = fieldsOf(8, 1, 0, 0, 0, 1, 0, 0, 0, 5)
    expect([wide.pointer(), wide.u8(), wide.pointer()]).toEqual(['100000001', 5, ''])
    const skipped = fieldsOf(4, 1, 0, 0, 0, 2, 0, 0, 0, 3)
    skipped.skipPointers(2)
    expect(skipped.u8()).toBe(3)
  })

  it('that are a process have its number, 0 for what can be none [LB-19]', () => {
    expect(fieldsOf(8, 0x10, 0x27, 0, 0, 0, 0, 0, 0).processNumber()).toBe(10_000)
    expect(fieldsOf(8, 0, 0, 0, 0, 1, 0, 0, 0).processNumber()).toBe(0)
    expect(fieldsOf(8, 0, 0, 0, 0, 0, 0, 0, 0).processNumber()).toBe(0)
  })
})
