/** A queue of resources that knows its bytes. */
import { expect, it } from 'vitest'
import { ByteQueue } from '../../../../main/policies/research/byte-queue'

const entry = (name: string, size: number) => ({ resource: { handle: 0, name, size } })
const names = (queue: ByteQueue<ReturnType<typeof entry>>) => [...queue].map(({ resource }) => resource.name).join('')

it('keeps order and bytes; what is pushed again moves to the end and counts once', () => {
  const queue = new ByteQueue<ReturnType<typeof entry>>()
  const [a, b, c] = [entry('a', 1), entry('b', 20), entry('c', 300)] as const
  for (const each of [a, b, c]) queue.push(each)
  queue.push(a)
  expect([names(queue), queue.bytes, queue.oldest]).toEqual(['bca', 321, b])
  expect([queue.remove(b), queue.remove(b), queue.has(b), queue.bytes]).toEqual([true, false, false, 301])
  expect(queue.find(({ resource }) => resource.size < 100)).toBe(a)
  expect(queue.find(() => false)).toBeUndefined()
})

it('trims from the oldest, to no more than so many bytes', () => {
  const queue = new ByteQueue<ReturnType<typeof entry>>()
  for (const name of ['a', 'b', 'c']) queue.push(entry(name, 10))
  queue.trimTo(20)
  expect([names(queue), queue.bytes]).toEqual(['bc', 20])
  queue.trimTo(19)
  expect(names(queue)).toBe('c')
  queue.trimTo(0)
  expect([names(queue), queue.bytes, queue.oldest]).toEqual(['', 0, undefined])
})
