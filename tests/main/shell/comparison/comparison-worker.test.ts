/** The process that compares, as the app starts it: each kind of request, and what comes of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutOfPools } from '../../../../main/d3d12ma/defragmentation/trial'
import { measureVariant } from '../../../../main/session/laboratory/comparison/measure'
import { runTrials, TRIALS } from '../../../../main/session/laboratory/defragmentation-comparison'
import { comparisonConfigurations } from '../../../../main/session/laboratory/preemption-comparison'
import { validateScenario } from '../../../../main/session/scenario'
import type { AnyRow, ComparisonReply } from '../../../../main/shell/comparison/comparison-messages'
import { World } from '../../d3d12ma/defragmentation/support'
import { scenarioOf } from '../../support/world'
import { buildWorker, type Worker, type WorkerFile } from '../worker'

let file: WorkerFile

beforeAll(async () => {
  file = await buildWorker('main/shell/comparison/comparison-worker.ts')
}, 60_000)
afterAll(() => file.remove())

/** What a process of its own answers to one request, to the last word. */
async function answers(request: object): Promise<ComparisonReply<AnyRow>[]> {
  const worker = file.start()
  worker.post(request)
  await over(worker)
  await worker.kill()
  return worker.came as ComparisonReply<AnyRow>[]
}

const over = (worker: Worker): Promise<void> =>
  worker.until((came) => came.length > 0 && (came.at(-1) as ComparisonReply<AnyRow>).kind !== 'row')

test('every algorithm on a state of the heaps, row by row [DF-16]', async () => {
  const pool = new World().pool(['aaaa....', 'b.......', 'c.......'])
  const trial = { pools: layoutOfPools([pool]), maxBytesPerPass: 0, maxAllocationsPerPass: 0 }
  const here: unknown[] = []
  runTrials(trial, (row, done, total) => here.push({ kind: 'row', row, done, total }))
  expect(here).toHaveLength(TRIALS)
  expect(here[0]).toMatchObject({ done: 1, row: { heapsFreed: 2 } })
  expect(await answers({ kind: 'defragmentation', trial })).toEqual([...here, { kind: 'done' }])
})

test('the policies that were asked for, each a row [LB-03]', async () => {
  const parsed = validateScenario({ trimline: 1, name: 'work', steps: [{ at: 0, apply: 'Blur' }], until: '20ms' })
  if (!parsed.ok) throw new Error('the scenario is none')
  const workload = parsed.scenario
  const variants = [{ policy: 'none' as const }, { policy: 'fence-lru' as const }]
  const came = await answers({ kind: 'variants', work: { workload, variants } })
  const rows = await Promise.all(variants.map((variant) => measureVariant(workload, variant)))
  expect(came).toEqual([
    { kind: 'row', row: rows[0], done: 1, total: 2 },
    { kind: 'row', row: rows[1], done: 2, total: 2 },
    { kind: 'done' },
  ])
})

test('every preemption model and granularity [GP-28]', async () => {
  const came = await answers({ kind: 'preemption', scenario: scenarioOf({ until: '20ms' }) })
  const total = comparisonConfigurations().length
  expect(came).toHaveLength(total + 1)
  expect(came[0]).toMatchObject({ kind: 'row', done: 1, total })
  expect(came.at(-1)).toEqual({ kind: 'done' })
})

test('what cannot be compared is said; what is no request is passed over', async () => {
  expect(await answers({ kind: 'defragmentation', trial: { pools: 3 } })).toEqual([
    { kind: 'failed', message: expect.stringContaining('map') as string },
  ])
  const worker = file.start()
  worker.post({ kind: 'variants' })
  // it takes one request, and that was none
  worker.post({ kind: 'defragmentation', trial: { pools: [], maxBytesPerPass: 0, maxAllocationsPerPass: 0 } })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(worker.came).toEqual([])
  await worker.kill()
})
