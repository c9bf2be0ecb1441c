import { beforeEach, expect, test } from 'vitest'
import { startReadingProcess } from '../../../../main/shell/reading/process'
import { type FakeProcess, fresh, played } from '../electron'

beforeEach(fresh)

test('the process that reads runs the built worker, and its words and its end come through', () => {
  const reading = startReadingProcess()
  const [child] = played.processes as [FakeProcess]
  expect(child.file).toMatch(/[\\/]reading\.js$/)
  expect(child.options).toEqual({ serviceName: 'Trimline reading' })
  const came: unknown[] = []
  reading.onMessage((message) => came.push(message))
  reading.onExit((code) => came.push(code))
  reading.post({ kind: 'read', path: '/a.json' })
  expect(child.posted).toEqual([{ kind: 'read', path: '/a.json' }])
  child.emit('message', { kind: 'failed', message: 'no' })
  child.emit('exit', 3)
  expect(came).toEqual([{ kind: 'failed', message: 'no' }, 3])
  expect(child.killed).toBe(0)
  reading.kill()
  expect(child.killed).toBe(1)
})
