/** The process that compares, as the app starts it: each kind of task, one after the other, and what comes of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutOfPools } from '../../../../main/d3d12ma/defragmentation/trial'
import type { TaskReply } from '../../../../main/session/laboratory/beside/messages'
import { measureVariant } from '../../../../main/session/laboratory/comparison/measure'
import { runTrialOf } from '../../../../main/session/laboratory/defragmentation-comparison'
import type { Task } from '../../../../main/session/laboratory/tasks'
import { validateScenario } from '../../../../main/session/scenario'
import { World } from '../../d3d12ma/defragmentation/support'
import { buildWorker, type Worker, type WorkerFile } from '../worker'

let file: WorkerFile

beforeAll(async () => {
  file = await buildWorker('main/shell/comparison/comparison-worker.ts')
}, 60_000)
afterAll(() => file.remove())

/** What so many tasks come to, without how far they are. */
const answered = (came: readonly unknown[]): TaskReply[] =>
  (came as readonly TaskReply[]).filter(({ kind }) => kind !== 'share')

/** What a process of its own answers to tasks that are sent one after the other is answered. */
async function answers(...tasks: readonly object[]): Promise<TaskReply[]> {
  const worker = file.start()
  for (const [i, task] of tasks.entries()) {
    worker.post({ task })
    await worker.until((came) => answered(came).length > i)
  }
  await worker.kill()
  return answered(worker.came)
}

function work() {
  const parsed = validateScenario({ trimline: 1, name: 'work', steps: [{ at: 0, apply: 'Blur' }], until: '20ms' })
  if (!parsed.ok) throw new Error('the scenario is none')
  return { scenario: parsed.scenario, from: 0 }
}

test('algorithms on a state of the heaps, one after the other [DF-16]', async () => {
  const pool = new World().pool(['aaaa....', 'b.......', 'c.......'])
  const trial = { pools: layoutOfPools([pool]), maxBytesPerPass: 0, maxAllocationsPerPass: 0 }
  const asked = (['fast', 'full'] as const).map((algorithm): Task => ({ kind: 'defragmentation', trial, algorithm }))
  const here = (['fast', 'full'] as const).map((algorithm) => runTrialOf(trial, algorithm))
  expect(here[1]).toMatchObject({ heapsFreed: 2 })
  expect(await answers(...asked)).toEqual(
    here.map((result) => ({ kind: 'done', result: { kind: 'defragmentation', result } })),
  )
})

test('a policy that was asked for, and how far it is [LB-03]', async () => {
  const variant = { policy: 'fence-lru' as const }
  const worker: Worker = file.start()
  worker.post({ task: { kind: 'variant', ...work(), variant } })
  await worker.until((came) => answered(came).length > 0)
  const result = await measureVariant(work().scenario, variant)
  expect(answered(worker.came)).toEqual([{ kind: 'done', result: { kind: 'variant', result } }])
  const shares = (worker.came as TaskReply[]).flatMap((reply) => (reply.kind === 'share' ? [reply.share] : []))
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.every((share) => share > 0 && share <= 1)).toBe(true)
  await worker.kill()
})

test('a policy of one’s own: the process brings the engine with it [LB-14] [LB-15]', async () => {
  const text = "export default { name: 'mine', create: () => ({ prepare() { null.x } }) }"
  const variant = { policy: { file: 'mine.mjs', text } }
  const result = await measureVariant(work().scenario, variant)
  expect(await answers({ kind: 'variant', ...work(), variant })).toEqual([
    { kind: 'done', result: { kind: 'variant', result } },
  ])
  expect(JSON.stringify(result)).toContain('LB-15')
})

test('what cannot be done is said; what is no request is passed over', async () => {
  const [failed] = await answers({ kind: 'defragmentation', trial: { pools: 3 }, algorithm: 'fast' })
  expect(failed).toEqual({ kind: 'failed', message: expect.stringMatching(/map|iterable/) as string })
  const worker = file.start()
  worker.post({ kind: 'variant' })
  worker.post({ task: { kind: 'defragmentation', algorithm: 'fast', trial: { pools: [] } } })
  await worker.until((came) => came.length > 0)
  // the first was none: what came is the answer to the second
  expect(worker.came).toMatchObject([{ kind: 'done', result: { kind: 'defragmentation' } }])
  await worker.kill()
})
