/** What the bound stands on (LB-11): first uses, and what of gaps there was no room to keep. */
import { describe, expect, it } from 'vitest'
import type { References } from '../../../../../../main/session/laboratory/bound/references'
import { addBound, addUse } from '../../../../../../main/session/laboratory/comparison/records/bound'
import { RecordList } from '../../../../../../main/session/laboratory/comparison/records/list'

const names = ['A.r', 'B.r']

function found(references: References) {
  const list = new RecordList(0, 10)
  addBound(list, references, { names })
  const { count, sum, records } = list.found
  return { count, sum, rows: records.map(({ t, type, name, bytes, more }) => [t, type, name, bytes, more]) }
}

describe('the records of the bound [LB-11]', () => {
  it('are each first use, and of each later one what was not kept until then', () => {
    // room for 100: beside either's 60 there are 40 of the other's
    const use = (t: number, unit: number) => ({ t, kind: 'use' as const, units: [unit] })
    const events = [{ t: 0, kind: 'capacity' as const, bytes: 100 }, use(1000, 0), use(2000, 1), use(4000, 0)]
    expect(found({ sizes: [60, 60], events })).toEqual({
      count: 3,
      sum: 140,
      rows: [
        [1000, 'first use', 'A.r', 60, 'whatever a policy does'],
        [2000, 'first use', 'B.r', 60, 'whatever a policy does'],
        [4000, 'use again', 'A.r', 20, 'not used for 3 ms; there was no room to keep a part of it'],
      ],
    })
  })

  it('say when there was no room for any of it, and nothing of what was kept or created in place', () => {
    const use = (t: number, ...units: number[]) => ({ t, kind: 'use' as const, units })
    const events = [
      { t: 0, kind: 'capacity' as const, bytes: 100 },
      { t: 5, kind: 'created' as const, unit: 0 },
      use(10, 0),
      // B is as large as all there is
      use(20, 1),
      use(1020, 0),
      use(2020, 0),
    ]
    expect(found({ sizes: [60, 100], events })).toEqual({
      count: 2,
      sum: 160,
      rows: [
        [20, 'first use', 'B.r', 100, 'whatever a policy does'],
        [1020, 'use again', 'A.r', 60, 'not used for 1.01 ms; there was no room to keep all of it'],
      ],
    })
  })

  it('have a gap that was cut twice as one, with the sum of its parts', () => {
    const events = [
      { t: 0, kind: 'capacity' as const, bytes: 100 },
      { t: 10, kind: 'use' as const, units: [0] },
      { t: 20, kind: 'capacity' as const, bytes: 50 },
      { t: 30, kind: 'capacity' as const, bytes: 25 },
      { t: 40, kind: 'capacity' as const, bytes: 100 },
      { t: 110, kind: 'use' as const, units: [0] },
    ]
    // of 60 there were 10 too many at 20 µs, and 25 more at 30
    expect(found({ sizes: [60], events }).rows[1]).toEqual([
      110,
      'use again',
      'A.r',
      35,
      'not used for 100 µs; there was no room to keep a part of it',
    ])
  })
})

describe('a use for which bytes are brought in', () => {
  it('adds them exactly, and shows whole ones', () => {
    const list = new RecordList(0, 10)
    addUse(list, { t: 30, name: 'A.r', bytes: 12.4, since: 10 }, 'why')
    addUse(list, { t: 30, name: 'B.r', bytes: 7, since: null }, 'why')
    const { sum, records } = list.found
    expect(sum).toBeCloseTo(19.4, 9)
    expect(records.map(({ bytes, amount, more }) => [bytes, amount, more])).toEqual([
      [12, 12.4, 'not used for 20 µs; why'],
      [7, 7, 'whatever a policy does'],
    ])
  })
})
