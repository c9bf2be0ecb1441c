import { describe, expect, it } from 'vitest'
import { inflate, PIECE } from '../../../../../main/session/imports/rmv/zstd'
import { captureOf } from '../support'
import { fields, joined, patched } from '../writing'

const BEFORE = 10

/** A frame that has its content as it is, in one block. */
function frame(content: Uint8Array): Uint8Array {
  return joined(fields([4, 0xfd2fb528], [1, 0x20], [1, content.length], [3, (content.length << 3) | 1]), content)
}

function inflated(stored: Uint8Array, plain: number): Uint8Array {
  const file = captureOf(joined(new Uint8Array(BEFORE), stored))
  return joined(...inflate(file, { offset: BEFORE, stored: stored.length, plain }))
}

/** One that has nothing of it. @param kind its last four bits */
function skippable(kind: number, content: Uint8Array): Uint8Array {
  return joined(fields([4, 0x184d2a50 + kind], [4, content.length]), content)
}

const content = Uint8Array.from({ length: 100 }, (_, i) => i)

describe('what was compressed with zstd [LB-19]', () => {
  it('comes out as it was', () => {
    expect(inflated(frame(content), 100)).toEqual(content)
  })

  it('is nothing where nothing is stored: an empty chunk need not have a frame', () => {
    expect(inflated(new Uint8Array(0), 0)).toEqual(new Uint8Array(0))
    expect(() => inflated(new Uint8Array(0), 5)).toThrow('a chunk with no zstd frame; expected 5 bytes')
  })

  it.each([
    ['before the first', [skippable(0, content), skippable(15, new Uint8Array(0)), frame(content), frame(content)]],
    ['between two', [frame(content), skippable(7, content), skippable(0, new Uint8Array(0)), frame(content)]],
    ['behind the last', [frame(content), frame(content), skippable(3, new Uint8Array(2 * PIECE))]],
    ['of several pieces before it', [skippable(1, new Uint8Array(3 * PIECE)), frame(content), frame(content)]],
  ])('without the frames that are to be passed over: %s', (_name, frames) => {
    expect(inflated(joined(...frames), 200)).toEqual(joined(content, content))
  })

  it('is nothing where only frames are stored that are to be passed over', () => {
    expect(inflated(skippable(0, content), 0)).toEqual(new Uint8Array(0))
    expect(() => inflated(skippable(0, content), 5)).toThrow('a chunk with no zstd frame; expected 5 bytes')
  })

  it('in pieces, also of what is read in several', () => {
    const length = 50_000
    const blocks = [1, 2, 3, 4, 5].map((value) => new Uint8Array(length).fill(value))
    // one segment whose size has four bytes; the last block says that it is that
    const stored = joined(
      fields([4, 0xfd2fb528], [1, 0xa0], [4, 5 * length]),
      ...blocks.flatMap((block, i) => [fields([3, (length << 3) | (i === 4 ? 1 : 0)]), block]),
    )
    const file = captureOf(stored)
    const pieces = [...inflate(file, { offset: 0, stored: stored.length, plain: 5 * length })]
    expect(pieces.length).toBeGreaterThan(1)
    expect(Buffer.concat(pieces).equals(Buffer.concat(blocks))).toBe(true)
    expect(file.largestRead).toBe(PIECE)
  })
})

describe('what was not is refused with the place of its chunk [LB-19]', () => {
  const good = frame(content)

  it.each([
    ['no frame', patched(good, 0, Uint8Array.of(1)), 100, 'a chunk with no zstd frame'],
    ['too short for one', good.slice(0, 5), 100, 'a chunk with no zstd frame'],
    ['less than it says', good, 101, 'a chunk with 100 bytes in it'],
    ['more than it says', good, 99, 'a chunk with more than 99 bytes in it'],
    [
      'less than it says, which no number holds',
      good,
      Number.POSITIVE_INFINITY,
      'a chunk with 100 bytes in it; expected more than 9007199254740991 bytes compressed by zstd',
    ],
    ['its beginning alone', good.slice(0, 50), 100, 'a chunk with'],
    ['a frame to pass over, cut', skippable(0, content).slice(0, 50), 100, 'a chunk with damage (unexpected EOF)'],
    ['its size, cut', skippable(0, content).slice(0, 7), 100, 'a chunk with damage (unexpected EOF)'],
    [
      'one to pass over that is longer than the chunk',
      joined(patched(skippable(0, content), 4, new Uint8Array(4).fill(0xff)), good),
      100,
      'a chunk with damage (unexpected EOF)',
    ],
    [
      'one behind the last, cut',
      joined(good, skippable(0, content).slice(0, 50)),
      100,
      'a chunk with damage (unexpected EOF)',
    ],
    ['no frame behind one to pass over', joined(skippable(0, content), content), 100, 'a chunk with no zstd frame'],
    [
      'a window of terabytes behind one to pass over',
      joined(skippable(0, content), patched(good, 4, Uint8Array.of(0, 0xff))),
      100,
      'a chunk with a window of 4123168604160 bytes',
    ],
    // 2^41 × 1.875
    [
      'a window of terabytes',
      patched(good, 4, Uint8Array.of(0, 0xff)),
      100,
      'a chunk with a window of 4123168604160 bytes',
    ],
    // one segment of 2^28 bytes
    [
      'a segment that is its window',
      joined(fields([4, 0xfd2fb528], [1, 0xa0], [4, 2 ** 28])),
      100,
      'a chunk with a window of 268435456 bytes',
    ],
  ])('%s', (_name, stored, plain, said) => {
    expect(() => inflated(stored, plain)).toThrow(`offset ${BEFORE}: found ${said}`)
  })
})
