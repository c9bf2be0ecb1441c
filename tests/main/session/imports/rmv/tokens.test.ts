import { describe, expect, it } from 'vitest'
import { TOKEN, TokenStream } from '../../../../../main/session/imports/rmv/tokens'
import { captureOf } from '../support'
import { joined, text } from '../writing'
import * as rmv from './tokens'

const T0 = 3_200_000n

/** A stream of these bytes, in parts that end at the cuts. @param before bytes of the file before it */
function streamOf(bytes: Uint8Array, { version = 18, before = 0, cuts = [] as number[] } = {}) {
  const ends = [...cuts, bytes.length]
  const parts = ends.map((end, i) => {
    const start = ends[i - 1] ?? 0
    return { offset: before + start, stored: end - start, plain: null }
  })
  const stream = new TokenStream(captureOf(joined(new Uint8Array(before), bytes)), { index: 4, version, parts })
  return stream
}

/** Its tokens as type and µs since it began, to the end. */
function told(stream: TokenStream): string[] {
  const found: string[] = []
  for (; stream.token !== null; stream.advance())
    found.push(`${stream.token.type} ${stream.token.bytes.length} at ${stream.microseconds(stream.start ?? 0n)}`)
  return found
}

const stream = (...tokens: Uint8Array[]): Uint8Array => joined(rmv.timestamp(T0), ...tokens)

describe('the time of a token [LB-19]', () => {
  it('goes on by 32 ticks for each step that it says, of the clock of the last timestamp', () => {
    // 10 MHz: 32 ticks are 3.2 µs
    expect(told(streamOf(stream(rmv.free(1, 1), rmv.free(1, 4), rmv.free(1, 15))))).toEqual([
      '0 12 at 0',
      '11 7 at 3',
      '11 7 at 16',
      '11 7 at 64',
    ])
  })

  it('goes on by a delta of up to seven bytes', () => {
    expect(told(streamOf(stream(rmv.delta(0, 0), rmv.delta(1, 320), rmv.delta(3, 32_000_000), rmv.free(1))))).toEqual([
      '0 12 at 0',
      '14 1 at 0',
      '14 2 at 32',
      '14 4 at 3200032',
      '11 7 at 3200032',
    ])
  })

  it('jumps with a later timestamp, and has its clock from then on', () => {
    const tokens = joined(rmv.timestamp(T0, 1_000_000), rmv.timestamp(T0 + 6400n, 1_000_000), rmv.free(1, 1))
    // 1 MHz: 32 ticks are 32 µs
    expect(told(streamOf(tokens))).toEqual(['0 12 at 0', '0 12 at 6400', '11 7 at 6432'])
  })

  it('is also since the beginning of another stream, of any length exactly', () => {
    const one = streamOf(joined(rmv.timestamp(T0), rmv.free(1, 5)))
    expect(one.start).toBe(T0 / 32n)
    expect([one.since(T0 / 32n - 100n), one.since(T0 / 32n)]).toEqual([100, 0])
    one.advance()
    expect(one.since(T0 / 32n - 100n)).toBe(105)
    // 2^40 steps of 3.2 µs, and one
    const long = streamOf(joined(rmv.timestamp(0n), rmv.timestamp(32n * 2n ** 40n), rmv.free(1, 1)))
    long.advance()
    long.advance()
    expect(long.microseconds(0n)).toBe(3_518_437_208_886)
  })
})

describe('the length of a token [LB-19]', () => {
  it.each([
    ['resource update', rmv.other(TOKEN.resourceUpdate, 14)],
    ['page table', rmv.pageTable(0x1000, 0, 1)],
    ['driver event', rmv.other(TOKEN.misc, 2)],
    ['residency', rmv.residency(0x1000, 0)],
    ['bind', rmv.bind(0x1000, 1, 1)],
    ['process', rmv.other(TOKEN.process, 6)],
    ['page reference', rmv.other(TOKEN.pageReference, 10)],
    ['CPU map', rmv.cpuMap(0x1000, 0)],
    ['free', rmv.free(0x1000)],
    ['allocation', rmv.allocate(0x1000, 1, [0])],
    ['destruction', rmv.destroy(7)],
    ['no user data', rmv.userData(1, new Uint8Array(0))],
    ['user data', rmv.userData(1, text('twelve bytes'))],
  ])('of its type, or as it says: %s', (_name, bytes) => {
    expect(told(streamOf(stream(bytes, rmv.free(1)))).slice(1)).toEqual([
      `${(bytes[0] as number) & 15} ${bytes.length} at 0`,
      '11 7 at 0',
    ])
  })

  it.each([
    ['an image', 0, 38, 15],
    ['an image from 1.6 on', 0, 39, 16],
    ['a buffer', 1, 11, 15],
    ['a pipeline', 4, 0, 16],
    ['a pool of 3 descriptors', 14, 3 + 4 * 3, 16],
  ])('of a resource’s description, by its type and version: %s', (_name, type, length, version) => {
    const description = new Uint8Array(length)
    if (type === 14) description[2] = 3
    const created = rmv.create(7, type, description)
    expect(told(streamOf(stream(created, rmv.free(1)), { version })).slice(1)).toEqual([
      `13 ${7 + length} at 0`,
      '11 7 at 0',
    ])
  })
})

describe('a stream [LB-19]', () => {
  it('is read in pieces, and none of its tokens is lost between them', () => {
    // 140,000 bytes: pieces have 65,536
    const one = streamOf(stream(...Array.from({ length: 20_000 }, () => rmv.free(1))))
    expect(told(one)).toHaveLength(20_001)
    expect([one.read, one.damage]).toEqual([140_012, null])
  })

  it('goes on in the next part, in the midst of a token too', () => {
    const bytes = stream(rmv.userData(1, text('twelve bytes')), rmv.create(7, 1, new Uint8Array(11)), rmv.free(1))
    const whole = told(streamOf(bytes))
    for (let cut = 1; cut < bytes.length; cut++) expect(told(streamOf(bytes, { cuts: [cut] }))).toEqual(whole)
  })

  it('of nothing has no token, and is not damaged', () => {
    const none = streamOf(new Uint8Array(0))
    expect([none.token, none.start, none.damage]).toEqual([null, null, null])
  })
})

describe('where a stream is malformed [LB-19]', () => {
  const before = 100

  it('before any timestamp, there is no token', () => {
    const one = streamOf(rmv.free(1), { before })
    expect([one.token, one.damage]).toEqual([null, 'offset 100: found a token of type 11; expected a timestamp'])
  })

  it.each([
    ['a type that there is not', rmv.other(2, 4), 'found a token of type 2; expected a token of this format'],
    ['half a token', rmv.free(1).slice(0, 6), 'found 6 bytes of a token of type 11; expected 7 bytes'],
    ['no such resource', rmv.create(1, 18, new Uint8Array(4)), 'found a resource of type 18; expected 0 to 17'],
    ['a clock that stands', rmv.timestamp(T0, 0), 'found a frequency of 0 Hz; expected ticks a second'],
  ])('%s is said with its place, after what came before', (_name, bad, said) => {
    const one = streamOf(stream(rmv.free(1), bad), { before })
    expect(told(one)).toHaveLength(2)
    expect(one.damage).toBe(`offset ${before + 12 + 7}: ${said}`)
  })

  it('a time larger than a number holds is none', () => {
    const one = streamOf(stream(...Array.from({ length: 3 }, () => rmv.delta(7, 32 * 2 ** 52))))
    expect(told(one)).toHaveLength(2)
    expect(one.damage).toMatch(/^offset 20: found a time that is too large/)
  })

  it('it can be stopped from outside: the token at which it was is the last', () => {
    const one = streamOf(stream(rmv.free(1), rmv.free(2)), { before })
    one.advance()
    one.stop('something', 'something else')
    expect([one.token?.type, one.damage]).toEqual([11, 'offset 112: found something; expected something else'])
    one.advance()
    expect(one.token).toBeNull()
  })
})
