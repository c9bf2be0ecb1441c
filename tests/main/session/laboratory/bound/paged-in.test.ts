/** What a run pages in of what the bound is of (LB-11): by hand, and in a row, its records and the frontier. */
import { describe, expect, it } from 'vitest'
import { UnitPageIns } from '../../../../../main/session/laboratory/bound/paged-in'
import { recordsOf } from '../../../../../main/session/laboratory/comparison/records/records'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import { compareVariants } from '../../../support/compared'
import { trimline } from '../../../support/trimline'
import { MIB, quietSystem, scenarioOf } from '../../../support/world'

const create = (resource: string, segment?: 'non-local'): TraceRecord => ({
  t: 0,
  type: 'create',
  resource,
  bytes: 640,
  resident: false,
  ...(segment === undefined ? {} : { segment }),
})
const pageIn = (resource: string, reason = 'make-resident'): TraceRecord => ({
  t: 5,
  type: 'page-in',
  resource,
  bytes: 640,
  start: 0,
  end: 5,
  reason,
})

/** An upload buffer comes in with a texture; a game takes memory of the segment and gets it back. */
const FILE = {
  system: quietSystem({ localMemory: '256MiB', budget: '200MiB', evictionMode: 'eager' }),
  app: { policy: 'none', effects: [] },
  steps: [
    { at: 0, otherProcess: { name: 'game', usage: '192MiB' } },
    { at: 0, resource: { name: 'upload', size: '512MiB', heap: 'upload', resident: false } },
    { at: 0, resource: { name: 'texture', size: '96MiB', resident: false } },
    { at: '1s', use: { set: ['upload', 'texture'] } },
    { at: '2s', free: { name: 'texture' } },
  ],
  until: '4s',
}

describe('what the bound counts of what is paged in [LB-11]', () => {
  it('is what comes into local memory, for the app', () => {
    const pageIns = new UnitPageIns()
    const records = [create('here'), create('there', 'non-local'), pageIn('here'), pageIn('there')]
    expect(records.map((record) => pageIns.record(record))).toEqual([0, 0, 640, 0])
    // a name that is taken again, and memory of another process
    expect([create('there'), pageIn('there'), pageIn('process game', 'return')].map((r) => pageIns.record(r))).toEqual([
      0, 640, 0,
    ])
    expect(pageIns.bytes).toBe(1280)
  })

  it('in a row: an upload buffer and what another process gets back are paged in, and none of them is above the bound [LB-12]', async () => {
    const { rows, frontier } = await compareVariants(scenarioOf(FILE), [{ policy: 'none' }])
    const [row] = rows
    expect(row?.pageInBytes).toBeGreaterThan((512 + 96) * MIB)
    expect(row).toMatchObject({ localPageInBytes: 96 * MIB, bound: 96 * MIB, timesBound: 1 })
    expect(frontier.variants[0]).toMatchObject({ pagedIn: 96 * MIB, aboveBest: false })
    for (const column of ['timesBound', 'localPageInBytes'] as const) {
      const { records, sum } = await recordsOf(scenarioOf(FILE), { policy: 'none' }, { column })
      expect([records.map(({ name }) => name), sum]).toEqual([['texture'], 96 * MIB])
    }
  })

  it('in a row that ends while what was asked for comes in: the remark says so, and nothing of evictions', async () => {
    const file = { ...FILE, steps: FILE.steps.slice(1, 4), until: 1_000_001 }
    const { rows } = await compareVariants(scenarioOf(file), [{ policy: 'none' }])
    expect(rows[0]).toMatchObject({ localPageInBytes: 0, comingIn: 96 * MIB, bound: 96 * MIB })
    expect(rows[0]?.remark).toBe('below the bound: 96 MiB still came in at the end')
    // with nothing under way there is nothing to be said of that
    expect((await compareVariants(scenarioOf(FILE), [{ policy: 'none' }])).rows[0]?.comingIn).toBe(0)
  })

  it('in the command `bound` [LB-12]', async () => {
    const { out } = await trimline(['bound', '-'], JSON.stringify({ trimline: 1, ...FILE }))
    expect(out).toMatch(/paged in by none +96 MiB, 1\.00 × the bound$/m)
  })
})
