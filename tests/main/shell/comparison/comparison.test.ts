/** Work in processes of their own that Electron starts, which are played here. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Task } from '../../../../main/session/laboratory/tasks'
import { startTasks } from '../../../../main/shell/comparison/comparison'
import { scenarioOf } from '../../support/world'
import { fresh, played } from '../electron'

const scenario = scenarioOf({ name: 'work', steps: [{ at: 0, apply: 'Blur' }], until: '1s' })
const tasks: Task[] = (['none', 'fence-lru'] as const).map((policy) => ({
  kind: 'variant',
  scenario,
  from: 0,
  variant: { policy },
}))

beforeEach(() => {
  fresh()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => vi.restoreAllMocks())

test('is shared among utility processes, each with the first of it [LB-03]', () => {
  const told: string[] = []
  const running = startTasks(tasks, {
    share: (index, share) => void told.push(`${index} ${share}`),
    done: (index) => void told.push(`${index} done`),
    failed: (message) => void told.push(message),
  })
  expect(played.processes.length).toBeGreaterThan(0)
  for (const [i, child] of played.processes.entries()) {
    expect(child.file).toMatch(/[\\/]comparison\.js$/)
    expect(child.options).toEqual({ serviceName: 'Trimline comparison' })
    expect(child.posted).toEqual([{ task: tasks[i] }])
  }
  played.processes[0]?.emit('message', { kind: 'share', share: 0.5 })
  expect(told).toEqual(['0 0.5'])
  running.cancel()
  played.processes[0]?.emit('message', { kind: 'share', share: 0.6 })
  expect(told).toEqual(['0 0.5'])
  expect(played.processes.every(({ killed }) => killed === 1)).toBe(true)
})

test('says that a process ended before its work was done', () => {
  const told: string[] = []
  startTasks(tasks, { share: () => {}, done: () => {}, failed: (message) => void told.push(message) })
  played.processes[0]?.emit('exit', 133)
  expect(told).toEqual(['The comparison process ended with code 133. Try again.'])
})
