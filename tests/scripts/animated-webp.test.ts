import { describe, expect, it } from 'vitest'
import { animatedWebp, chunksOf } from '../../scripts/lib/animated-webp.mjs'

/** A still as a browser encodes one: these chunks, each of these bytes. */
function still(chunks: Record<string, number[]>): Buffer {
  const parts = Object.entries(chunks).map(([name, bytes]) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(bytes.length, 4)
    return Buffer.concat([head, Buffer.from(bytes), Buffer.alloc(bytes.length % 2)])
  })
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

const whole = { x: 0, y: 0, width: 1080, height: 714, duration: 100, still: still({ 'VP8 ': [1, 2, 3] }) }
const part = {
  x: 300,
  y: 20,
  width: 64,
  height: 32,
  duration: 19_900,
  still: still({ VP8X: [0], ALPH: [4, 5], 'VP8 ': [6] }),
}
const SIZE = { width: 1080, height: 714 }

describe('an animated WebP', () => {
  const file = animatedWebp(SIZE, [whole, part])

  it('is one container with its size, how often it repeats, and its frames in order', () => {
    expect([file.toString('latin1', 0, 4), file.readUInt32LE(4), file.toString('latin1', 8, 12)]).toEqual([
      'RIFF',
      file.length - 8,
      'WEBP',
    ])
    const chunks = chunksOf(file.subarray(12))
    expect(chunks.map(({ name }) => name)).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF'])
    const [size, animation] = chunks
    // moves, and is transparent; width and height less one
    expect([size?.content[0], size?.content.readUIntLE(4, 3), size?.content.readUIntLE(7, 3)]).toEqual([
      0x12, 1079, 713,
    ])
    expect([...(animation?.content ?? [])]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('says of each frame where it lies and how long it is shown, and has of its still what belongs to pixels', () => {
    const frames = chunksOf(file.subarray(12)).slice(2)
    const numbers = frames.map(({ content }) => [0, 3, 6, 9, 12].map((at) => content.readUIntLE(at, 3)))
    expect(numbers).toEqual([
      [0, 0, 1079, 713, 100],
      [150, 10, 63, 31, 19_900],
    ])
    const pixels = frames.map(({ content }) =>
      chunksOf(content.subarray(16)).map((one) => [one.name, [...one.content]]),
    )
    expect(pixels).toEqual([
      [['VP8 ', [1, 2, 3]]],
      [
        ['ALPH', [4, 5]],
        ['VP8 ', [6]],
      ],
    ])
  })

  it('is refused where a frame lies at an odd place, or is no WebP', () => {
    expect(() => animatedWebp(SIZE, [{ ...whole, x: 3 }])).toThrow('found a frame at 3, 0; expected even numbers')
    expect(() => animatedWebp(SIZE, [{ ...whole, still: Buffer.alloc(40) }])).toThrow('found no WebP still')
  })
})
