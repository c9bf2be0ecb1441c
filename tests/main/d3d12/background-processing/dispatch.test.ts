/** Who carries tasks out, by the app's choice: the runtime's threads, those kept to one core, or its own task system. */
import { describe, expect, test } from 'vitest'
import { ThreadPriority } from '../../../../main/sim/cpu'
import type { CpuDispatch } from '../../../../preload/contract'
import { type Rig, type RigOptions, rigOf } from './rig'

const KINDS: CpuDispatch[] = ['runtime', { core: 0 }, 'app']

function choosing(choice: CpuDispatch, options: RigOptions = {}): Rig {
  const rig = rigOf(options)
  expect(rig.dispatch(choice)).toBe('S_OK')
  return rig
}

/** The app's own thread is busy on the first core from 0 to 40 ms, unless something displaces it. */
function busyFirstCore(rig: Rig): { end: number } {
  const app = { end: 0 }
  rig.cpu.createThread('app', ThreadPriority.normal).run(40_000, () => {
    app.end = rig.sim.now
  })
  return app
}

describe("the runtime's threads", () => {
  test('carry tasks out by default, wherever there is room [BP-01 BP-30]', () => {
    const rig = rigOf()
    busyFirstCore(rig)
    for (const name of ['a', 'b', 'c']) rig.queue(name, 10_000)
    rig.until(100_000)
    expect(rig.executions()).toEqual(['a 0-10000 idle', 'b 0-10000 idle', 'c 10000-20000 idle'])
    expect(rig.threadsUsed()).toEqual(['worker 1', 'worker 2', 'worker 1'])
  })
})

describe('pinned to a core', () => {
  test('that is free of foreground work they finish sooner than on a busy one, for which they wait [BP-30]', () => {
    const on = (core: number) => {
      const rig = choosing({ core })
      const app = busyFirstCore(rig)
      for (const name of ['a', 'b']) rig.queue(name, 10_000)
      rig.until(100_000)
      expect(app.end).toBe(40_000)
      return rig.executions()
    }
    // they share the core, a quantum of 5 ms each: a 0–5 and 10–15, b 5–10 and 15–20
    expect(on(3)).toEqual(['a 0-15000 idle', 'b 0-20000 idle'])
    // the same from 40 ms on
    expect(on(0)).toEqual(['a 0-55000 idle', 'b 0-60000 idle'])
  })

  test('tasks that run move there at once, and back [BP-30]', () => {
    const rig = rigOf()
    busyFirstCore(rig)
    rig.queue('a', 10_000)
    rig.until(4000)
    rig.dispatch({ core: 0 })
    rig.until(9000)
    rig.dispatch('runtime')
    rig.until(100_000)
    // 0–4 and 9–15
    expect(rig.executions()).toEqual(['a 0-15000 idle'])
  })

  test('above idle they take turns with foreground threads there [BP-10 BP-30]', () => {
    const rig = choosing({ core: 0 }, { cpu: { cores: 2 } })
    const app = busyFirstCore(rig)
    rig.cpu.createThread('other', ThreadPriority.normal).run(1_000_000, () => {})
    rig.queue('a', 10_000)
    rig.set('ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY', rig.event('e'))
    rig.until(2_000_000)
    // turns of 5 ms. Core 0: app, a, a; core 1: other, app, other; app waits from 10 to 15
    expect(rig.calls).toContainEqual(['signal e', 15_000])
    expect(app.end).toBe(45_000)
  })

  test('a core that the CPU has not is refused: nothing changes [BP-30]', () => {
    const rig = choosing('app', { cpu: { cores: 2 } })
    for (const core of [2, -1, 0.5, Number.NaN]) expect(rig.dispatch({ core })).toBe('E_INVALIDARG')
    rig.queue('a', 1000)
    rig.until(5000)
    expect(rig.threadsUsed()).toEqual(['app tasks'])
    expect(rig.dispatch({ core: 1 })).toBe('S_OK')
  })
})

describe("the app's own task system", () => {
  test('carries them out one after another on its thread, in the order in which they came [BP-19 BP-28 BP-30]', () => {
    const rig = choosing('app')
    rig.queue('a', 3000, { callback: () => rig.queue('b', 1000), finished: () => rig.queue('d', 1000) })
    rig.queue('c', 2000)
    expect(rig.runtime.waiting.map(({ work }) => work.pso)).toEqual(['b', 'c'])
    expect(rig.runtime.threads.map(({ name, priority, task }) => [name, priority, task?.work.pso])).toEqual([
      ['app tasks', 'idle', 'a'],
    ])
    rig.until(100_000)
    expect(rig.executions()).toEqual(['a 0-3000 idle', 'b 3000-4000 idle', 'c 4000-6000 idle', 'd 6000-7000 idle'])
    expect(new Set(rig.threadsUsed())).toEqual(new Set(['app tasks']))
    expect(rig.runtime.isIdle).toBe(true)
  })

  test('at idle priority it leaves the foreground alone; a commit raises what runs already [BP-10 BP-29 BP-30]', () => {
    const ends = (commit: boolean) => {
      const rig = choosing('app', { cpu: { cores: 1 } })
      const app = busyFirstCore(rig)
      rig.queue('a', 10_000)
      rig.until(12_000)
      if (commit) rig.set('ALLOWED', 'COMMIT_RESULTS_HIGH_PRIORITY', rig.event('e'))
      rig.until(100_000)
      expect(rig.calls.filter(([call]) => call === 'signal e')).toEqual(commit ? [['signal e', 30_000]] : [])
      return [app.end, rig.executions()]
    }
    expect(ends(false)).toEqual([40_000, ['a 0-50000 idle']])
    // app 0–15, as its turn ends then, a 15–20, app 20–25, a 25–30, app to 50
    expect(ends(true)).toEqual([50_000, ['a 0-30000 idle']])
  })

  test('what the driver queues as it is told of a commit has the priority of the commit [BP-10 BP-22 BP-30]', () => {
    const driver: RigOptions['driver'] = (rig) => {
      for (const name of ['a', 'b']) rig.queue(name, 5000)
      return false
    }
    const rig = choosing('app', { driver })
    rig.set('DISABLE_PROFILING_BY_SYSTEM', 'COMMIT_RESULTS_HIGH_PRIORITY', rig.event('e'))
    rig.queue('later', 1000)
    rig.until(100_000)
    expect(rig.executions()).toEqual(['a 0-5000 above-idle', 'b 5000-10000 above-idle'])
    expect(rig.calls).toContainEqual(['cancel later', 0])
    expect(rig.calls).toContainEqual(['signal e', 10_000])
  })

  test.each(['callback', 'finished'])(
    'a driver that throws in %s does not keep it from the next [BP-21 BP-30]',
    (at) => {
      const rig = choosing('app')
      const failure = () => {
        throw new Error('the driver failed')
      }
      rig.queue('before', 1000)
      rig.queue('bad', 1000, { [at]: failure })
      rig.queue('after', 1000)
      rig.set('ALLOWED', 'COMMIT_RESULTS', rig.event('e'))
      expect(() => rig.until(100_000)).toThrow('the driver failed')
      rig.until(100_000)
      expect(rig.calls.filter(([call]) => /after|signal/.test(call)).map(([call]) => call)).toEqual([
        'callback after',
        'finished after',
        'signal e',
      ])
      expect(rig.runtime.isIdle).toBe(true)
    },
  )
})

describe('whoever carries them out', () => {
  test.each(KINDS)(
    '%j: the device goes after what runs, and what waits is cancelled in order [BP-24 BP-30]',
    (choice) => {
      const rig = choosing(choice)
      const names = ['a', 'b', 'c', 'd', 'e']
      for (const name of names) rig.queue(name, 10_000)
      rig.until(4000)
      const begun = names.slice(0, choice === 'app' ? 1 : 2)
      rig.runtime.destroy(() => rig.calls.push(['destroyed', rig.sim.now]))
      const cancelled = names.filter((name) => !begun.includes(name)).map((name) => [`cancel ${name}`, 4000])
      expect(rig.calls.slice(begun.length)).toEqual(cancelled)
      rig.until(100_000)
      expect(rig.calls.map(([call]) => call).slice(-1 - begun.length)).toEqual([
        ...begun.map((name) => `finished ${name}`),
        'destroyed',
      ])
      expect(rig.ownThreads()).toBe(0)
    },
  )

  test.each(KINDS)('%j: what is queued while tasks are disabled is cancelled at once [BP-04 BP-20 BP-30]', (choice) => {
    const rig = choosing(choice)
    rig.queue('before', 5000)
    rig.queue('waits', 5000)
    rig.set('DISABLE_BACKGROUND_WORK', 'KEEP_ALL')
    rig.queue('late', 1000)
    expect(rig.calls.at(-1)).toEqual(['cancel late', 0])
    rig.until(100_000)
    expect(rig.executions().map((line) => line.split(' ')[0])).toEqual(['before', 'waits'])
  })

  test('what runs goes on where it is when that changes, and no more than two run at a time [BP-01 BP-19 BP-30]', () => {
    const rig = rigOf()
    for (const [name, duration] of [
      ['a', 10_000],
      ['b', 12_000],
      ['c', 10_000],
      ['d', 4000],
      ['e', 1000],
    ] as const)
      rig.queue(name, duration)
    rig.until(5000)
    rig.dispatch('app')
    rig.until(15_000)
    rig.dispatch('runtime')
    rig.until(100_000)
    expect(rig.executions()).toEqual([
      'a 0-10000 idle',
      'b 0-12000 idle',
      // the app's, as soon as one of the two is done
      'c 10000-20000 idle',
      'd 15000-19000 idle',
      'e 19000-20000 idle',
    ])
    expect(rig.threadsUsed()).toEqual(['worker 1', 'worker 2', 'app tasks', 'worker 1', 'worker 1'])
  })
})
