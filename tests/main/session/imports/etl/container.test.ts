import { describe, expect, it } from 'vitest'
import type { CaptureFile } from '../../../../../main/session/imports/capture'
import {
  BUFFER_HEADER,
  buffersOf,
  contentOf,
  isEtl,
  readLogHeader,
} from '../../../../../main/session/imports/etl/container'

function fileOf(bytes: Uint8Array): CaptureFile {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}

/** A buffer's header: its size, the bytes that are filled, and flags; the rest of it is zeros. */
function buffer(size: number, filled: number, flags = 0): Uint8Array {
  const bytes = new Uint8Array(Math.max(size, BUFFER_HEADER))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, size, true)
  view.setUint32(0x30, filled, true)
  view.setUint16(0x34, flags, true)
  return bytes
}

/** Where buffers lie and how many bytes each has, then what is said of damage. */
function found(...parts: Uint8Array[]): unknown[] {
  const said: unknown[] = []
  for (const { offset, stored, filled, compressed } of buffersOf(fileOf(Buffer.concat(parts)), (why) => said.push(why)))
    said.push([offset, stored, filled, compressed])
  return said
}

describe('buffers of an ETW log [LB-19]', () => {
  it('follow each other, each as long as it says, and end where one has no size', () => {
    expect(found(buffer(100, 80), buffer(200, 200), new Uint8Array(72), buffer(100, 80))).toEqual([
      [0, 100, 80, false],
      [100, 200, 200, false],
    ])
  })

  it('may be compressed, to 64 times of what is stored at most', () => {
    expect(found(buffer(100, 6_400, 0x40))).toEqual([[0, 100, 6_400, true]])
    expect(found(buffer(100, 6_401, 0x40))).toEqual(['offset 48: found 6401 bytes filled; expected 72 to 6400'])
  })

  it.each([
    ['that is shorter than its header', [buffer(71, 72)], 'offset 0: found a buffer of 71 bytes; expected 72 to 72'],
    [
      'that goes on behind the file',
      [buffer(100, 80).subarray(0, 90)],
      'offset 0: found a buffer of 100 bytes; expected 72 to 90',
    ],
    ['with more than it has room for', [buffer(100, 101)], 'offset 48: found 101 bytes filled; expected 72 to 100'],
    ['with less than its header', [buffer(100, 71)], 'offset 48: found 71 bytes filled; expected 72 to 100'],
    [
      'that is cut in its header',
      [buffer(100, 80).subarray(0, 50)],
      'offset 0: found 50 bytes; expected the 72 bytes of a buffer’s header',
    ],
  ])('%s: damage is told', (_what, parts, why) => {
    expect(found(...parts)).toEqual([why])
  })

  it('that were read before damage stay', () => {
    expect(found(buffer(100, 80), buffer(71, 72))).toEqual([
      [0, 100, 80, false],
      'offset 100: found a buffer of 71 bytes; expected 72 to 72',
    ])
  })

  it('have their records from the header on, as many as are filled', () => {
    const bytes = buffer(100, 75)
    bytes.set([7, 8, 9, 10], BUFFER_HEADER)
    const [one] = [...buffersOf(fileOf(bytes), () => {})]
    const { bytes: content, damage } = contentOf(fileOf(bytes), one as NonNullable<typeof one>)
    expect([content.length, content.u8(72), content.u8(74), damage]).toEqual([75, 7, 9, null])
  })
})

it.each([
  ['a first buffer', buffer(100, 80), true],
  ['one that is filled', buffer(100, 100), true],
  ['more filled than there is', buffer(100, 101), false],
  ['a size that ETW does not have', buffer(72, 72).fill(0xff, 0, 4), false],
  ['text', new TextEncoder().encode('{'.padEnd(80)), false],
  ['fewer bytes than a header has', buffer(100, 80).subarray(0, 71), false],
])('the first bytes of a log are told: %s: %s [LB-19]', (_what, first, is) => {
  expect(isEtl(first)).toBe(is)
})

describe('the header of an ETW log [LB-19]', () => {
  /** Kind 2, with 8-byte pointers: what comes before the zone are 32 + 56 + 16 bytes. */
  function log({
    kind = 2,
    id = 0,
    clock = 1,
    frequency = 10_000_000n,
    flags = 0,
    compression = 0,
    buffers = 0,
  } = {}): Uint8Array {
    const bytes = new Uint8Array(BUFFER_HEADER + 600)
    const view = new DataView(bytes.buffer, BUFFER_HEADER)
    const zone = 104
    bytes[0x2c] = compression
    view.setUint8(2, kind)
    view.setUint16(4, zone + 208, true)
    view.setUint16(6, id, true)
    view.setBigInt64(16, 123_456n, true)
    view.setUint32(64, flags, true)
    view.setUint32(68, buffers, true)
    view.setUint32(80, 3, true)
    view.setBigUint64(zone + 184, frequency, true)
    view.setUint32(zone + 200, clock, true)
    view.setUint32(zone + 204, 2, true)
    return bytes
  }
  const read = (options: Parameters<typeof log>[0]) => () => readLogHeader(fileOf(log(options)))

  it('says when it began, how the clock ticks, and what was lost', () => {
    const header = { start: 123_456n, frequency: 3_000_000, eventsLost: 3, buffersLost: 2, buffers: 0 }
    expect(read({ frequency: 3_000_000n })()).toEqual(header)
    // system time: of 100 ns, whatever stands there
    expect(read({ clock: 2, frequency: 5n })()).toEqual({ ...header, frequency: 10_000_000 })
  })

  it('says how many buffers the file has, unless more may have been written than are in it', () => {
    const counted = [0x1, 0x2, 0x8, 0x400].map((flags) => read({ flags, buffers: 49 })().buffers)
    expect(counted).toEqual([49, 0, 0, 0])
  })

  it.each([
    ['another kind of record', { kind: 3 }, 'found a record of kind 3; expected the header of the log'],
    ['a record that is an event', { id: 1 }, 'expected the header of the log'],
    ['a clock that does not tell time', { clock: 3 }, 'offset 376: found clock 3'],
    ['a clock that stands', { frequency: 0n }, 'offset 360: found 0 ticks a second'],
    ['a clock of more than 2^33 a second', { frequency: 2n ** 33n + 1n }, 'found 8589934593 ticks a second'],
    ['a clock of more than a number holds', { frequency: 2n ** 64n - 1n }, 'found 18446744073709551615 ticks a second'],
    ['a log that LZNT1 compressed', { flags: 0x04000000, compression: 2 }, 'found a log compressed by LZNT1'],
  ])('%s is refused, and where it is', (_what, options, said) => {
    expect(read(options)).toThrow(said)
  })
})
