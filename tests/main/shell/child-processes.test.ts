import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchChildProcesses } from '../../../main/shell/child-processes'
import { Notices } from '../../../main/shell/notices'

let now: number
let kept: number
let notices: Notices
let app: EventEmitter

beforeEach(() => {
  now = 0
  kept = 0
  notices = new Notices(() => {})
  app = new EventEmitter()
  watchChildProcesses(app, { now: () => now, keep: () => kept++, notices })
})

const dies = (type: string, reason = 'killed', exitCode = 9) =>
  app.emit('child-process-gone', {}, { type, reason, exitCode, serviceName: type })

test('unsaved changes are kept whenever a process dies', () => {
  dies('GPU')
  dies('Utility', 'oom')
  expect(kept).toBe(2)
  dies('Utility', 'clean-exit')
  expect(kept).toBe(2)
})

test('a helper that the app has ended is no news; a GPU process that somebody ended is', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  dies('Utility', 'killed', 15)
  expect([kept, said.mock.calls]).toEqual([0, []])
  dies('GPU', 'killed', 15)
  expect([kept, said.mock.calls.length]).toEqual([1, 1])
  said.mockRestore()
})

test('a GPU process that dies now and then is no news; one that dies three times within a minute is', () => {
  for (let i = 0; i < 6; i++) {
    dies('GPU')
    now += 31_000
  }
  dies('Utility')
  dies('Utility')
  dies('Utility')
  expect(notices.shown).toEqual([])
  now += 60_000
  for (let i = 0; i < 3; i++) dies('GPU')
  expect(notices.shown).toEqual([{ id: 'gpu', text: expect.stringContaining('--disable-gpu') }])
  for (let i = 0; i < 3; i++) dies('GPU')
  expect(notices.shown).toHaveLength(1)
  notices.dismiss('gpu')
  expect(notices.shown).toEqual([])
})
