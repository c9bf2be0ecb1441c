/** Whatever the order of draws, modes, commits and destruction: nothing reaches what is gone, and each task ends once. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CompletionEvent } from '../../../../main/d3d12/background-processing/completion-event'
import type { Pipeline } from '../../../../main/drivers/umd/pipeline-state'
import type { Draw } from '../../../../main/drivers/umd/user-mode-driver'
import {
  BACKGROUND_MODES,
  type BackgroundMode,
  type ConstantValues,
  MEASUREMENTS_ACTIONS,
  type MeasurementsAction,
} from '../../../../preload/contract'
import { A, B, C, PROFILING_OFF, rigOf } from './driver-rig'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 200 : 2000))

const values = fc.constantFrom(A, B, C, { steps: [1], gain: [0.5] })
const PIPELINES = 3
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('draw' as const),
      pipeline: fc.nat(PIPELINES - 1),
      values,
      count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 100 }), fc.constant(520)),
      /** the GPU finishes so many of them at once, the others later */
      finished: fc.nat(600),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('mode' as const),
      mode: fc.constantFrom(...BACKGROUND_MODES),
      action: fc.constantFrom(...MEASUREMENTS_ACTIONS),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), µs: fc.nat(60_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('destroy' as const), pipeline: fc.nat(PIPELINES - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('device' as const) }) },
)

describe('random interleavings', () => {
  test(
    'of draws, modes, commits and destruction: nothing reaches what is gone, each task ends once, profiling that is off changes nothing [BP-05 BP-21 BP-24 BP-26 BP-27]',
    () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 40, size: '+1' }), (steps) => {
          for (const what of interleave(steps)) seen.add(what)
        }),
        { numRuns: RUNS },
      )
      expect([...seen].sort()).toEqual(['committed', 'compared', 'destroyed in flight', 'held', 'variant'])
    },
    30_000 + RUNS * 100,
  )
})

/** @returns what it came to, of what proves something */
function interleave(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Set<string> {
  const seen = new Set<string>()
  const rig = rigOf()
  let created = 0
  const create = (): Pipeline => rig.create(`P${++created}`)
  const slots = Array.from({ length: PIPELINES }, create)
  /** of destroyed pipelines: how many variants they had */
  const gone = new Map<Pipeline, number>()
  const unfinished: Draw[] = []
  /** while nothing may change: the factor by pipeline and constants */
  let factors: Map<string, number> | null = null
  let ends = 0
  const destroy = (i: number): void => {
    const pipeline = slots[i] as Pipeline
    if (!rig.runtime.isIdle) seen.add('destroyed in flight')
    rig.driver.destroyPipelineState(pipeline)
    gone.set(pipeline, pipeline.variants.length)
    slots[i] = create()
  }
  let commits = 0
  /** An event is signalled when every variant of its commit is there (BP-07). */
  const commit = (mode: BackgroundMode, action: MeasurementsAction): void => {
    const event = new CompletionEvent('e')
    rig.set(mode, action, event)
    const ended = new Set([...rig.tasks('finish'), ...rig.tasks('cancel')].map(({ task }) => task))
    const its = rig.tasks('queued').filter(({ task }) => !ended.has(task))
    const expected = new Map(slots.map((p) => [p, p.variants.length + its.filter(({ pso }) => pso === p.name).length]))
    commits++
    event.wait(() => {
      commits--
      for (const [pipeline, count] of expected) {
        if (gone.has(pipeline)) continue
        if (pipeline.variants.length < count)
          throw new Error(`${pipeline.name} has ${pipeline.variants.length} variants at the event, not ${count}`)
        if (its.length > 0) seen.add('committed')
      }
    })
  }
  const draw = (i: number, bound: ConstantValues): Draw => {
    const pipeline = slots[i] as Pipeline
    const made = rig.record(pipeline, bound)
    const key = `${pipeline.id} ${JSON.stringify(bound)}`
    const before = factors?.get(key)
    if (before !== undefined) {
      if (made.factor !== before) throw new Error(`${key}: ${made.factor}, it was ${before}`)
      seen.add('compared')
    }
    factors?.set(key, made.factor)
    return made
  }
  for (const next of steps) {
    if (next.kind === 'draw') {
      for (let n = 0; n < next.count; n++) unfinished.push(draw(next.pipeline, next.values))
      for (const made of unfinished.splice(0, next.finished)) rig.driver.finished(made)
    } else if (next.kind === 'mode') {
      if (next.action.startsWith('COMMIT')) commit(next.mode, next.action)
      else rig.set(next.mode, next.action)
      // a commit's own tasks may still change something; without one nothing may
      factors = next.mode === PROFILING_OFF && commits === 0 ? new Map() : null
      if (factors !== null && !rig.runtime.isIdle) seen.add('held')
    } else if (next.kind === 'wait') rig.wait(next.µs)
    else if (next.kind === 'destroy') destroy(next.pipeline)
    else {
      for (let i = 0; i < PIPELINES; i++) destroy(i)
      rig.runtime.destroy(() => ends++)
      break
    }
  }
  for (const made of unfinished) rig.driver.finished(made)
  rig.wait()
  expect(rig.runtime.isIdle).toBe(true)
  for (const [pipeline, variants] of gone) expect(pipeline.variants).toHaveLength(variants)
  const done = [...rig.tasks('finish'), ...rig.tasks('cancel')].map(({ task }) => task)
  expect(new Set(done).size).toBe(done.length)
  expect(ends).toBe(steps.some(({ kind }) => kind === 'device') ? 1 : 0)
  expect(rig.tasks('finish').length).toBe(rig.tasks('start').length)
  for (const pipeline of slots)
    for (const variant of pipeline.variants) {
      seen.add('variant')
      // as many reads of the picture as it has steps, and no loop: nothing of another set of constants is in it
      expect(variant.source.split('texture(').length - 1).toBe(variant.constants.steps?.[0])
      expect(variant.source).not.toContain('for (')
    }
  return seen
}
