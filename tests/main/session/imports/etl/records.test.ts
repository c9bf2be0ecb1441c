import { describe, expect, it } from 'vitest'
import { type LogRecord, LogRecords } from '../../../../../main/session/imports/etl/records'
import { captureOf } from '../support'
import { fields, joined } from '../writing'
import { CLOCK, HEADER } from './events'
import * as etl from './logs'

function read(buffers: Uint8Array[], frequency = etl.FREQUENCY) {
  const records = new LogRecords(captureOf(joined(etl.buffer([etl.header()]), ...buffers)), { ...HEADER, frequency })
  for (const _ of records.look()) {
    // in turns
  }
  return { records, merged: [...records.merged()] }
}

const event = (
  id: number,
  at: number,
  more: Omit<etl.EventOptions, 'at'> = {},
  payload: Uint8Array = new Uint8Array(8),
) => etl.event(id, payload, { at, ...more })
const shown = (merged: LogRecord[]): string[] => merged.map(({ id, ticks }) => `${id} at ${ticks}`)

describe('the time of an event [LB-19]', () => {
  it('is in whole µs, rounded down', () => {
    // three ticks to the µs
    expect([0, 2, 3, 5, 6].map((ticks) => CLOCK.microseconds(ticks))).toEqual([0, 0, 1, 1, 2])
  })

  it('is exact after days, at a frequency that divides nothing', () => {
    const { records } = read([], 2_929_687)
    // six days and a tick of 0.34 µs, then two more: 1.02 µs
    const days = 6 * 86_400
    expect(records.microseconds(days * 2_929_687 + 1)).toBe(days * 1_000_000)
    expect(records.microseconds(days * 2_929_687 + 3)).toBe(days * 1_000_000 + 1)
  })

  it('before the log begins is its beginning; a week away it is no time at all', () => {
    const week = 7 * 86_400 * etl.FREQUENCY
    const { merged, records } = read([
      etl.buffer([event(1, -5), event(2, 7), event(3, week), event(4, week + 1), event(5, -week - 1)]),
    ])
    expect(shown(merged)).toEqual(['1 at 0', '2 at 7', `3 at ${week}`])
    expect(records.passed.outOfRange).toBe(2)
  })
})

describe('events of several buffers [LB-19]', () => {
  it('come in order of time, whatever the order of the buffers', () => {
    const { merged } = read([
      etl.buffer([event(1, 50), event(2, 70)], { processor: 1 }),
      etl.buffer([event(3, 10), event(4, 60), event(5, 90)]),
      etl.buffer([event(6, 20)], { processor: 2 }),
    ])
    expect(shown(merged)).toEqual(['3 at 10', '6 at 20', '1 at 50', '4 at 60', '2 at 70', '5 at 90'])
  })

  it('at the same time come in the order of the file', () => {
    const { merged } = read([etl.buffer([event(1, 5), event(2, 5)]), etl.buffer([event(3, 5)])])
    expect(merged.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(merged.map(({ offset }) => offset)).toEqual(merged.map(({ offset }) => offset).toSorted((a, b) => a - b))
  })

  it('compressed too, at places between their buffer’s and the next one’s', () => {
    const plain = [etl.buffer([event(1, 5), event(2, 5)]), etl.buffer([event(3, 5), event(4, 2)])]
    const { merged } = read(plain.map(etl.compressed))
    expect(shown(merged)).toEqual(['4 at 2', '1 at 5', '2 at 5', '3 at 5'])
  })

  it('have who caused them, and what they say', () => {
    const payload = fields([4, 0xabcd], [4, 7])
    const { merged } = read([
      etl.buffer([
        event(9, 1, { process: 12, thread: 34, version: 3 }, payload),
        event(9, 2, { narrow: true }, payload),
      ]),
    ])
    expect(merged[0]).toMatchObject({ id: 9, version: 3, process: 12, thread: 34, pointer: 8 })
    expect([merged[0]?.payload.length, merged[0]?.payload.u32(0), merged[0]?.payload.u32(4)]).toEqual([8, 0xabcd, 7])
    expect(merged[1]?.pointer).toBe(4)
  })

  it('say it after their extended items, of which one may follow another', () => {
    const payload = fields([4, 0xabcd], [4, 7])
    // an item of 3 bytes, padded to 8, that says that another follows; then one of 8
    const items = fields([4, 0], [2, 1], [2, 3], [8, 0xff], [4, 0], [2, 0], [2, 8], [8, 0xff])
    const { merged } = read([etl.buffer([event(9, 1, { items }, payload)])])
    expect([merged[0]?.payload.length, merged[0]?.payload.u32(0)]).toEqual([8, 0xabcd])
  })
})

describe('what is no event of DxgKrnl [LB-19]', () => {
  it('is passed over and counted', () => {
    const { merged, records } = read([
      etl.buffer([event(1, 1, { provider: 'steamvr' }), event(2, 2, { provider: 'other' }), event(3, 3)]),
    ])
    expect(shown(merged)).toEqual(['3 at 3'])
    // the log's own record is the other one
    expect(records.passed).toEqual({ frameMarks: 1, otherProviders: 1, otherRecords: 1, outOfRange: 0 })
  })

  it('is counted once, however often the log is read', () => {
    const { records } = read([etl.buffer([event(1, 1, { provider: 'steamvr' })])])
    expect([...records.merged()]).toEqual([])
    expect(records.passed.frameMarks).toBe(1)
  })
})

describe('a record that is none [LB-19]', () => {
  const none = new Uint8Array(16)

  it('ends its buffer, and is said with its place; what other buffers have is there', () => {
    const { merged, records } = read([etl.buffer([event(1, 1), none, event(2, 2)]), etl.buffer([event(3, 3)])])
    expect(shown(merged)).toEqual(['1 at 1', '3 at 3'])
    // after a buffer of 8,192 bytes, a header of 72 and a record of 88
    expect(records.damage).toMatch(
      new RegExp(
        `^offset ${8192 + 72 + 88}: found a record of kind 0 and 0 bytes; expected a record within the 104 bytes`,
      ),
    )
    expect(records.moreDamage).toBe(0)
  })

  it('of several the first is said, and how many more there are', () => {
    const { records } = read([etl.buffer([none]), etl.buffer([none]), etl.buffer([none])])
    expect(records.damage).toContain(`offset ${8192 + 72}`)
    expect(records.moreDamage).toBe(2)
  })

  it('of a compressed buffer has no place in the file: that of the buffer is said', () => {
    const { records } = read([etl.compressed(etl.buffer([event(1, 1), none]))])
    expect(records.damage).toMatch(
      /^offset 8192: found a compressed buffer with a record of kind 0 and 0 bytes at 160;/,
    )
  })
})
