/**
 * Comparing ten policies on ten minutes of editing as the app does it (LB-03): tasks in two processes of their own, from the
 * command to the last result, those processes' start included.
 */
import { fork } from 'node:child_process'
import type { TaskReply, TaskRequest } from '../../main/session/laboratory/beside/messages'
import { runTasks, type TaskProcess } from '../../main/session/laboratory/beside/pool'
import { comparisonTasks, runTask, type Task } from '../../main/session/laboratory/tasks'
import type { PolicyName } from '../../preload/contract'
import { editing } from './hours'
import { summary } from './measure'
import { type Row, timeRow } from './table'

const POLICIES: readonly PolicyName[] = [
  'none',
  'submission-lru',
  'mapping-layer',
  'mapping-layer-periodic',
  'driver-managed',
  'fence-lru',
  'creative-app',
  'creative-app-fixed',
  'd3dx12-residency',
  'd3dx12-residency-fixed',
]
const PROCESSES = 2
const TIMES = 3
/** seconds */
const MOST = 5

/** First argument of such a process. */
export const COMPARISON_CHILD = 'comparison-child'

export async function comparison(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, played] of [
    ['a press every 3 s', 0],
    ['a press every 3 s, played throughout', 1],
  ] as const) {
    const scenario = editing(1 / 6, played)
    const tasks = comparisonTasks(
      { scenario, from: 0 },
      POLICIES.map((policy) => ({ policy })),
    )
    const samples: number[] = []
    for (let i = 0; i < TIMES; i++) samples.push(await secondsOf(tasks))
    rows.push(
      timeRow('Ten policies on ten minutes of editing, two processes', summary(what, samples), { target: MOST }),
    )
  }
  return rows
}

function secondsOf(tasks: readonly Task[]): Promise<number> {
  const began = process.hrtime.bigint()
  return new Promise((resolve, reject) => {
    let left = tasks.length
    const done = (): void => {
      if (--left === 0) resolve(Number(process.hrtime.bigint() - began) / 1e9)
    }
    const failed = (message: string): void => reject(new Error(message))
    runTasks(tasks, start, { share: () => {}, done, failed }, PROCESSES)
  })
}

function start(): TaskProcess {
  const child = fork(process.argv[1] as string, [COMPARISON_CHILD], { serialization: 'advanced' })
  return {
    on: (event: 'message' | 'exit', heard: (...args: never[]) => void) => child.on(event, heard as () => void),
    postMessage: (message) => child.send(message),
    kill: () => child.kill(),
  }
}

/** Carries out what it is sent, one after the other. */
export function comparisonChild(): void {
  process.on('message', ({ task }: TaskRequest) => {
    runTask(task).then((result) => {
      const reply: TaskReply = { kind: 'done', result }
      process.send?.(reply)
    }, fail)
  })
}

function fail(error: unknown): void {
  const reply: TaskReply = { kind: 'failed', message: String(error) }
  process.send?.(reply)
}
