/** The two containers of a Radeon Memory Visualizer trace, told apart by their first bytes (LB-19). */
import { describe, expect, it } from 'vitest'
import { isRmv, readContainer } from '../../../../../main/session/imports/rmv/container'
import { captureOf } from '../support'
import * as rmv from './tokens'

const RDF = new TextEncoder().encode('AMD_RDF ')
const LEGACY = rmv.legacy(rmv.legacyChunk(3, new Uint8Array(24), [1, 6]))

describe('a trace of the Radeon Memory Visualizer [LB-19]', () => {
  it('is known by its first bytes, and nothing else is one', () => {
    expect([isRmv(RDF), isRmv(LEGACY.subarray(0, 4))]).toEqual([true, true])
    // "MINI" as a number, little-endian
    expect(isRmv(Uint8Array.of(0x4d, 0x49, 0x4e, 0x49))).toBe(true)
    for (const other of ['', 'AMD_RDF', 'AMD_RDFx', 'INIM', 'MIN', '{"trimline":1}'])
      expect(isRmv(new TextEncoder().encode(other)), other).toBe(false)
  })

  it('is read by what its first bytes say', () => {
    expect(readContainer(captureOf(LEGACY)).streams).toEqual([
      { index: 0, version: 16, parts: [{ offset: 56 + 32, stored: 8, plain: null }] },
    ])
    // what begins as an RDF is not read as the other: its words are about the index that is missing
    const cut = Uint8Array.from([...RDF, ...LEGACY])
    let message = ''
    try {
      readContainer(captureOf(cut))
    } catch (error) {
      message = String(error)
    }
    expect(message).not.toBe('')
    expect(message).not.toContain('a first chunk at')
  })
})
