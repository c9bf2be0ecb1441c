import { afterEach, expect, it, vi } from 'vitest'
import { log, reason, stack } from '../../../main/shell/log'

afterEach(() => vi.restoreAllMocks())

it('is one line on standard error, whatever is in the message', () => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  log('the window\u001b[31m is gone')
  expect(written).toHaveLength(1)
  expect(written[0]).toMatch(/^trimline: the window.* is gone\n$/)
  expect(written[0]).not.toContain('\u001b')
})

it('tells a person what went wrong, and somebody who looks for it where', () => {
  const error = new Error('no room')
  expect([reason(error), reason('thrown as text'), reason(undefined)]).toEqual([
    'no room',
    'thrown as text',
    'undefined',
  ])
  expect(stack(error)).toContain('log.test')
  delete error.stack
  expect([stack(error), stack(7)]).toEqual(['no room', '7'])
})
