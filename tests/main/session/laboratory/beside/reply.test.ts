/** What a process or thread does with what it is sent (LB-03). */
import { expect, test } from 'vitest'
import type { TaskReply } from '../../../../../main/session/laboratory/beside/messages'
import { isTaskRequest, runAndReply } from '../../../../../main/session/laboratory/beside/reply'
import type { Task } from '../../../../../main/session/laboratory/tasks'
import { scenarioOf } from '../../../support/world'

const breathe = () => Promise.resolve()

function replies(task: Task): Promise<TaskReply[]> {
  const all: TaskReply[] = []
  return new Promise((resolve) => {
    const send = (reply: TaskReply): void => {
      all.push(reply)
      if (reply.kind !== 'share') resolve(all)
    }
    runAndReply(task, send, breathe)
  })
}

test('work is what has a task; anything else is none [LB-03]', () => {
  expect([{ task: {} }, {}, null, 'task', undefined].map(isTaskRequest)).toEqual([true, false, false, false, false])
})

test('shares go out as they grow by so much that it can be seen, then what has come of it [LB-03]', async () => {
  const steps = Array.from({ length: 400 }, (_unused, i) => ({ at: i * 10_000, apply: 'Blur' }))
  const scenario = scenarioOf({ steps, until: '4s' })
  const all = await replies({ kind: 'variant', scenario, from: 0, variant: { policy: 'none' } })
  const shares = all.flatMap((reply) => (reply.kind === 'share' ? [reply.share] : []))
  expect(shares.length).toBeGreaterThan(20)
  expect(shares.every((share, i) => share >= (shares[i - 1] ?? 0) + 0.01 - Number.EPSILON)).toBe(true)
  const last = all.at(-1)
  expect(last?.kind === 'done' && last.result.kind === 'variant' && last.result.result.row.label).toBe('none')
})

test('a task that fails is told in words, and nobody has to catch anything [LB-03]', async () => {
  const scenario = scenarioOf({ until: '1s' })
  // a device cannot change under way
  const task: Task = { kind: 'variant', scenario, from: 500_000, variant: { profile: 'integrated' } }
  expect(await replies(task)).toEqual([{ kind: 'failed', message: 'a device profile cannot be changed under way' }])
})
