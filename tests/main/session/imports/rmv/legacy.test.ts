import { describe, expect, it } from 'vitest'
import { isRmv, readContainer } from '../../../../../main/session/imports/rmv/container'
import { readLegacy } from '../../../../../main/session/imports/rmv/legacy'
import { captureOf } from '../support'
import { fields, patched, text } from '../writing'
import * as rmv from './tokens'

const read = (file: Uint8Array) => readLegacy(captureOf(file))
/** A chunk of tokens: 16 bytes, then these. */
const tokens = (bytes: number, version?: [number, number]) => rmv.legacyChunk(3, new Uint8Array(16 + bytes), version)

describe('the container of before 2022 [LB-19]', () => {
  it('has a stream for each chunk of tokens, with its place and version', () => {
    const { streams } = read(rmv.legacy(tokens(8, [1, 6]), rmv.legacyChunk(0, new Uint8Array(4)), tokens(3, [0, 1])))
    // 56 bytes; a chunk has 16 of its own, and one of tokens 16 more
    expect(streams).toEqual([
      { index: 0, version: 16, parts: [{ offset: 56 + 32, stored: 8, plain: null }] },
      { index: 1, version: 1, parts: [{ offset: 56 + 40 + 20 + 32, stored: 3, plain: null }] },
    ])
  })

  it('has segments, the first GPU’s name, snapshots, and what is counted', () => {
    const container = read(
      rmv.legacy(
        rmv.legacyChunk(4, fields([8, 4096], [8, 8192], [4, 1], [4, 0])),
        rmv.legacyChunk(7, text(' Radeon of a test ', 128)),
        rmv.legacyChunk(7, text('another', 128)),
        rmv.legacyChunk(6, new Uint8Array(12)),
        rmv.legacyChunk(5, new Uint8Array(1)),
        rmv.legacyChunk(5, new Uint8Array(1)),
        rmv.legacyChunk(99, new Uint8Array(0)),
      ),
    )
    expect(container).toMatchObject({
      segments: [{ heap: 1, base: 4096, size: 8192 }],
      gpu: 'Radeon of a test',
      snapshots: 1,
      damage: null,
    })
    expect([...container.others]).toEqual([
      ['chunk of process starts', 2],
      ['unknown chunk', 1],
    ])
  })

  it('has no name where there is none to read, and what is too short is counted', () => {
    const container = read(rmv.legacy(rmv.legacyChunk(7, new Uint8Array(128)), rmv.legacyChunk(4, new Uint8Array(23))))
    expect([container.gpu, container.segments, container.others.size]).toEqual([null, [], 1])
  })

  it('ends at a chunk that is none, with what came before; without a stream it is refused', () => {
    const good = tokens(8)
    for (const size of [0, 15, 1000]) {
      const bad = patched(rmv.legacyChunk(6, new Uint8Array(12)), 8, fields([4, size]))
      const { streams, damage } = read(rmv.legacy(good, bad))
      expect([streams.length, damage]).toEqual([
        1,
        `offset ${56 + good.length}: found a chunk of ${size} bytes; expected a chunk of 16 to 28 bytes`,
      ])
      expect(() => read(rmv.legacy(bad))).toThrow('offset 56: ')
    }
    const cut = read(rmv.legacy(good, new Uint8Array(5)))
    expect(cut.damage).toBe(`offset ${56 + good.length}: found 5 bytes; expected a chunk of 16 to 5 bytes`)
  })

  it('begins with a header that says where its first chunk is', () => {
    expect(() => read(new Uint8Array(20))).toThrow('offset 20: found the end of the file')
    for (const first of [19, 57])
      expect(() => read(patched(rmv.legacy(), 16, fields([4, first])))).toThrow(
        `offset 16: found a first chunk at ${first}`,
      )
  })
})

describe('which container it is [LB-19]', () => {
  const rdf = rmv.rdf(rmv.tokensIn(1, rmv.timestamp(0n)))
  const legacy = rmv.legacy(tokens(8))

  it('is told by the first bytes', () => {
    expect([rdf, legacy].map(isRmv)).toEqual([true, true])
    expect([rdf.slice(0, 7), legacy.slice(0, 3), new Uint8Array(64)].map(isRmv)).toEqual([false, false, false])
    expect(readContainer(captureOf(rdf)).streams).toMatchObject([{ index: 1, version: 18 }])
    expect(readContainer(captureOf(legacy)).streams).toMatchObject([{ index: 0, version: 16 }])
  })
})
