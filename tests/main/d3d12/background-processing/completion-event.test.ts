import { expect, it } from 'vitest'
import { CompletionEvent } from '../../../../main/d3d12/background-processing/completion-event'

it('releases each who waits once, and at once who comes when it is signalled [BP-10]', () => {
  const event = new CompletionEvent('done')
  const released: string[] = []
  event.wait(() => {
    released.push('before')
    // whoever waits again from within finds it signalled
    event.wait(() => released.push('within'))
  })
  expect([event.signalled, released]).toEqual([false, []])
  event.signal()
  event.signal()
  event.wait(() => released.push('after'))
  expect([event.signalled, released]).toEqual([true, ['before', 'within', 'after']])
})
