/**
 * The user-mode driver that profiles and specialises, on the real runtime, CPU and compiler: what it looks at, when it
 * decides, and what it leaves alone. What it installs see user-mode-driver.variants.test.ts.
 */
import v8 from 'node:v8'
import vm from 'node:vm'
import { describe, expect, test } from 'vitest'
import { CompletionEvent } from '../../../../main/d3d12/background-processing/completion-event'
import type { Pipeline } from '../../../../main/drivers/umd/pipeline-state'
import type { Draw } from '../../../../main/drivers/umd/user-mode-driver'
import { BACKGROUND_MODES, type BackgroundMode, MEASUREMENTS_ACTIONS } from '../../../../preload/contract'
import { A, C, INTRUSIVE, PROFILING_OFF, rigOf } from './driver-rig'

describe('why a task was queued', () => {
  test('tells what its variant has to match, not what becomes of it: the variant does [BP-14 BP-25 BP-28]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    for (let round = 0; round < 2; round++) {
      rig.draw(pipeline, C, 9)
      rig.set('ALLOWED', 'COMMIT_RESULTS')
      rig.wait()
    }
    expect(rig.tasks('queued').map(({ reason }) => reason)).toEqual([
      'commit: matches steps',
      'commit: matches steps, gain',
    ])
    // gain is above 1: its comparison is decided, and the GPU still multiplies with what is bound
    expect(pipeline.variants.map(({ folded, kept }) => [folded, kept])).toEqual([
      [['steps'], []],
      [['steps'], ['gain']],
    ])
  })
})

describe('what the driver looks at', () => {
  test('one draw in eight by default, and 64 of them are enough [BP-02]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.draw(pipeline, A, 504)
    expect([pipeline.draws, pipeline.sampled, rig.tasks('queued').length]).toEqual([504, 63, 0])
    // the 505th is the 64th that is looked at
    rig.draw(pipeline, A)
    expect([pipeline.sampled, rig.tasks('queued').length]).toEqual([64, 1])
  })

  test('every draw while measurements may be intrusive, and draws are slower meanwhile [BP-03]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    expect(rig.draw(pipeline, A)).toBe(1)
    rig.set(INTRUSIVE, 'KEEP_ALL')
    expect(rig.draw(pipeline, A, 62)).toBeGreaterThan(1.01)
    expect([pipeline.sampled, rig.tasks('queued').length]).toEqual([63, 0])
    rig.draw(pipeline, A)
    expect([pipeline.sampled, rig.tasks('queued').length]).toEqual([64, 1])
    rig.set('ALLOWED', 'KEEP_ALL')
    expect(rig.draw(pipeline, A)).toBe(1)
  })

  test('only what the GPU has finished decides anything [BP-22]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    const draws = Array.from({ length: 100 }, () => rig.record(pipeline, A))
    expect(rig.set(INTRUSIVE, 'COMMIT_RESULTS')).toBe(true)
    expect(rig.tasks('queued')).toEqual([])
    rig.driver.finished(draws[0] as Draw)
    rig.set(INTRUSIVE, 'COMMIT_RESULTS')
    expect(rig.tasks('queued')).toHaveLength(1)
  })

  test('draws that end in another mode than they began in do no harm [BP-22]', () => {
    for (const first of BACKGROUND_MODES)
      for (const second of BACKGROUND_MODES) {
        const rig = rigOf()
        const pipeline = rig.create()
        rig.set(first, 'KEEP_ALL')
        const draws = Array.from({ length: 100 }, () => rig.record(pipeline, A))
        rig.set(second, 'KEEP_ALL')
        for (const draw of draws) rig.driver.finished(draw)
        rig.wait()
        // looked at as the mode of their end says: all, one in eight, or none
        const sampled = { ALLOWED: 13, [INTRUSIVE]: 100, DISABLE_BACKGROUND_WORK: 13, [PROFILING_OFF]: 0 }[second]
        expect([first, second, pipeline.sampled]).toEqual([first, second, sampled])
        expect(rig.tasks('finish')).toHaveLength(second === INTRUSIVE ? 1 : 0)
      }
  })

  test('nothing where it does not take advantage, in any mode [BP-16]', () => {
    const rig = rigOf({ supported: false })
    const pipeline = rig.create()
    for (const mode of BACKGROUND_MODES)
      for (const action of MEASUREMENTS_ACTIONS) {
        expect(rig.set(mode, action)).toBe(false)
        expect(rig.draw(pipeline, A, 600)).toBe(1)
      }
    expect([pipeline.sampled, pipeline.variants.length, rig.tasks('queued').length]).toEqual([0, 0, 0])
  })
})

describe('actions', () => {
  test('KEEP_ALL keeps what was measured [BP-06]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 63)
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A)
    expect(rig.tasks('queued')).toHaveLength(1)
  })

  test('DISCARD_PREVIOUS drops it: it counts for no threshold, no commit, no tuning [BP-11]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 63)
    expect(rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')).toBe(true)
    rig.draw(pipeline, A)
    expect(rig.tasks('queued')).toEqual([])
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    rig.set(INTRUSIVE, 'COMMIT_RESULTS')
    expect(rig.tasks('queued')).toEqual([])
    rig.draw(pipeline, A, 64)
    expect(rig.tasks('queued')).toHaveLength(1)

    // the cache policy follows after 256 draws: 255 and 1 are not 256 any more
    const other = rigOf()
    const tuned = other.create()
    other.draw(tuned, A, 255)
    other.set('ALLOWED', 'DISCARD_PREVIOUS')
    other.draw(tuned, A)
    expect(other.draw(tuned, A)).toBe(1)
    other.draw(tuned, A, 254)
    expect(other.draw(tuned, A)).toBeLessThan(1)
  })

  test('DISCARD_PREVIOUS leaves queued tasks and installed variants [BP-11]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 64)
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    rig.wait()
    expect(pipeline.variants).toHaveLength(1)
    rig.set(INTRUSIVE, 'DISCARD_PREVIOUS')
    expect(pipeline.variants).toHaveLength(1)
    rig.draw(pipeline, C)
    expect(pipeline.variants[0]?.hits).toBe(1)
  })
})

describe('disabled', () => {
  test.each(['DISABLE_BACKGROUND_WORK', PROFILING_OFF] as const)(
    '%s: no task for any number of draws [BP-04 BP-05]',
    (mode) => {
      const rig = rigOf()
      const pipeline = rig.create()
      rig.set(mode, 'KEEP_ALL')
      rig.draw(pipeline, A, 3000)
      rig.wait()
      expect(rig.tasks('start')).toEqual([])
      // and afterwards as usual
      rig.set('ALLOWED', 'KEEP_ALL')
      rig.draw(pipeline, A, 520)
      rig.wait()
      expect(pipeline.variants).toHaveLength(1)
    },
  )

  test('without profiling every draw takes the same time; with background work disabled the driver still tunes [BP-05]', () => {
    const times = (mode: BackgroundMode): Set<number> => {
      const rig = rigOf()
      const pipeline = rig.create()
      rig.set(mode, 'KEEP_ALL')
      return new Set(Array.from({ length: 2000 }, () => rig.draw(pipeline, A)))
    }
    expect(times(PROFILING_OFF).size).toBe(1)
    expect(times('DISABLE_BACKGROUND_WORK').size).toBeGreaterThan(1)
  })

  // three times in 768 draws, half a percent each, and then as far as it goes (BP-31 leaves the numbers to us)
  test('tunes a few times and is done: with background work disabled a long run settles [BP-05]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL')
    const times = Array.from({ length: 4000 }, () => rig.draw(pipeline, A))
    expect([...new Set(times)].map((time) => Number(time.toFixed(6)))).toEqual([1, 0.995, 0.99, 0.985])
    expect(new Set(times.slice(1000)).size).toBe(1)
  })

  test('what was being compiled then ends, and changes no draw until profiling is allowed again [BP-04 BP-05]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 64)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    expect(rig.draw(pipeline, A)).toBe(1)
    rig.wait()
    expect(rig.tasks('finish')).toHaveLength(1)
    expect(rig.draw(pipeline, A)).toBe(1)
    rig.set('ALLOWED', 'KEEP_ALL')
    expect(pipeline.variants).toHaveLength(1)
    expect(rig.draw(pipeline, A)).toBeLessThan(1)
  })

  test('the results of a commit are installed though profiling is disabled with it [BP-09]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A)
    const event = new CompletionEvent('e')
    rig.set(PROFILING_OFF, 'COMMIT_RESULTS_HIGH_PRIORITY', event)
    rig.wait()
    expect(event.signalled).toBe(true)
    expect(pipeline.variants).toHaveLength(1)
    const times = new Set(Array.from({ length: 1000 }, () => rig.draw(pipeline, A)))
    expect(times.size).toBe(1)
    expect([...times][0]).toBeLessThan(1)
  })

  test('they are there when the event is signalled, whatever mode follows while the tasks run [BP-07 BP-09 BP-13]', () => {
    for (const first of [PROFILING_OFF, INTRUSIVE] as const)
      for (const second of BACKGROUND_MODES) {
        const rig = rigOf()
        const pipeline = rig.create()
        rig.set(INTRUSIVE, 'KEEP_ALL')
        rig.draw(pipeline, A)
        const event = new CompletionEvent('e')
        const atSignal: number[] = []
        event.wait(() => atSignal.push(pipeline.variants.length))
        rig.set(first, 'COMMIT_RESULTS', event)
        rig.wait(1000)
        rig.set(second, 'KEEP_ALL')
        rig.wait()
        expect([first, second, atSignal]).toEqual([first, second, [1]])
        // nothing is left that would keep the driver wanting more: one draw shows what is there, and that is folded
        rig.set(INTRUSIVE, 'KEEP_ALL')
        rig.draw(pipeline, A)
        rig.set(INTRUSIVE, 'COMMIT_RESULTS')
        rig.wait()
        rig.draw(pipeline, A)
        expect(rig.set('ALLOWED', 'KEEP_ALL')).toBe(false)
      }
  })

  test('a commit takes what was queued before it along, and what was being held [BP-05 BP-07]', () => {
    const rig = rigOf()
    const [held, running] = [rig.create('held'), rig.create('running')]
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(held, A, 64)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    rig.wait()
    expect(held.variants).toHaveLength(0)
    rig.set(INTRUSIVE, 'KEEP_ALL')
    expect(held.variants).toHaveLength(1)
    rig.draw(running, A, 64)
    const event = new CompletionEvent('e')
    rig.set(PROFILING_OFF, 'COMMIT_RESULTS', event)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    rig.wait()
    expect([event.signalled, running.variants.length]).toEqual([true, 1])
  })

  test('a commit while profiling stays disabled installs what was being held, which the app has waited for [BP-05 BP-07 BP-17]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 64)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    rig.wait()
    expect(pipeline.variants).toHaveLength(0)
    const event = new CompletionEvent('e')
    const atSignal: number[] = []
    event.wait(() => atSignal.push(pipeline.variants.length))
    rig.set(PROFILING_OFF, 'COMMIT_RESULTS', event)
    rig.wait()
    expect(atSignal).toEqual([1])
    expect(pipeline.variants.map(({ constants }) => constants)).toEqual([{ steps: [4] }])
  })
})

describe('a pipeline that is destroyed while it is compiled for', () => {
  test('gets nothing: the task ends and its result is dropped [BP-24 BP-27]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    const late = rig.record(pipeline, A)
    rig.draw(pipeline, A, 64)
    rig.wait(1000)
    expect(rig.runtime.isIdle).toBe(false)
    rig.driver.destroyPipelineState(pipeline)
    expect(rig.driver.pipelines).toEqual([])
    expect(rig.driver.draw(pipeline, A)).toBeNull()
    rig.driver.finished(late)
    rig.wait()
    expect(rig.tasks('finish')).toHaveLength(1)
    expect([pipeline.variants.length, rig.installed.length]).toEqual([0, 0])
  })

  test('also where the result was waiting for the end of a comparison [BP-05 BP-27]', () => {
    const rig = rigOf()
    const pipeline = rig.create()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    rig.draw(pipeline, A, 64)
    rig.set(PROFILING_OFF, 'KEEP_ALL')
    rig.wait()
    rig.driver.destroyPipelineState(pipeline)
    rig.set('ALLOWED', 'KEEP_ALL')
    expect([pipeline.variants.length, rig.installed.length]).toEqual([0, 0])
  })

  test.each(['runs', 'waits'])('is not kept alive by its task, which %s [BP-27]', async (state) => {
    v8.setFlagsFromString('--expose-gc')
    const collect = vm.runInNewContext('gc') as () => void
    const rig = rigOf()
    rig.set(INTRUSIVE, 'KEEP_ALL')
    // two before it, so that its own task waits
    if (state === 'waits') for (const name of ['X', 'Y']) rig.draw(rig.create(name), A, 64)
    const destroyed = ((): WeakRef<Pipeline> => {
      const pipeline = rig.create()
      rig.draw(pipeline, A, 64)
      rig.driver.destroyPipelineState(pipeline)
      return new WeakRef(pipeline)
    })()
    const living = new WeakRef(rig.create('living'))
    // what a WeakRef was made of lives to the end of the job
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    expect(rig.runtime.waiting).toHaveLength(state === 'waits' ? 1 : 0)
    expect(rig.runtime.isIdle).toBe(false)
    expect(destroyed.deref()).toBeUndefined()
    // one that was not destroyed is there
    expect(living.deref()).toBeDefined()
  })
})
