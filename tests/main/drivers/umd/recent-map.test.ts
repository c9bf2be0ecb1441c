import { expect, test } from 'vitest'
import { RecentMap } from '../../../../main/drivers/umd/recent-map'

test('keeps as many as it may, and lets go of what was used least recently', () => {
  const map = new RecentMap<string, number>(3)
  for (const [i, key] of ['a', 'b', 'c'].entries()) expect(map.add(key, i)).toBeUndefined()
  expect(map.use('a')).toBe(0)
  expect(map.peek('b')).toBe(1)
  expect(map.add('d', 3)).toBe(1)
  expect([...map]).toEqual([
    ['c', 2],
    ['a', 0],
    ['d', 3],
  ])
  expect([map.size, map.use('b'), map.peek('b')]).toEqual([3, undefined, undefined])
})

test('an entry that is added again is the newest, and takes no other room', () => {
  const map = new RecentMap<string, number>(2)
  map.add('a', 1)
  map.add('b', 2)
  expect(map.add('a', 3)).toBeUndefined()
  expect(map.add('c', 4)).toBe(2)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
