/**
 * Comparing ten policies on ten minutes of editing as the app does it (LB-03): tasks in two processes of the Electron that runs
 * it, from the command to the last result: the first time, those processes' start included, and again.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTasks } from '../../main/session/laboratory/beside/pool'
import { comparisonTasks, type Task } from '../../main/session/laboratory/tasks'
import { type ForkedProcess, SpareProcesses } from '../../main/shell/comparison/spare-processes'
import { timers } from '../../main/shell/timers'
import type { PolicyName } from '../../preload/contract'
import { workerMain } from '../support/parent-port'
import { prepare } from '../torture/kill/electron'
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
const GROUP = 'Ten policies on ten minutes of editing, two processes of Electron'
const PROCESSES = 2
const TIMES = 3
/** seconds */
const MOST = 5

export async function comparison(): Promise<Row[]> {
  const { executable, root, stop } = await prepare(process.env.TRIMLINE_ROOT as string)
  const folder = mkdtempSync(join(tmpdir(), 'trimline-bench-'))
  const worker = join(folder, 'worker.mjs')
  writeFileSync(worker, workerMain(join(root, 'out', 'main', 'comparison.js')))
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
    const first: number[] = []
    const again: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const begun: ForkedProcess[] = []
      const processes = new SpareProcesses(() => start(executable, worker, begun), timers.after)
      first.push(await secondsOf(tasks, processes))
      again.push(await secondsOf(tasks, processes))
      for (const child of begun) child.kill()
    }
    rows.push(timeRow(GROUP, summary(what, first), { target: MOST }))
    rows.push(timeRow(GROUP, summary(`${what}: again`, again)))
  }
  rmSync(folder, { recursive: true })
  await stop()
  return rows
}

function secondsOf(tasks: readonly Task[], processes: SpareProcesses): Promise<number> {
  const began = process.hrtime.bigint()
  return new Promise((resolve, reject) => {
    let left = tasks.length
    const done = (): void => {
      if (--left === 0) resolve(Number(process.hrtime.bigint() - began) / 1e9)
    }
    const failed = (message: string): void => reject(new Error(message))
    runTasks(tasks, () => processes.take(), { share: () => {}, done, failed }, PROCESSES)
  })
}

function start(execPath: string, worker: string, begun: ForkedProcess[]): ForkedProcess {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const execArgv: string[] = []
  const child = fork(worker, [], {
    execPath,
    execArgv,
    env,
    serialization: 'advanced',
  })
  const forked: ForkedProcess = {
    on: (event: 'message' | 'exit', heard: (...args: never[]) => void) => child.on(event, heard as () => void),
    postMessage: (message) => child.send(message),
    kill: () => child.kill(),
  }
  begun.push(forked)
  return forked
}
