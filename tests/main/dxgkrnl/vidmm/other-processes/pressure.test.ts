import { expect, test } from 'vitest'
import { runScenario } from '../../../../../main/session/run/runner'
import { validateScenario } from '../../../../../main/session/scenario'
import { MIB, quietSystem, runOf } from '../../../support/world'

/** of the paging process's VA space, a quarter of the segment, in whole 64 KiB (AN-11) */
const PAGE_TABLES = 128 * 1024

interface Line {
  t: number
  type: string
  resource?: string
  reason?: string
  cause?: number
  kind?: string
}

async function trace(steps: object[], system: object = {}): Promise<Line[]> {
  const parsed = validateScenario({
    trimline: 1,
    system: quietSystem({ localMemory: 256 * MIB + PAGE_TABLES, pagingBandwidth: '1GiB', ...system }),
    app: {
      policy: 'fence-lru',
      effects: ['A', 'B'].map((name) => ({ name, resources: [{ name: 'r', size: '100MiB' }] })),
    },
    steps,
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const chunks: string[] = []
  await runScenario(parsed.scenario, { sink: (chunk) => chunks.push(chunk) })
  return chunks
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

test('the kernel takes memory for another process only after the callbacks of the notification [TN-24] [RS-10]', async () => {
  const lines = await trace([
    { at: '0s', apply: 'A' },
    { at: '1s', apply: 'B' },
    { at: '2s', otherProcess: { name: 'game', usage: '100MiB' } },
    { at: '4s', expect: { pagedOut: ['A.r'], resident: ['B.r'] } },
  ])
  const at = (type: string): number => lines.findIndex((line) => line.t >= 2_000_000 && line.type === type)
  expect(at('notification')).toBeGreaterThan(0)
  expect(at('evict')).toBeGreaterThan(at('notification'))
  expect(at('page-out')).toBeGreaterThan(at('callback'))
  // the app gave A.r up, so that nothing resident had to go
  expect(lines.filter((line) => line.type === 'page-out')).toMatchObject([{ resource: 'A.r', reason: 'reclaim' }])
  expect(lines.filter((line) => line.type === 'expect')).toMatchObject([{ ok: true }, { ok: true }])
})

test('a process may say that it uses more than there is: the budget is 0 then [RS-09]', async () => {
  const lines = await trace([
    { at: '1s', otherProcess: { name: 'game', usage: '1GiB' } },
    { at: '2s', apply: 'A' },
  ])
  expect(lines.find((line) => line.type === 'budget')).toMatchObject({ budget: 0 })
  expect(lines.filter((line) => line.type === 'packet' && line.kind === 'standard')).toHaveLength(1)
})

test('a notification that budget changes were merged into names the newest command [TN-25]', async () => {
  const lines = await trace([
    { at: '0s', apply: 'A' },
    { at: '0s', apply: 'B' },
    { at: '1s', inject: { fault: 'callback-takes', duration: '2s' } },
    { at: '1s', periodicTrim: true },
    { at: '1500ms', budget: '150MiB' },
    { at: '2s', budget: '120MiB' },
  ])
  const merged = lines.filter((line) => line.type === 'notification' && line.t === 3_000_000)
  expect(merged).toMatchObject([{ flags: 4, cause: 6 }])
})

test('what was paged out of another process comes back when memory is free again [RS-09 RS-10]', async () => {
  const lines = await trace([
    { at: '0s', apply: 'A' },
    { at: '0s', apply: 'B' },
    { at: '1s', otherProcess: { name: 'game', usage: '156MiB' } },
    { at: '2s', apply: 'A' },
    { at: '2s', apply: 'B' },
    { at: '3s', removeEffect: 'A' },
    { at: '3s', removeEffect: 'B' },
  ])
  const moved = lines.filter(({ type, resource }) => type.startsWith('page-') && resource === 'process game')
  // 100 MiB at 1 GiB/s
  expect(moved).toMatchObject([
    { type: 'page-out', bytes: 100 * MIB },
    { type: 'page-in', bytes: 100 * MIB, start: 3_000_000, end: 3_097_657, cause: 6 },
  ])
})

test('another process leaves free what the app in front lacks of its own list [RS-09]', async () => {
  const { of } = await runOf({
    system: { localMemory: 320 * MIB + PAGE_TABLES },
    app: {
      policy: 'none',
      effects: ['A', 'B', 'C'].map((name) => ({
        name,
        resources: [{ name: 'r', size: name === 'C' ? '60MiB' : '100MiB' }],
      })),
    },
    steps: [
      { at: '1s', otherProcess: { name: 'game', usage: '300MiB' } },
      { at: '2s', apply: 'A' },
      { at: '3s', removeEffect: 'A' },
      { at: '4s', removeEffect: 'B' },
      { at: '5s', removeEffect: 'C' },
    ],
  })
  const moved = of('page-out', 'page-in').filter(({ resource }) => resource === 'process game')
  // 80 MiB went for A; while B and C are out, what A leaves is theirs
  expect(moved.map(({ type, bytes, start }) => [type, bytes / MIB, start])).toEqual([
    ['page-out', 80, 2_000_000],
    ['page-in', 40, 4_000_000],
    ['page-in', 40, 5_000_000],
  ])
})

test('a process that has what it uses takes nothing from the app for another that lacks some [RS-10]', async () => {
  const { of } = await runOf({
    system: { localMemory: '256MiB' },
    app: { policy: 'none', effects: [{ name: 'A', resources: [{ name: 'r', size: '200MiB' }] }] },
    steps: [
      { at: '1s', otherProcess: { name: 'browser', usage: '100MiB' } },
      { at: '2s', otherProcess: { name: 'game', usage: '30MiB' } },
      { at: '3s', apply: 'A' },
      { at: '4s', otherProcess: { name: 'game', usage: '20MiB' } },
    ],
  })
  // for A itself the browser gave way, and stays without
  expect(of('page-out').filter(({ t }) => t > 4_000_000)).toEqual([])
})

test('over-commit of the non-local segment does not keep a packet from starting [RS-02 RS-10]', async () => {
  const { summary } = await runOf({
    system: { nonLocalMemory: '128MiB' },
    app: {
      policy: 'none',
      effects: ['A', 'B', 'C'].map((name) => ({
        name,
        resources: [{ name: 'staging', size: '60MiB', heap: 'upload' }],
      })),
    },
    steps: ['A', 'B', 'C'].map((apply, i) => ({ at: `${i + 1}s`, apply })),
  })
  expect(summary).toMatchObject({ devicesRemoved: 0, findings: [], pageInBytes: 3 * 60 * MIB })
})
