/** One piece of work beside the simulation, in this process: plain data in, plain data out. */
import { describe, expect, it } from 'vitest'
import { runTask, type Task } from '../../../../main/session/laboratory/tasks'
import { quietSystem, scenarioOf } from '../../support/world'

const scenario = scenarioOf({
  system: quietSystem(),
  app: { policy: 'fence-lru', effects: [{ name: 'A', resources: [{ name: 'r', size: '64KiB', resident: false }] }] },
  steps: [{ at: 0, apply: 'A' }],
  until: '100ms',
})
const run = { scenario, variant: {}, label: 'one' }

const TASKS: readonly [Task, object][] = [
  [
    { kind: 'variant', scenario, from: 0, variant: { policy: 'none' } },
    { row: { label: 'none', pageInBytes: 65_536 } },
  ],
  // what is measured begins when all is there
  [{ kind: 'variant', scenario, from: 50_000, variant: {} }, { row: { label: 'fence-lru', pageInBytes: 0 } }],
  [{ kind: 'uses', scenario, from: 0, device: null, variants: [] }, {}],
  [{ kind: 'difference', scenario, from: 0, variants: [{}, { policy: 'fence-lru' }] }, { first: null }],
  [
    { kind: 'branches', runs: [run, { ...run, label: 'two' }] },
    { labels: ['one', 'two'], first: null },
  ],
  [
    { kind: 'records', scenario, from: 0, variant: {}, asked: { column: 'pageInBytes' } },
    { count: 1, sum: 65_536 },
  ],
  [
    {
      kind: 'defragmentation',
      algorithm: 'full',
      trial: { pools: [], maxBytesPerPass: 0, maxAllocationsPerPass: 0 },
    },
    { algorithm: 'full', passes: 0, bytesMoved: 0 },
  ],
]

describe.each(TASKS)('$kind', (task, result) => {
  it('is done, and what comes of it can go to another process and back', async () => {
    const done = await runTask(structuredClone(task))
    expect(done.kind).toBe(task.kind)
    expect(done.result).toMatchObject(result)
    expect(structuredClone(done)).toEqual(done)
  })
})

it('how much of it is done is said to its end', async () => {
  const shares: number[] = []
  await runTask({ kind: 'variant', scenario, from: 0, variant: {} }, { onShare: (share) => shares.push(share) })
  expect(shares.at(-1)).toBe(1)
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
})

it('it can be given up between two slices', async () => {
  const breathe = () => Promise.reject(new Error('given up'))
  // a press a millisecond: more than a slice has
  const steps = Array.from({ length: 3000 }, (_, i) => scenario.steps.map((step) => ({ ...step, at: i * 1000 }))).flat()
  const long = { ...scenario, steps, until: 3_000_000 }
  await expect(
    runTask({ kind: 'difference', scenario: long, from: 0, variants: [{}, {}] }, { breathe }),
  ).rejects.toThrow('given up')
})
