import { describe, expect, it } from 'vitest'
import { LogAllocations } from '../../../../../main/session/imports/etl/allocations'
import { fields } from '../writing'
import { recordOf } from './events'
import * as etl from './logs'

const described = (id: number, global: number, size = 64, more = {}) => recordOf(id, etl.allocation(global, size, more))
const opened = (id: number, handle: number, global: number) => recordOf(id, etl.opened(handle, global))

describe('a global allocation [LB-19]', () => {
  it('is as its event describes it', () => {
    const all = new LogAllocations()
    expect(all.created(described(33, 1, 64, { process: 7, segment: 3, adapter: 0xbe, pageTable: 1 }))).toEqual({
      size: 64,
      segment: 3,
      adapter: 'be',
      owner: 7,
      pageTable: true,
      existed: false,
      anonymous: false,
    })
    // the second segment of preference stands in the same number
    expect(all.created(described(33, 2, 64, { segment: 0 })).segment).toBe(0)
    expect(all.created(recordOf(33, etl.allocation(3, 64, { pointer: 4 }), { pointer: 4 }))).toMatchObject({
      size: 64,
      owner: 100,
    })
    // what its version does not have is not so
    expect(all.created(recordOf(33, etl.allocation(4, 64, { pageTable: 1 }).slice(0, -4))).pageTable).toBe(false)
  })

  it('that gets the handle of one that is gone is another one', () => {
    const all = new LogAllocations()
    const first = all.created(described(33, 1))
    expect(all.destroyed(described(34, 1))).toBe(first)
    expect(all.created(described(33, 1))).not.toBe(first)
    expect([...all.earlier]).toEqual([])
  })

  it('was there before where a rundown, or its end, is the first that is said of it', () => {
    const all = new LogAllocations()
    all.existing(described(35, 1, 10))
    all.existing(described(35, 1, 10))
    all.destroyed(described(34, 2, 20))
    all.created(described(33, 3))
    all.existing(described(35, 3))
    expect([...all.earlier].map(({ size, existed }) => [size, existed])).toEqual([
      [10, true],
      [20, true],
    ])
  })
})

describe('a handle of a device [LB-19]', () => {
  it('stands for what it was opened for, until it is closed', () => {
    const all = new LogAllocations()
    const [one, other] = [all.created(described(33, 1)), all.created(described(33, 2))]
    all.opened(opened(36, 0x10, 1))
    expect(all.of('10').global).toBe(one)
    all.closed(opened(37, 0x10, 1))
    all.opened(opened(36, 0x10, 2))
    expect(all.of('10').global).toBe(other)
  })

  it('that is used before anything was said of it becomes known by a rundown, or when it is closed', () => {
    const all = new LogAllocations()
    const [used, closed] = [all.of('10'), all.of('20')]
    expect(used.global).toMatchObject({ size: null, existed: true, anonymous: true })
    expect(all.of('10')).toBe(used)
    all.existing(described(35, 1, 10))
    all.open(opened(38, 0x10, 1))
    all.closed(opened(37, 0x20, 1))
    expect([used.global.size, closed.global.size]).toEqual([10, 10])
    // what it stands for is told only once
    all.existing(described(35, 2, 20))
    all.open(opened(38, 0x10, 2))
    expect(used.global.size).toBe(10)
  })

  it('may be known before its global one is described', () => {
    const all = new LogAllocations()
    all.opened(opened(36, 0x10, 1))
    expect(all.of('10').global).toMatchObject({ size: null, anonymous: false })
    all.destroyed(described(34, 1, 30))
    expect(all.of('10').global.size).toBe(30)
  })

  it('of 0 is none', () => {
    const all = new LogAllocations()
    const one = all.created(described(33, 1))
    all.opened(recordOf(36, fields([8, 1], [8, 2], [8, 3], [8, 0], [8, 1])))
    all.open(recordOf(38, fields([8, 1], [8, 2], [8, 3], [8, 0], [8, 1])))
    expect(all.of('').global).not.toBe(one)
  })
})
