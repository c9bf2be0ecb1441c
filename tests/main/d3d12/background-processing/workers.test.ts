import { describe, expect, it } from 'vitest'
import type { TaskSystem } from '../../../../main/d3d12/background-processing/dispatch'
import { type Worker, Workers } from '../../../../main/d3d12/background-processing/workers'
import { Cpu, CpuThread, ThreadPriority } from '../../../../main/sim/cpu'
import { Simulation } from '../../../../main/sim/simulation'

function rig() {
  const sim = new Simulation({ seed: 1 })
  const cpu = new Cpu(sim, { cores: 4, smt: false, smtSlowdown: 0, quantum: 1000 })
  return { sim, cpu, workers: new Workers<string>(cpu) }
}

const threadOf = ({ by }: Worker<string>): CpuThread => {
  if (!(by instanceof CpuThread)) throw new Error('it is no thread of the runtime')
  return by
}

/** The app's task system, and the priorities that it was told. */
function taskSystem(): TaskSystem & { told: string[] } {
  const told: string[] = []
  return { name: 'app tasks', told, offered: () => {}, setPriority: (priority) => void told.push(priority) }
}

describe('a thread of the runtime’s', () => {
  it('is used again while it does nothing; another is made where all are busy [BP-01]', () => {
    const { workers } = rig()
    const first = workers.freeThread(ThreadPriority.idle, null)
    expect(workers.freeThread(ThreadPriority.idle, null)).toBe(first)
    first.task = 'one'
    const second = workers.freeThread(ThreadPriority.idle, null)
    second.task = 'two'
    expect([first.name, second.name, workers.running]).toEqual(['worker 1', 'worker 2', ['one', 'two']])
    first.task = null
    expect([workers.freeThread(ThreadPriority.idle, null), workers.running]).toEqual([first, ['two']])
  })

  it('has its priority and its core, and those that it gets later [BP-10] [BP-30]', () => {
    const { workers } = rig()
    const thread = threadOf(workers.freeThread(ThreadPriority.idle, 2))
    expect([thread.priority, thread.core]).toEqual([ThreadPriority.idle, 2])
    workers.setPriority(ThreadPriority.normal, 'above-idle')
    workers.pin(null)
    expect([thread.priority, thread.core]).toEqual([ThreadPriority.normal, null])
  })

  it('goes with its device, and nothing of the app’s does [BP-24]', () => {
    const { cpu, workers } = rig()
    const before = cpu.threadCount
    workers.freeThread(ThreadPriority.idle, null).task = 'one'
    workers.freeThread(ThreadPriority.idle, null)
    workers.freeOf(taskSystem())
    expect(cpu.threadCount).toBe(before + 2)
    workers.removeThreads()
    expect(cpu.threadCount).toBe(before)
  })
})

describe('the app’s task system [BP-30]', () => {
  it('has a worker for each task that it has taken, apart from the runtime’s threads', () => {
    const { workers } = rig()
    const system = taskSystem()
    const first = workers.freeOf(system)
    first.task = 'one'
    const second = workers.freeOf(system)
    expect([second === first, workers.freeOf(system) === second, second.name]).toEqual([false, true, 'app tasks'])
    expect(workers.freeOf(taskSystem())).not.toBe(second)
    expect(workers.freeThread(ThreadPriority.idle, null).name).toBe('worker 1')
  })

  it('is told at which priority its tasks go on, and is kept to no core', () => {
    const { workers } = rig()
    const system = taskSystem()
    workers.freeOf(system)
    workers.pin(1)
    workers.setPriority(ThreadPriority.normal, 'above-idle')
    expect(system.told).toEqual(['above-idle'])
  })
})
