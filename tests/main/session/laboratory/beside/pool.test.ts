/** Tasks in processes of their own (LB-03): the processes are played here, what they send was computed. */
import { describe, expect, test } from 'vitest'
import type { TaskReply, TaskRequest } from '../../../../../main/session/laboratory/beside/messages'
import { runTasks, type TaskProcess } from '../../../../../main/session/laboratory/beside/pool'
import { runTask, type Task, type TaskResult } from '../../../../../main/session/laboratory/tasks'
import { validateScenario } from '../../../../../main/session/scenario'
import type { PolicyName } from '../../../../../preload/contract'

const parsed = validateScenario({ trimline: 1, name: 'work', steps: [{ at: 0, apply: 'Blur' }] })
if (!parsed.ok) throw new Error('the scenario is none')
const { scenario } = parsed
const POLICIES: readonly PolicyName[] = ['none', 'fence-lru', 'creative-app-fixed']
const tasks: Task[] = POLICIES.map((policy) => ({ kind: 'variant', scenario, from: 0, variant: { policy } }))

class Played implements TaskProcess {
  readonly asked: TaskRequest[] = []
  killed = 0
  rests = false
  private reply: (reply: TaskReply) => void = () => {}
  private exit: (code: number) => void = () => {}

  on(event: 'message' | 'exit', heard: ((reply: TaskReply) => void) | ((code: number) => void)): void {
    if (event === 'message') this.reply = heard as (reply: TaskReply) => void
    else this.exit = heard as (code: number) => void
  }

  postMessage(message: TaskRequest): void {
    this.asked.push(message)
  }

  kill(): boolean {
    this.killed++
    return true
  }

  done(): void {
    this.rests = true
  }

  /** Does what it was asked for last, as the process does. */
  async work(): Promise<void> {
    const request = structuredClone(this.asked.at(-1))
    if (request === undefined) throw new Error('asked for nothing')
    this.say({ kind: 'done', result: structuredClone(await runTask(request.task)) })
  }

  say(reply: TaskReply): void {
    this.reply(reply)
  }

  end(code: number): void {
    this.exit(code)
  }
}

function begun(most = 2) {
  const processes: Played[] = []
  const done: [number, TaskResult][] = []
  const told: string[] = []
  const fork = (): Played => {
    processes.push(new Played())
    return processes.at(-1)!
  }
  const running = runTasks(
    tasks,
    fork,
    {
      share: (index, share) => told.push(`${index}: ${share}`),
      done: (index, result) => done.push([index, result]),
      failed: (message) => told.push(message),
    },
    most,
  )
  return { running, processes, done, told }
}

describe('tasks in processes', () => {
  test('each process gets the next one when it is done, until there is none [LB-03]', async () => {
    const { processes, done, told } = begun()
    const [one, other] = processes as [Played, Played]
    expect(processes.map(({ asked }) => asked)).toEqual([[{ task: tasks[0] }], [{ task: tasks[1] }]])
    other.say({ kind: 'share', share: 0.5 })
    expect(told).toEqual(['1: 0.5'])
    await one.work()
    expect(one.asked.at(-1)).toEqual({ task: tasks[2] })
    await other.work()
    // it has nothing left to do, and may end, which is no failure
    expect([one.rests, other.rests]).toEqual([false, true])
    other.end(15)
    await one.work()
    expect(done.map(([index]) => index)).toEqual([0, 1, 2])
    expect(done.map(([, found]) => found.kind === 'variant' && found.result.row.label)).toEqual(POLICIES)
    expect([one.rests, one.killed, other.killed, told]).toEqual([true, 0, 0, ['1: 0.5']])
  })

  test('no more processes are begun than there are tasks, and one where there is one core', () => {
    expect(begun(16).processes).toHaveLength(3)
    expect(begun(1).processes).toHaveLength(1)
  })

  test('given up it ends every process, and what still comes is nobody’s [LB-03]', async () => {
    const { running, processes, done, told } = begun()
    await processes[0]!.work()
    running.cancel()
    expect(processes.map(({ killed }) => killed)).toEqual([1, 1])
    await processes[1]!.work()
    processes[1]!.end(15)
    expect([done.length, told]).toEqual([1, []])
  })

  test('given up, it leaves one alone that has nothing left to do: it may be at work for another', async () => {
    const { running, processes } = begun()
    await processes[0]!.work()
    await processes[1]!.work()
    expect(processes.map(({ rests }) => rests)).toEqual([false, true])
    running.cancel()
    expect(processes.map(({ killed }) => killed)).toEqual([1, 0])
  })

  test('where another cannot be started those that have begun are ended, and that is said', () => {
    const processes: Played[] = []
    const fork = (): Played => {
      if (processes.length === 1) throw new Error('no more processes')
      processes.push(new Played())
      return processes[0]!
    }
    const nothing = { share: () => {}, done: () => {}, failed: () => {} }
    expect(() => runTasks(tasks, fork, nothing, 2)).toThrow('no more processes')
    expect(processes.map(({ killed }) => killed)).toEqual([1])
  })

  test('a process that fails, or ends before it is done, is said once', () => {
    const failed = begun()
    failed.processes[0]!.say({ kind: 'failed', message: 'out of memory' })
    failed.processes[1]!.say({ kind: 'failed', message: 'out of memory, too' })
    expect(failed.told).toEqual(['The comparison failed: out of memory'])
    const ended = begun()
    ended.processes[1]!.end(133)
    expect(ended.told).toEqual(['The comparison process ended with code 133. Try again.'])
    expect(ended.processes.every(({ killed }) => killed === 1)).toBe(true)
  })
})
