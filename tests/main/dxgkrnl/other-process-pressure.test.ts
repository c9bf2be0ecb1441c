import { expect, test } from 'vitest'
import { runScenario } from '../../../main/session/runner'
import { validateScenario } from '../../../main/session/scenario'

interface Line {
  t: number
  type: string
  resource?: string
  reason?: string
  cause?: number
}

async function trace(steps: object[], system: object = {}): Promise<Line[]> {
  const parsed = validateScenario({
    trimline: 1,
    system: { localMemory: '256MiB', pagingBandwidth: '1GiB', ...system },
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
  expect(lines.filter((line) => line.type === 'packet')).toHaveLength(1)
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
