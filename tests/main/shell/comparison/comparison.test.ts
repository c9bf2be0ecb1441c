/** Comparisons in processes of their own, which are played: what they say is shown, and what ends them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunningComparison } from '../../../../main/session/laboratory/comparisons'
import { TRIALS } from '../../../../main/session/laboratory/defragmentation-comparison'
import { comparisonConfigurations } from '../../../../main/session/laboratory/preemption-comparison'
import {
  startComparison,
  startDefragmentationComparison,
  startVariants,
} from '../../../../main/shell/comparison/comparison'
import { scenarioOf } from '../../support/world'
import { type FakeProcess, fresh, played } from '../electron'

interface View {
  state: string
  done: number
  total: number
  rows: unknown[]
  message: string | null
}

const workload = scenarioOf({ name: 'work', steps: [{ at: 0, apply: 'Blur' }], until: '1s' })
const trial = { pools: [], maxBytesPerPass: 0, maxAllocationsPerPass: 0 }
let views: View[]

beforeEach(() => {
  fresh()
  views = []
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => vi.restoreAllMocks())

const watch = (view: View): void => void views.push(view)

/** The process that was begun last. */
function child(): FakeProcess {
  const found = played.processes.at(-1)
  if (found === undefined) throw new Error('no process was begun')
  return found
}

describe.each<[string, () => RunningComparison, object, Partial<View>]>([
  [
    'of preemption models [GP-28]',
    () => startComparison(workload, watch),
    { kind: 'preemption', scenario: workload },
    { total: comparisonConfigurations().length },
  ],
  [
    'of defragmentation algorithms [DF-16]',
    () => startDefragmentationComparison(trial, watch),
    { kind: 'defragmentation', trial },
    { total: TRIALS },
  ],
])('a comparison %s', (_what, start, request, first) => {
  test('asks a process of its own, and is shown at once', () => {
    start()
    expect(played.processes).toHaveLength(1)
    expect(child().file).toMatch(/[\\/]comparison\.js$/)
    expect(child().options).toEqual({ serviceName: 'Trimline comparison' })
    expect(child().posted).toEqual([request])
    expect(views).toMatchObject([{ state: 'running', done: 0, rows: [], message: null, ...first }])
  })

  test('shows each row as it comes, and ends its process when all are there', () => {
    start()
    child().emit('message', { kind: 'row', row: { a: 1 }, done: 1, total: 2 })
    child().emit('message', { kind: 'row', row: { a: 2 }, done: 2, total: 2 })
    expect(views.map(({ done }) => done)).toEqual([0, 1, 2])
    expect(child().killed).toBe(0)
    child().emit('message', { kind: 'done' })
    expect(views.at(-1)).toMatchObject({ state: 'done', done: 2, rows: [{ a: 1 }, { a: 2 }] })
    expect(child().killed).toBe(1)
    child().emit('exit', 0)
    expect(views).toHaveLength(4)
  })

  test('that fails says why, once', () => {
    start()
    child().emit('message', { kind: 'failed', message: 'out of memory' })
    child().emit('exit', 1)
    child().emit('message', { kind: 'row', row: {}, done: 1, total: 2 })
    expect(views).toHaveLength(2)
    expect(views[1]).toMatchObject({ state: 'failed', message: 'The comparison failed: out of memory' })
    expect(child().killed).toBe(1)
  })

  test('whose process ends before it is done says so', () => {
    start()
    child().emit('exit', 133)
    expect(views.at(-1)).toMatchObject({
      state: 'failed',
      message: 'The comparison process ended with code 133. Try again.',
    })
    expect(vi.mocked(process.stderr.write).mock.calls.join()).toContain('code 133')
  })

  test('that is given up ends its process, and nothing comes after it', () => {
    const running = start()
    running.cancel()
    child().emit('message', { kind: 'row', row: {}, done: 1, total: 2 })
    child().emit('exit', 15)
    expect(views.map(({ state }) => state)).toEqual(['running', 'cancelled'])
    expect(child().killed).toBe(1)
  })
})

test('what was run is told with its steps and its end [GP-28]', () => {
  startComparison(workload, watch)
  expect(views[0]).toMatchObject({ workload: 'work: 1 steps, 1.00 s' })
})

test('variants are shared among the processes that Electron starts [LB-03]', () => {
  const variants = [{ policy: 'none' as const }, { policy: 'fence-lru' as const }]
  const running = startVariants({ workload, variants }, watch)
  expect(played.processes.length).toBeGreaterThan(0)
  expect(played.processes.flatMap(({ posted }) => posted)).toMatchObject(
    [{ kind: 'variants', work: { workload } }, {}].slice(0, played.processes.length),
  )
  running.cancel()
  expect(views.at(-1)?.state).toBe('cancelled')
  expect(played.processes.every(({ killed }) => killed === 1)).toBe(true)
})
