import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Band, nextChunk, nextWork, START } from '../../../../renderer/editor/preview/chunks'

/** All chunks of a picture. */
function chunks(rowWork: readonly number[], height: number, most: number): Band[][] {
  const all: Band[][] = []
  for (let cursor = START; cursor.pass < rowWork.length; ) {
    const { bands, next } = nextChunk(cursor, rowWork, height, most)
    all.push(bands)
    cursor = next
  }
  return all
}

const anyPicture = fc.record({
  rowWork: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 12 }),
  height: fc.integer({ min: 1, max: 200 }),
  most: fc.integer({ min: 1, max: 200_000 }),
})

describe('nextChunk', () => {
  it('draws every row of every pass once, and a pass only after all of the one before', () => {
    fc.assert(
      fc.property(anyPicture, ({ rowWork, height, most }) => {
        let pass = 0
        let row = 0
        for (const band of chunks(rowWork, height, most).flat()) {
          expect(band.pass).toBe(pass)
          expect(band.from).toBe(row)
          expect(band.to).toBeGreaterThan(band.from)
          row = band.to % height
          if (row === 0) pass++
        }
        expect([pass, row]).toEqual([rowWork.length, 0])
      }),
    )
  })

  it('has no more work than it may, except that of one row', () => {
    fc.assert(
      fc.property(anyPicture, ({ rowWork, height, most }) => {
        for (const bands of chunks(rowWork, height, most)) {
          const rows = bands.reduce((sum, band) => sum + band.to - band.from, 0)
          const work = bands.reduce((sum, band) => sum + (band.to - band.from) * (rowWork[band.pass] ?? 0), 0)
          if (rows > 1) expect(work).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  it('is the whole picture when there is no limit', () => {
    expect(chunks([5, 7], 90, Infinity)).toEqual([
      [
        { pass: 0, from: 0, to: 90 },
        { pass: 1, from: 0, to: 90 },
      ],
    ])
  })
})

describe('nextWork', () => {
  it('grows while chunks are short, shrinks when one was long, and otherwise stays', () => {
    expect(nextWork(1000, 8, 2000)).toBe(2000)
    expect(nextWork(1000, 30, 2000)).toBe(1000)
    expect(nextWork(1000, 90, 2000)).toBe(500)
  })

  it('ends the picture after a bounded number of chunks, however loaded the machine is', () => {
    const rowWork = [12, 10, 10].map((cost) => cost * 1280)
    const total = rowWork.reduce((sum, work) => sum + work * 720, 0)
    let work = nextWork(0, 0, total)
    let count = 0
    for (let cursor = START; cursor.pass < rowWork.length; count++) {
      cursor = nextChunk(cursor, rowWork, 720, work).next
      work = nextWork(work, 5000, total)
    }
    expect(count).toBeGreaterThan(32)
    // a chunk is whole rows: a few are lost to rounding
    expect(count).toBeLessThan(80)
  })
})
