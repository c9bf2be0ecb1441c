/** What the points of the frontier's curves stand on (LB-13), by hand. Times in µs, memory held in byte-seconds. */
import { describe, expect, it } from 'vitest'
import type { References } from '../../../../../../main/session/laboratory/bound/references'
import { addLeast, addThreshold } from '../../../../../../main/session/laboratory/comparison/records/frontier'
import { RecordList } from '../../../../../../main/session/laboratory/comparison/records/list'

const S = 1_000_000
const names = ['A.r', 'B.r']
const use = (seconds: number, unit: number) => ({ t: seconds * S, kind: 'use' as const, units: [unit] })

/** Of A, 10 bytes, gaps of 1 and 5 s; of B, 100 bytes, one of 3 s. All are first used at 0 and 2 s; the end is at 10 s. */
const references: References = { sizes: [10, 100], events: [use(0, 0), use(1, 0), use(2, 1), use(5, 1), use(6, 0)] }
const until = 10 * S

function rowsOf(add: (list: RecordList) => void) {
  const list = new RecordList(0, 10)
  add(list)
  const { sum, records } = list.found
  return { sum, rows: records.map(({ t, type, name, bytes, more }) => [t / S, type, name, bytes, more]) }
}

const FIRST = [
  [0, 'first use', 'A.r', 10, 'whatever a policy does'],
  [2, 'first use', 'B.r', 100, 'whatever a policy does'],
]
const SHORTER = 'shorter gaps save as much for less memory held'

describe('the least that is paged in with so much held [LB-13]', () => {
  const least = (held: number) => rowsOf((list) => addLeast(list, references, { names }, held))

  it('keeps the shortest gaps first, and of the next as much as there is left for', () => {
    // 10 byte-seconds for A's first gap, and of B's 300 a half
    expect(least(160)).toEqual({
      sum: 110 + 50 + 10,
      rows: [
        ...FIRST,
        [5, 'use again', 'B.r', 50, `not used for 3 s; ${SHORTER}`],
        [6, 'use again', 'A.r', 10, `not used for 5 s; ${SHORTER}`],
      ].toSorted((a, b) => Number(a[0]) - Number(b[0])),
    })
  })

  it('is the first uses alone where every gap can be kept: 10 + 300 + 50 byte-seconds', () => {
    expect(least(360)).toEqual({ sum: 110, rows: FIRST })
    expect(least(0).sum).toBe(110 + 10 + 100 + 10)
  })
})

describe('the best fixed idle threshold that holds no more [LB-13]', () => {
  const threshold = (held: number) => rowsOf((list) => addThreshold(list, references, { names }, { until, held }))

  it('drops what was not used for longer than that, whole', () => {
    // 3 s keeps A's first gap and B's: A is held for 1 + 3 s and 3 s after 6 s, B for 3 s and 3 s after 5 s: 70 + 600
    expect(threshold(670)).toEqual({
      sum: 110 + 10,
      rows: [...FIRST, [6, 'use again', 'A.r', 10, 'not used for 5 s; dropped after 3 s']],
    })
    // a byte-second less is not enough: 1 s keeps A's first gap, and holds each of the others for 1 s: 30 + 200
    expect(threshold(669).rows.slice(2)).toEqual([
      [5, 'use again', 'B.r', 100, 'not used for 3 s; dropped after 1 s'],
      [6, 'use again', 'A.r', 10, 'not used for 5 s; dropped after 1 s'],
    ])
  })

  it('is none where none holds so little', () => {
    expect(threshold(-1)).toEqual({ sum: 0, rows: [] })
  })
})
