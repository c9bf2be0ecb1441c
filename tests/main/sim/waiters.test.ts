import { expect, it } from 'vitest'
import { Waiters } from '../../../main/sim/waiters'

it('who waits for a handle goes on once, in the order of coming, and for that handle alone', () => {
  const waiters = new Waiters()
  const said: string[] = []
  waiters.call(3)
  waiters.add(3, () => {
    said.push('first')
    // it waits for the next time
    waiters.add(3, () => said.push('again'))
  })
  waiters.add(3, () => said.push('second'))
  waiters.add(4, () => said.push('of another'))
  waiters.call(3)
  expect(said).toEqual(['first', 'second'])
  waiters.call(3)
  waiters.call(3)
  expect(said).toEqual(['first', 'second', 'again'])
  waiters.call(4)
  expect(said).toEqual(['first', 'second', 'again', 'of another'])
})
