/** Long work lets what comes from outside through. */
import { expect, it } from 'vitest'
import { breathe } from '../../../main/files/breathe'

it('what was due comes through before it goes on', async () => {
  const order: string[] = []
  setImmediate(() => order.push('due'))
  await breathe()
  order.push('on')
  expect(order).toEqual(['due', 'on'])
})
