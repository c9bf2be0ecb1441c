import { describe, expect, it } from 'vitest'
import { Parting, resourceDifferences } from '../../../../../main/session/laboratory/comparison/difference'
import type { ResourceUse } from '../../../../../main/session/laboratory/comparison/measure'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import { differenceRows } from '../../../../../preload/contract'

function pageIn(t: number, resource: string): TraceRecord {
  return { t, type: 'page-in', resource, bytes: 65_536, start: t, end: t + 10, reason: 'make-resident' }
}
const apply = (t: number, effect: string): TraceRecord => ({ t, type: 'apply', effect, submission: 1 })

/** Both runs' records, given in this order: 0 for the first run, 1 for the second. */
function parting(...records: [run: 0 | 1, record: TraceRecord][]): Parting {
  const made = new Parting()
  for (const [run, one] of records) made.record(run, one)
  return made
}

describe('where two runs part [LB-06]', () => {
  it('is nowhere where every record is the same, however far one is ahead of the other', () => {
    const made = parting([0, apply(1, 'Blur')], [0, apply(2, 'Grade')], [1, apply(1, 'Blur')], [1, apply(2, 'Grade')])
    expect(made.end()).toBeNull()
  })

  it('is the first record that is not the same, with how many were', () => {
    const made = parting([0, apply(1, 'Blur')], [1, apply(1, 'Blur')], [1, apply(2, 'Grade')], [0, apply(2, 'Bloom')])
    expect(made.end()).toMatchObject({
      index: 1,
      records: [
        { t: 2, name: 'Bloom' },
        { t: 2, name: 'Grade' },
      ],
    })
  })

  it('is not changed by what comes after it', () => {
    const made = parting([0, apply(1, 'Blur')], [1, apply(1, 'Grade')], [0, apply(2, 'Blur')], [1, apply(2, 'Blur')])
    expect(made.end()).toMatchObject({ index: 0, records: [{ name: 'Blur' }, { name: 'Grade' }] })
  })

  it('is where one has ended, and the other goes on', () => {
    const made = parting([0, apply(1, 'Blur')], [1, apply(1, 'Blur')], [1, apply(2, 'Grade')])
    expect(made.end()).toMatchObject({ index: 1, records: [null, { name: 'Grade' }] })
  })

  it('is, for a resource, the first moment at which it was paged in or evicted in one alone', () => {
    const made = parting(
      [0, pageIn(5, 'Blur.main')],
      [1, pageIn(5, 'Blur.main')],
      [0, pageIn(9, 'Blur.main')],
      [1, pageIn(7, 'Grade.main')],
      [1, pageIn(8, 'Blur.main')],
    )
    made.end()
    expect(made.momentsOf('Blur.main')).toEqual([9, 8])
    expect(made.momentsOf('Grade.main')).toEqual([null, 7])
    expect(made.momentsOf('never.heard')).toEqual([null, null])
  })
})

describe('what each resource cost [LB-06]', () => {
  const run = (resources: Record<string, Partial<ResourceUse>>) => ({
    resources: new Map(
      Object.entries(resources).map(([name, use]) => [name, { pagedIn: 0, evictions: 0, waited: 0, ...use }]),
    ),
  })

  it('is told of those that differ, the largest difference of bytes paged in first, then by name', () => {
    const one = run({ a: { pagedIn: 10 }, b: { pagedIn: 100 }, c: { evictions: 1 }, same: { pagedIn: 7 } })
    const other = run({ a: { pagedIn: 40 }, b: { pagedIn: 90 }, d: { waited: 3 }, same: { pagedIn: 7 } })
    const moments: [number, null] = [4, null]
    expect(differenceRows(resourceDifferences(one, other, { momentsOf: () => moments }))).toEqual([
      { name: 'a', pagedIn: [10, 40], evictions: [0, 0], waited: [0, 0], at: moments },
      { name: 'b', pagedIn: [100, 90], evictions: [0, 0], waited: [0, 0], at: moments },
      { name: 'c', pagedIn: [0, 0], evictions: [1, 0], waited: [0, 0], at: moments },
      { name: 'd', pagedIn: [0, 0], evictions: [0, 0], waited: [0, 3], at: moments },
    ])
  })
})
