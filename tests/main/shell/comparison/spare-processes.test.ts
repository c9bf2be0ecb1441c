/** Processes that have done their tasks wait for more (LB-03). Processes and wall time are played here. */
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { TaskReply, TaskRequest } from '../../../../main/session/laboratory/beside/messages'
import { type ForkedProcess, SpareProcesses } from '../../../../main/shell/comparison/spare-processes'

class Child extends EventEmitter implements ForkedProcess {
  readonly posted: TaskRequest[] = []
  killed = 0

  postMessage(message: TaskRequest): void {
    this.posted.push(message)
  }

  kill(): boolean {
    this.killed++
    return true
  }
}

const trial = { pools: [], maxBytesPerPass: 0, maxAllocationsPerPass: 0 }
const request: TaskRequest = { task: { kind: 'defragmentation', algorithm: 'fast', trial } }
const reply: TaskReply = { kind: 'share', share: 0.5 }

function spare() {
  const children: Child[] = []
  let timers: { at: number; run: () => void }[] = []
  let now = 0
  const processes = new SpareProcesses(
    () => {
      const child = new Child()
      children.push(child)
      return child
    },
    (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  )
  const pass = (ms: number): void => {
    now += ms
    for (const timer of timers.filter(({ at }) => at <= now)) {
      timers = timers.filter((other) => other !== timer)
      timer.run()
    }
  }
  return { processes, children, pass, pending: () => timers.length }
}

test('one that is done is the next that is taken, and hears only who has it [LB-03]', () => {
  const { processes, children, pass, pending } = spare()
  const heard: string[] = []
  const one = processes.take()
  one.on('message', () => heard.push('first'))
  one.on('exit', () => heard.push('first ended'))
  one.postMessage(request)
  const other = processes.take()
  expect(children).toHaveLength(2)
  children[0]?.emit('message', reply)
  one.done()
  children[0]?.emit('message', reply)
  expect([heard, pending()]).toEqual([['first'], 1])
  const again = processes.take()
  expect([children.length, pending()]).toEqual([2, 0])
  again.on('message', () => heard.push('second'))
  again.on('exit', () => heard.push('second ended'))
  again.postMessage(request)
  expect(children[0]?.posted).toEqual([request, request])
  children[0]?.emit('message', reply)
  children[0]?.emit('exit', 133)
  expect(heard).toEqual(['first', 'second', 'second ended'])
  // nothing is left that could end it
  pass(1_000_000)
  expect([children[0]?.killed, children[1]?.killed]).toEqual([0, 0])
  other.kill()
  expect(children[1]?.killed).toBe(1)
})

test('one that nobody wants for a minute is ended', () => {
  const { processes, children, pass, pending } = spare()
  processes.take().done()
  pass(59_999)
  expect(children[0]?.killed).toBe(0)
  processes.take().done()
  pass(59_999)
  expect([children[0]?.killed, children.length]).toEqual([0, 1])
  pass(1)
  expect([children[0]?.killed, pending()]).toEqual([1, 0])
  processes.take()
  expect(children).toHaveLength(2)
})

test('one that ends while it waits, or before it could, is not taken', () => {
  const { processes, children, pending } = spare()
  const first = processes.take()
  let told = 0
  first.on('exit', () => told++)
  first.done()
  children[0]?.emit('exit', 133)
  // who had it is not told
  expect([pending(), told]).toEqual([0, 0])
  const second = processes.take()
  expect(children).toHaveLength(2)
  children[1]?.emit('exit', 133)
  second.done()
  expect(pending()).toBe(0)
  processes.take()
  expect(children).toHaveLength(3)
})
