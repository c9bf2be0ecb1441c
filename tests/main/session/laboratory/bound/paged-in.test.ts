/** What a run pages in of what the bound is of (LB-11): in a row, its records and the frontier. */
import { describe, expect, it } from 'vitest'
import { recordsOf } from '../../../../../main/session/laboratory/comparison/records/records'
import { compareVariants } from '../../../support/compared'
import { trimline } from '../../../support/trimline'
import { MIB, quietSystem, scenarioOf } from '../../../support/world'

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
  it.each([
    ['default', 'upload', 96],
    ['upload', 'default', 0],
  ])('goes by the memory that came in, in %s, where %s memory has its name by then', async (before, after, mib) => {
    const steps = [
      { at: 0, resource: { name: 'x', size: '96MiB', heap: before, resident: false } },
      { at: '1s', use: { set: ['x'] } },
      // the work that was submitted brings it in all the same
      { at: 1_000_010, free: { name: 'x' } },
      { at: 1_000_015, resource: { name: 'x', size: '96MiB', heap: after, resident: false } },
    ]
    const scenario = scenarioOf({ ...FILE, steps })
    const { rows } = await compareVariants(scenario, [{ policy: 'none' }])
    expect(rows[0]).toMatchObject({ pageInBytes: 96 * MIB, localPageInBytes: mib * MIB, bound: mib * MIB, remark: '' })
    const { sum } = await recordsOf(scenario, { policy: 'none' }, { column: 'localPageInBytes' })
    expect(sum).toBe(mib * MIB)
  })

  it('from a moment on knows what was made before that', async () => {
    const names = ['upload', 'texture']
    const again = [
      { at: '1200ms', evict: { names } },
      { at: '2s', makeResident: { names } },
    ]
    const scenario = scenarioOf({ ...FILE, steps: [...FILE.steps.slice(1, 4), ...again] })
    const { rows } = await compareVariants(scenario, [{ policy: 'none' }], { from: 1_500_000 })
    expect(rows[0]).toMatchObject({ pageInBytes: (512 + 96) * MIB, localPageInBytes: 96 * MIB })
    const { records } = await recordsOf(scenario, { policy: 'none' }, { column: 'timesBound' }, { from: 1_500_000 })
    expect(records.map(({ name, bytes }) => [name, bytes])).toEqual([['texture', 96 * MIB]])
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

  it('in a row: what the hardware keeps a context in comes back after a game has had its memory, and is no unit [LB-12] [GP-14]', async () => {
    const file = {
      system: quietSystem({ localMemory: '64MiB', budget: '57MiB', driver: { contextAllocation: '8MiB' } }),
      app: { policy: 'none', effects: [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '40MiB' }] }] },
      steps: [
        { at: '1s', apply: 'A' },
        { at: '2s', otherProcess: { name: 'game', usage: '62MiB' } },
        { at: '3s', otherProcess: { name: 'game', usage: 0 } },
        { at: '4s', apply: 'A' },
      ],
      until: '6s',
    }
    const { rows, frontier } = await compareVariants(scenarioOf(file), [{ policy: 'none' }])
    expect(rows[0]).toMatchObject({ pageInBytes: 48 * MIB, localPageInBytes: 40 * MIB, bound: 40 * MIB, timesBound: 1 })
    expect(frontier.variants[0]?.pagedIn).toBe(40 * MIB)
    const { records } = await recordsOf(scenarioOf(file), { policy: 'none' }, { column: 'timesBound' })
    expect(records.map(({ name }) => name)).toEqual(['A.r'])
    // it had to wait for the context's memory before anything of its own: at the end of that both come in, and A's counts
    const ends = scenarioOf({ ...file, until: 4_000_001 })
    expect((await compareVariants(ends, [{ policy: 'none' }])).rows[0]).toMatchObject({ comingIn: 40 * MIB })
  })

  it('in a row that ends while what was asked for comes in: the remark says so, and nothing of evictions', async () => {
    const file = { ...FILE, steps: FILE.steps.slice(1, 4), until: 1_000_001 }
    const { rows } = await compareVariants(scenarioOf(file), [{ policy: 'none' }])
    expect(rows[0]).toMatchObject({ localPageInBytes: 0, comingIn: 96 * MIB, bound: 96 * MIB })
    expect(rows[0]?.remark).toBe('below the bound: 96 MiB still came in at the end')
    // with nothing under way there is nothing to be said of that
    expect((await compareVariants(scenarioOf(FILE), [{ policy: 'none' }])).rows[0]?.comingIn).toBe(0)
  })

  it('in a row that ends while memory still goes out that was asked for again: it comes in, whatever was zeroed before', async () => {
    const names = ['x']
    const steps = [
      { at: 0, resource: { name: 'x', size: '64MiB' } },
      { at: '1s', evict: { names } },
      { at: 1_000_001, makeResident: { names } },
    ]
    const { rows } = await compareVariants(scenarioOf({ ...FILE, steps, until: 1_000_002 }), [{ policy: 'none' }])
    expect(rows[0]).toMatchObject({ comingIn: 64 * MIB, localPageInBytes: 0 })
  })

  it('in a row that ends while new memory is zeroed: that has no page-in, and does not come in', async () => {
    const system = { ...FILE.system, fillBandwidth: '1GiB' }
    const steps = [
      { at: 0, resource: { name: 'texture', size: '16MiB', resident: false } },
      { at: '1s', use: { set: ['texture'] } },
      { at: '1s', resource: { name: 'new', size: '96MiB', resident: true } },
    ]
    // as many bytes as are paged in when there is time for it
    for (const { until, comingIn, there } of [
      { until: 1_000_001, comingIn: 16 * MIB, there: 0 },
      { until: 2_000_000, comingIn: 0, there: 16 * MIB },
    ]) {
      const { rows } = await compareVariants(scenarioOf({ ...FILE, system, steps, until }), [{ policy: 'none' }])
      expect(rows[0]).toMatchObject({ comingIn, localPageInBytes: there, bound: 16 * MIB })
    }
  })

  it('in the command `bound` [LB-12]', async () => {
    const { out } = await trimline(['bound', '-'], JSON.stringify({ trimline: 1, ...FILE }))
    expect(out).toMatch(/paged in by none +96 MiB, 1\.00 × the bound$/m)
  })
})
