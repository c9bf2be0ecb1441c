/** Allocation notification from an effect in a scenario to the trace; its clauses one by one are proved at the kernel. */
import { describe, expect, test } from 'vitest'
import { runScenario } from '../../../../main/session/run/runner'
import { validateScenario } from '../../../../main/session/scenario'

/** A.r is used by the GPU, then evicted by the second trim; its contents are read by the CPU at the end. */
async function played(system: object = {}, driver: object = {}, heap = 'default'): Promise<Record<string, unknown>[]> {
  const parsed = validateScenario({
    trimline: 1,
    system: {
      ...{ localSegment: 'aperture', localMemory: '1GiB', pagingBandwidth: '1GiB', hardwareScheduling: true },
      ...{ evictionMode: 'eager', ...system, driver: { notifyEviction: true, ...driver } },
    },
    app: {
      policy: 'fence-lru',
      effects: [{ name: 'A', resources: [{ name: 'r', size: '9MiB', compressed: true, heap }] }],
    },
    steps: [
      { at: '0s', apply: 'A' },
      { at: '1s', periodicTrim: true },
      { at: '3s', periodicTrim: true },
      { at: '4s', expect: { intact: ['A.r'] } },
      { at: '4s', expect: { pagedOut: ['A.r'] } },
    ],
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const chunks: string[] = []
  await runScenario(parsed.scenario, { sink: (chunk) => chunks.push(chunk) })
  const lines = chunks.join('').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('in a scenario, from the effect to the trace', () => {
  const of = (lines: Record<string, unknown>[], type: string) => lines.filter((line) => line.type === type)
  const rules = (lines: Record<string, unknown>[]) => of(lines, 'finding').map(({ rule }) => rule)
  const intactAndOut = (lines: Record<string, unknown>[]) => of(lines, 'expect').map(({ ok }) => ok)

  test('every operation follows on the one before; the CPU reads what was written [AN-05] [AN-14] [AN-17]', async () => {
    const lines = await played()
    const steps = of(lines, 'paging-operation').filter(({ operation }) => operation !== 'VIRTUAL_FILL')
    expect(steps.slice(1).map(({ start }) => start)).toEqual(steps.slice(0, -1).map(({ end }) => end))
    const notifications = steps.filter(({ notify }) => notify !== undefined)
    // the space is that of the hardware scheduling log, 4 MiB; decompressing 4 MiB at 1 GiB/s takes 3906.25 µs
    expect(notifications.map(({ start, end }) => Number(end) - Number(start))).toEqual([3907, 3907, 977])
    expect([rules(lines), intactAndOut(lines)]).toEqual([[], [true, true]])
  })

  test('chunks have contents of their own, however small: each is decompressed once, by its own commands [AN-14] [AN-05]', async () => {
    // of 2 MiB of local memory the space is a quarter: 18 chunks of 512 KiB, which at 1 GiB/s take 488.28 µs each
    const system = { localSegment: 'memory', localMemory: '2MiB', hardwareScheduling: false }
    const lines = await played(system, {}, 'upload')
    const notifications = of(lines, 'paging-operation').filter(({ notify }) => notify !== undefined)
    expect(notifications.map(({ start, end }) => Number(end) - Number(start))).toEqual(Array(18).fill(489))
    expect(intactAndOut(lines)).toEqual([true, true])
  })

  test('buffers that are too small change nothing else [AN-16] [AN-15]', async () => {
    const lines = await played({}, { pagingBufferCovers: '3MiB' })
    const notifications = of(lines, 'paging-operation').filter(({ notify }) => notify !== undefined)
    expect(notifications.map(({ chunk, buffers }) => [chunk, buffers])).toEqual(
      [0, 1, 2].map((c) => [c, c < 2 ? 2 : 1]),
    )
    expect(intactAndOut(lines)).toEqual([true, true])
  })

  test.each([
    ['the driver does not set the flag [AN-01]', {}, { notifyEviction: false }, ['AN-14']],
    ['the system is older [AN-12]', { wddm: '3.1' }, {}, ['AN-12', 'AN-14']],
    ['there is no VA space [AN-08] [AN-13]', { hardwareScheduling: false }, {}, ['AN-13', 'AN-14']],
  ])('where %s, the eviction proceeds and the contents are corrupt [AN-14]', async (_why, system, driver, expected) => {
    const lines = await played(system, driver)
    const operations = of(lines, 'paging-operation').map(({ operation }) => operation)
    // beside the zeroes that new memory gets (AN-10)
    expect(operations.filter((operation) => operation !== 'VIRTUAL_FILL')).toEqual(['UNMAP_APERTURE_SEGMENT'])
    expect([rules(lines), intactAndOut(lines)]).toEqual([expected, [false, true]])
  })

  test('an upload heap of a discrete GPU is notified of in the non-local segment [AN-06]', async () => {
    const lines = await played({ localSegment: 'memory', localMemory: '16MiB' }, {}, 'upload')
    const notifications = of(lines, 'paging-operation').filter(({ notify }) => notify !== undefined)
    expect(notifications.map(({ segment }) => segment)).toEqual(Array(3).fill('non-local'))
    expect(intactAndOut(lines)).toEqual([true, true])
  })
})
