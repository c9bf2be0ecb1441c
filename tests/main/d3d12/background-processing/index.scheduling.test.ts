/** The runtime's threads: how many tasks at a time, in which order, at which priority, and what that costs frames. */
import { describe, expect, test } from 'vitest'
import { ThreadPriority } from '../../../../main/sim/cpu'
import type { BackgroundMode, MeasurementsAction } from '../../../../preload/contract'
import { type Rig, type RigOptions, rigOf } from './rig'

const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_unused, i) => `${prefix}${i + 1}`)

describe('by default', () => {
  test('two tasks run at a time, at idle priority, however many cores there are [BP-01]', () => {
    const rig = rigOf({ cpu: { cores: 16 } })
    for (const name of names('t', 5)) rig.queue(name, 10_000)
    expect(rig.runtime.threads.map(({ priority, task }) => [priority, task?.work.pso])).toEqual([
      ['idle', 't1'],
      ['idle', 't2'],
    ])
    expect(rig.runtime.waiting.map(({ work }) => work.pso)).toEqual(['t3', 't4', 't5'])
    rig.until(100_000)
    expect(rig.executions()).toEqual([
      't1 0-10000 idle',
      't2 0-10000 idle',
      't3 10000-20000 idle',
      't4 10000-20000 idle',
      't5 20000-30000 idle',
    ])
    expect(rig.runtime.isIdle).toBe(true)
  })

  test('they start in the order in which they were received, also from inside of other calls [BP-18 BP-19]', () => {
    const rig = rigOf()
    rig.queue('a', 3000, { callback: () => rig.queue('b', 1000), finished: () => rig.queue('e', 1000) })
    for (const name of ['c', 'd']) rig.queue(name, 1000)
    rig.until(100_000)
    // b 0–1, c 1–2, d 2–3 beside a 0–3
    expect(rig.executions()).toEqual([
      'a 0-3000 idle',
      'b 0-1000 idle',
      'c 1000-2000 idle',
      'd 2000-3000 idle',
      'e 3000-4000 idle',
    ])
  })

  test('a plain commit raises nothing [BP-07 BP-10]', () => {
    const rig = rigOf()
    for (const name of names('t', 4)) rig.queue(name, 10_000)
    rig.set('ALLOWED', 'COMMIT_RESULTS')
    rig.until(100_000)
    expect(rig.executions().map((line) => line.replace(/^\S+ /, ''))).toEqual([
      '0-10000 idle',
      '0-10000 idle',
      '10000-20000 idle',
      '10000-20000 idle',
    ])
  })
})

describe('COMMIT_RESULTS_HIGH_PRIORITY', () => {
  const driver: RigOptions['driver'] = (rig, _mode, action) => {
    if (action === 'COMMIT_RESULTS_HIGH_PRIORITY')
      for (const name of names('h', 6)) rig.queue(name, name === 'h6' ? 12_000 : 10_000)
    return false
  }

  test('runs as many tasks as there are cores, above idle, until all of the commit have finished [BP-10]', () => {
    const rig = rigOf({ driver })
    rig.set('ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY', rig.event('e'))
    for (const name of names('later', 4)) rig.queue(name, 30_000)
    rig.until(200_000)
    expect(rig.executions()).toEqual([
      'h1 0-10000 above-idle',
      'h2 0-10000 above-idle',
      'h3 0-10000 above-idle',
      'h4 0-10000 above-idle',
      'h5 10000-20000 above-idle',
      'h6 10000-22000 above-idle',
      // not of the commit, but the boost is still on
      'later1 10000-40000 above-idle',
      'later2 10000-40000 above-idle',
      'later3 20000-50000 above-idle',
      // it is over: this one waits until fewer than two run
      'later4 40000-70000 idle',
    ])
    expect(rig.calls).toContainEqual(['signal e', 22_000])
  })

  test('threads that run are raised and lowered at once [BP-10]', () => {
    const rig = rigOf({ driver })
    rig.queue('before', 50_000)
    rig.until(5000)
    expect(rig.runtime.threads.map(({ priority }) => priority)).toEqual(['idle'])
    rig.set('ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY')
    expect(new Set(rig.runtime.threads.map(({ priority }) => priority))).toEqual(new Set(['above-idle']))
    rig.until(49_999)
    expect(rig.runtime.threads[0]?.priority).toBe('above-idle')
    rig.until(50_000)
    expect(rig.runtime.threads[0]?.priority).toBe('idle')
  })

  test('overlapping commits keep the boost until the last has finished, each signals its own event [BP-10]', () => {
    const rig = rigOf()
    for (const name of names('a', 4)) rig.queue(name, 10_000)
    rig.set('ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY', rig.event('first'))
    rig.until(5000)
    for (const name of names('b', 4)) rig.queue(name, 10_000)
    rig.set('ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY', rig.event('second'))
    rig.until(15_000)
    expect(rig.runtime.commitsUnderWay).toBe(1)
    expect(rig.runtime.threads.map(({ priority }) => priority)).toEqual(Array(4).fill('above-idle'))
    rig.until(100_000)
    expect(rig.calls.filter(([call]) => call.startsWith('signal'))).toEqual([
      // of a1 and a2, which ran from 0, and a3 and a4, for which the commit made room at 0
      ['signal first', 10_000],
      ['signal second', 20_000],
    ])
    expect(rig.executions().slice(4)).toEqual(names('b', 4).map((name) => `${name} 10000-20000 above-idle`))
    expect(rig.runtime.threads.map(({ priority }) => priority)).toEqual(Array(4).fill('idle'))
  })

  test('a plain commit that outlasts it runs on as usual [BP-07 BP-10]', () => {
    const rig = rigOf()
    for (const name of names('a', 4)) rig.queue(name, name === 'a4' ? 10_000 : 4000)
    rig.set('ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY', rig.event('high'))
    for (const name of names('b', 5)) rig.queue(name, name === 'b1' ? 5000 : 10_000)
    rig.set('ALLOWED', 'COMMIT_RESULTS', rig.event('plain'))
    rig.until(100_000)
    expect(rig.calls.filter(([call]) => call.startsWith('signal'))).toEqual([
      ['signal high', 10_000],
      ['signal plain', 24_000],
    ])
    expect(rig.executions().slice(4)).toEqual([
      'b1 4000-9000 above-idle',
      'b2 4000-14000 above-idle',
      'b3 4000-14000 above-idle',
      'b4 9000-19000 above-idle',
      'b5 14000-24000 idle',
    ])
  })
})

describe('the trace', () => {
  test('has a start and a finish of each execution, with thread, priority and reason [BP-28]', () => {
    const rig = rigOf()
    rig.until(100)
    rig.queue('a', 2000)
    rig.until(10_000)
    const record = { type: 'background-task', task: 1, pso: 'a', priority: 'idle', reason: 'for a' }
    expect(rig.of('background-task')).toEqual([
      expect.objectContaining({ ...record, t: 100, phase: 'queued' }),
      expect.objectContaining({ ...record, t: 100, phase: 'start', thread: 'worker 1' }),
      expect.objectContaining({ ...record, t: 2100, phase: 'finish', thread: 'worker 1' }),
    ])
  })
})

describe('frames of the foreground', () => {
  const FRAMES = 30
  /** µs */
  const PERIOD = 16_667
  const NEEDED = 4000

  /** Processor times of frames, from their beginning to their end. */
  function frameTimes(cpu: RigOptions['cpu'], prepare: (rig: Rig) => void): number[] {
    const rig = rigOf(cpu === undefined ? {} : { cpu })
    const app = rig.cpu.createThread('app', ThreadPriority.normal)
    const times: number[] = []
    prepare(rig)
    for (let i = 0; i < FRAMES; i++)
      rig.sim.schedule(i * PERIOD, () => {
        const begun = rig.sim.now
        app.run(NEEDED, () => times.push(rig.sim.now - begun))
      })
    rig.until(FRAMES * PERIOD + 2_000_000)
    expect(times).toHaveLength(FRAMES)
    return times
  }

  const tasks =
    (count: number, mode: BackgroundMode = 'ALLOWED', action: MeasurementsAction = 'KEEP_ALL') =>
    (rig: Rig): void => {
      for (const name of names('t', count)) rig.queue(name, 150_000)
      expect(rig.set(mode, action).hr).toBe('S_OK')
    }

  test.each([1, 2, 4])('are within 1 %% with two tasks beside them, on %i cores without SMT [BP-01 BP-29]', (cores) => {
    const without = frameTimes({ cores }, () => {})
    expect(without).toEqual(Array(FRAMES).fill(NEEDED))
    const beside = frameTimes({ cores }, tasks(2))
    for (const time of beside) expect(Math.abs(time - NEEDED)).toBeLessThanOrEqual(NEEDED * 0.01)
  })

  test('the tasks do run meanwhile: all the room that frames leave is theirs [BP-29]', () => {
    const rig = rigOf({ cpu: { cores: 1 } })
    const app = rig.cpu.createThread('app', ThreadPriority.normal)
    for (let i = 0; i < FRAMES; i++) rig.sim.schedule(i * 10_000, () => app.run(NEEDED, () => {}))
    rig.queue('a', 60_000)
    rig.queue('b', 60_000)
    rig.until(1_000_000)
    // 6 ms of each 10: 120 ms of work end at 200 ms
    expect(Math.max(...rig.of('background-task').map(({ t }) => t))).toBe(200_000)
  })

  test('with SMT they are slower, by what a sibling costs, while tasks run [BP-29]', () => {
    const times = frameTimes({ cores: 1, smt: true, smtSlowdown: 0.25 }, tasks(2))
    // 4000 / 0.75
    expect(times[0]).toBe(5334)
    expect(times.at(-1)).toBe(NEEDED)
  })

  test('above idle they are slower, and quick again afterwards [BP-10 BP-29]', () => {
    const times = frameTimes({ cores: 1 }, tasks(2, 'ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY'))
    // the workers' quanta come first: 0–5, 5–10
    expect(times[0]).toBe(14_000)
    expect(times.at(-1)).toBe(NEEDED)
    expect(frameTimes({ cores: 1 }, tasks(2, 'ALLOWED', 'COMMIT_RESULTS'))[0]).toBe(NEEDED)
  })

  test('the high priority gets the work done sooner than the frames would let it [BP-10]', () => {
    const lastEnd = (action: MeasurementsAction): number => {
      let end = 0
      frameTimes({ cores: 1 }, (rig) => {
        tasks(2, 'ALLOWED', action)(rig)
        rig.sim.schedule(FRAMES * PERIOD + 1_999_999, () => {
          end = Math.max(...rig.of('background-task').map(({ t }) => t))
        })
      })
      return end
    }
    expect(lastEnd('COMMIT_RESULTS_HIGH_PRIORITY')).toBeLessThan(lastEnd('COMMIT_RESULTS'))
  })
})
