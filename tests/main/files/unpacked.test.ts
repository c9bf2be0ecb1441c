import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromFirst, isPacked, unpackedIfPacked } from '../../../main/files/unpacked'

const content = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251)

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = []
  for await (const piece of stream) taken.push(piece)
  return Buffer.concat(taken)
}

const unpack = (bytes: Uint8Array, size: number): Promise<Buffer> => all(unpackedIfPacked('it', pieces(bytes, size)))

test.each([1, 2, 1000, 1_000_000])(
  'what is packed is unpacked, what is not stays, in pieces of %i bytes',
  async (size) => {
    const some = content.subarray(0, 3000)
    expect(Buffer.compare(await unpack(gzipSync(some), size), some)).toBe(0)
    expect(Buffer.compare(await unpack(some, size), some)).toBe(0)
    expect(isPacked(gzipSync(some))).toBe(true)
    expect(isPacked(some)).toBe(false)
  },
)

test('several packed ones after each other are one', async () => {
  const both = Buffer.concat([gzipSync(content), gzipSync(content)])
  expect(Buffer.compare(await unpack(both, 70_000), Buffer.concat([content, content]))).toBe(0)
})

test.each([7, 1000, 16 * 1024, 1_000_000])(
  'zeros after its end, which media of whole blocks fill it up with, are no part of it, in pieces of %i bytes [LB-19]',
  async (size) => {
    const some = content.subarray(0, 3000)
    const packed = gzipSync(some)
    for (const zeros of [1, 3, 512, 40_000]) {
      const filled = Buffer.concat([packed, Buffer.alloc(zeros)])
      expect(Buffer.compare(await unpack(filled, size), some)).toBe(0)
      const spoiled = Buffer.concat([filled, Buffer.of(1)])
      await expect(unpack(spoiled, size)).rejects.toThrow(
        /after 3000 bytes of what is in it \(something else than zeros/,
      )
    }
  },
)

test('what is cut, spoiled or followed by something else is said, with how far it went', async () => {
  const packed = gzipSync(content)
  const spoiled = Buffer.from(packed)
  spoiled[500] = (spoiled[500] as number) ^ 0xff
  const followed = Buffer.concat([packed, Buffer.alloc(100_000, 1)])
  const cut = packed.subarray(0, packed.length / 2)
  for (const [bad, size] of [
    [cut, 1000],
    [cut, 1_000_000],
    [spoiled, 1_000_000],
    [followed, 1_000_000],
  ] as const)
    await expect(unpack(bad, size)).rejects.toThrow(
      /^it cannot be read: found gzip data that is damaged, after \d+ bytes/,
    )
})

test('no more is asked for than is taken: a small piece that becomes large does not fill memory', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000))
  let largest = 0
  let waiting = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces(bomb, 16 * 1024)) {
      waiting += piece.length
      largest = Math.max(largest, waiting)
      yield piece
    }
  }
  let length = 0
  for await (const piece of unpackedIfPacked('it', counted())) {
    length += piece.length
    waiting = 0
  }
  expect(length).toBe(200_000_000)
  expect(largest).toBe(16 * 1024)
})

test('the first piece has as many bytes as are asked for, if there are so many', async () => {
  const lengths = async (bytes: number, size: number): Promise<number[]> => {
    const taken: number[] = []
    for await (const piece of fromFirst(pieces(content.subarray(0, bytes), size), 10)) taken.push(piece.length)
    return taken
  }
  expect(await lengths(25, 4)).toEqual([12, 4, 4, 4, 1])
  expect(await lengths(7, 3)).toEqual([7])
  expect(await lengths(0, 3)).toEqual([0])
})
