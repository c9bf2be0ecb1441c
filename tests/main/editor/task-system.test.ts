/** The app's own task system: one thread, which does one task after another (BP-30). Times in µs. */
import { describe, expect, it } from 'vitest'
import type { TakenTask, TaskSource } from '../../../main/d3d12/background-processing/dispatch'
import { AppTaskSystem } from '../../../main/editor/task-system'
import { ThreadPriority } from '../../../main/sim/cpu'
import { worldOf } from '../support/world'

/** What waits is taken in order; `more` is offered while a task is taken. */
function rig() {
  const { sim, cpu } = worldOf()
  const system = new AppTaskSystem(cpu)
  const told: string[] = []
  const waiting: (() => TakenTask)[] = []
  const source: TaskSource = { take: () => waiting.shift()?.() ?? null }
  const task =
    (name: string, duration: number, more: Partial<TakenTask> = {}) =>
    () => {
      told.push(`${name} begins at ${sim.now}`)
      return {
        duration,
        priority: 'idle' as const,
        done: () => void told.push(`${name} done at ${sim.now}`),
        ...more,
      } as TakenTask
    }
  const queue = (...tasks: (() => TakenTask)[]) => {
    waiting.push(...tasks)
    system.offered(source)
  }
  const wait = (time: number) => void sim.advanceTo(sim.now + time)
  return { system, told, task, queue, wait, source, waiting, sim, cpu }
}

describe('the app’s task system [BP-30]', () => {
  it('does one after another, in order', () => {
    const { queue, task, told, wait } = rig()
    queue(task('a', 100), task('b', 50))
    queue(task('c', 10))
    wait(1000)
    expect(told).toEqual([
      'a begins at 0',
      'a done at 100',
      'b begins at 100',
      'b done at 150',
      'c begins at 150',
      'c done at 160',
    ])
  })

  it('begins nothing that is queued while another begins, until that one is done', () => {
    const { queue, task, told, wait } = rig()
    queue(() => {
      const taken = task('a', 100)()
      queue(task('b', 10))
      return taken
    })
    expect(told).toEqual(['a begins at 0'])
    wait(1000)
    expect(told.slice(1)).toEqual(['a done at 100', 'b begins at 100', 'b done at 110'])
  })

  it('goes on with those behind one whose beginning fails; that is the caller’s to know', () => {
    const { queue, task, told, wait } = rig()
    const fails = () => {
      throw new Error('pfnCallback')
    }
    expect(() => queue(fails, task('b', 10))).toThrow('pfnCallback')
    wait(100)
    expect(told).toEqual(['b begins at 0', 'b done at 10'])
  })

  it('goes on with those behind one whose end fails', () => {
    const { queue, task, told, wait } = rig()
    const done = () => {
      throw new Error('the end')
    }
    queue(task('a', 10, { done }), task('b', 10))
    expect(() => wait(100)).toThrow('the end')
    wait(100)
    expect(told).toEqual(['a begins at 0', 'b begins at 10', 'b done at 20'])
  })

  it('asks only the newest device: one that was destroyed has nothing to offer', () => {
    const { queue, task, told, wait, system } = rig()
    queue(task('a', 10), task('never', 10))
    system.offered({ take: () => null })
    wait(100)
    expect(told).toEqual(['a begins at 0', 'a done at 10'])
  })

  it.each([
    ['idle', undefined, 5_010],
    ['above-idle', undefined, 10],
    // from 1,000 on
    ['idle', 'above-idle', 1_010],
  ] as const)(
    'runs at the priority of what it has taken, %s, or as it is told later, %s [BP-10]',
    (taken, later, end) => {
      const { queue, task, told, wait, cpu, system } = rig()
      // what is in no hurry has all processors for 5,000 µs
      for (let core = 0; core < cpu.options.cores; core++)
        cpu.createThread(`other ${core}`, ThreadPriority.idle).run(5_000, () => {})
      queue(task('a', 10, { priority: taken }))
      wait(1_000)
      if (later !== undefined) system.setPriority(later)
      wait(9_000)
      expect(told[1]).toBe(`a done at ${end}`)
    },
  )
})
