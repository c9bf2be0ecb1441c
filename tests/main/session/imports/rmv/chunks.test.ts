import { expect, it } from 'vitest'
import { countOther, empty } from '../../../../../main/session/imports/rmv/chunks'

it('a container of which nothing is known has nothing in it, and what is passed over is counted by its name [LB-19]', () => {
  const [one, other] = [empty(), empty()]
  expect(one).toEqual({ streams: [], segments: [], gpu: null, snapshots: 0, others: new Map(), damage: null })
  for (const name of ['chunk of the API', 'unknown chunk', 'chunk of the API']) countOther(one, name)
  expect([...one.others]).toEqual([
    ['chunk of the API', 2],
    ['unknown chunk', 1],
  ])
  expect(other.others.size).toBe(0)
})
