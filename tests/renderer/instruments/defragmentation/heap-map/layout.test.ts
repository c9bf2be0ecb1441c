import { describe, expect, it } from 'vitest'
import {
  byteOfX,
  HEADING,
  headingAbove,
  layoutHeaps,
  pannedPart,
  revealedPart,
  rowAt,
  rowsBetween,
  TALL,
  xOfByte,
  zoomedPart,
} from '../../../../../renderer/instruments/defragmentation/heap-map/layout'
import { WHOLE } from '../../../../../renderer/store/tabs/defragmentation'
import { heap, pool } from '../../../store/support/heaps'

const pools = [pool(0, 'DEFAULT'), pool(1, 'UPLOAD'), pool(2, 'Empty')]
const blocks = [
  heap(1, [{ bytes: 64, name: 'a' }]),
  heap(2, [{ bytes: 32, name: 'b' }]),
  heap(3, [{ bytes: 640, name: 'c' }], { committed: true }),
  heap(7, [{ bytes: 16 }], { pool: 1 }),
]
const layout = layoutHeaps({ pools, blocks }, TALL, 'bytes')

describe('the rows of the heap map', () => {
  it('are a heading for each pool, also an empty one, and a row for each block below its pool', () => {
    expect(layout.rows.map((row) => (row.kind === 'pool' ? row.pool.name : row.block.id))).toEqual([
      'DEFAULT',
      1,
      2,
      3,
      'UPLOAD',
      7,
      'Empty',
    ])
    expect(layout.height).toBe(3 * HEADING + 4 * TALL.pitch)
  })

  it('are found by height, without a gap between them', () => {
    expect(rowAt(layout, 0)).toMatchObject({ kind: 'pool' })
    expect(rowAt(layout, HEADING - 0.5)).toMatchObject({ kind: 'pool' })
    expect(rowAt(layout, HEADING)).toMatchObject({ block: { id: 1 } })
    expect(rowAt(layout, HEADING + TALL.pitch)).toMatchObject({ block: { id: 2 } })
    expect(rowAt(layout, layout.height)).toBeNull()
    expect(rowAt(layout, -1)).toBeNull()
  })

  it('are scrolled below the heading of their pool, which the next one pushes out', () => {
    expect(headingAbove(layout, 0)).toBeNull()
    expect(headingAbove(layout, 10)).toMatchObject({ pool: { name: 'DEFAULT' }, y: 0 })
    const upload = HEADING + 3 * TALL.pitch
    expect(headingAbove(layout, upload - HEADING)).toMatchObject({ pool: { name: 'DEFAULT' }, y: 0 })
    expect(headingAbove(layout, upload - 5)).toMatchObject({ pool: { name: 'DEFAULT' }, y: 5 - HEADING })
    expect(headingAbove(layout, upload + 5)).toMatchObject({ pool: { name: 'UPLOAD' }, y: 0 })
  })

  it('of 700 blocks only those in sight are drawn', () => {
    const many = Array.from({ length: 700 }, (_, id) => heap(id, [{ bytes: 64 }]))
    const all = layoutHeaps({ pools: [pools[0]!], blocks: many }, TALL, 'bytes')
    const { first, end } = rowsBetween(all, 5000, 5200)
    expect(all.rows[first]!.top).toBeLessThanOrEqual(5000)
    expect(all.rows[end - 1]!.top).toBeLessThan(5200)
    expect(all.rows[end - 1]!.top + TALL.pitch).toBeGreaterThanOrEqual(5200)
    expect(end - first).toBeLessThanOrEqual(200 / TALL.pitch + 2)
  })
})

describe('the scale of the heap map', () => {
  it('is one for all rows of a pool, of which the largest block takes the whole width, whatever is committed', () => {
    expect(xOfByte(layout, blocks[3]!, WHOLE, 320, 8)).toBe(160)
    expect(xOfByte(layout, blocks[2]!, WHOLE, 320, 64)).toBe(320)
    expect(xOfByte(layout, blocks[0]!, WHOLE, 320, 64)).toBe(320)
    expect(xOfByte(layout, blocks[1]!, WHOLE, 320, 32)).toBe(160)
  })

  it('is each block’s own where rows have full width', () => {
    const full = layoutHeaps({ pools, blocks }, TALL, 'full')
    expect(xOfByte(full, blocks[1]!, WHOLE, 320, 32)).toBe(320)
  })

  it('leads back from a place to its byte, also where only a part is shown', () => {
    const part = { from: 0.25, to: 0.75 }
    expect(byteOfX(layout, blocks[0]!, part, 320, 0)).toBe(16)
    expect(byteOfX(layout, blocks[0]!, part, 320, 320)).toBe(48)
    expect(xOfByte(layout, blocks[0]!, part, 320, 32)).toBe(160)
  })
})

describe('zoom and pan', () => {
  it('keeps the place that is pointed at', () => {
    expect(zoomedPart(WHOLE, 0.5, 0.25)).toEqual({ from: 0.125, to: 0.625 })
    expect(zoomedPart(WHOLE, 0.5, 1)).toEqual({ from: 0.5, to: 1 })
  })

  it('never shows more than there is', () => {
    expect(zoomedPart({ from: 0.5, to: 1 }, 8, 0.9)).toEqual(WHOLE)
    expect(pannedPart({ from: 0.5, to: 1 }, 3)).toEqual({ from: 0.5, to: 1 })
    expect(pannedPart({ from: 0.25, to: 0.5 }, -3)).toEqual({ from: 0, to: 0.25 })
  })

  it('reveals with as little motion as it takes', () => {
    const shown = { from: 0.25, to: 0.5 }
    expect(revealedPart(shown, 0.3, 0.4)).toBe(shown)
    expect(revealedPart(shown, 0.5, 0.625)).toEqual({ from: 0.375, to: 0.625 })
    expect(revealedPart(shown, 0, 0.125)).toEqual({ from: 0, to: 0.25 })
    // larger than what is shown, and partly in sight already
    expect(revealedPart(shown, 0.375, 1)).toBe(shown)
  })
})
