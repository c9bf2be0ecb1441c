/** GP-06: where a packet of known structure can be stopped, and what is soonest, by hand. */
import { describe, expect, test } from 'vitest'
import { defaultWork, nextStop, type SaveCosts, unitsOf } from '../../../../main/drivers/kmd/preemption'
import { COMPUTE_GRANULARITIES, GRAPHICS_GRANULARITIES } from '../../../../preload/contract'

const FREE: SaveCosts = {
  'dma-buffer': 0,
  primitive: 0,
  triangle: 0,
  pixel: 0,
  dispatch: 0,
  'thread-group': 0,
  thread: 0,
  shader: 0,
}

/** 1 draw of 4 primitives over 8 ms, each of 5 triangles of 4 pixels of 4 instructions: 2000, 400, 100, 25 µs. */
const DRAW = { work: { draws: 1, primitives: 4, triangles: 5, pixels: 4, instructions: 4 }, duration: 8000 }
const DISPATCHES = { work: { dispatches: 4, threadGroups: 5, threads: 4, instructions: 4 }, duration: 8000 }

function stop(packet: typeof DRAW | typeof DISPATCHES, elapsed: number, level: number, saves = FREE, fresh = false) {
  const granularities = {
    graphics: GRAPHICS_GRANULARITIES[level] as (typeof GRAPHICS_GRANULARITIES)[number],
    compute: COMPUTE_GRANULARITIES[level] as (typeof COMPUTE_GRANULARITIES)[number],
  }
  return nextStop(packet, elapsed, fresh, granularities, saves)
}

describe('time to the next boundary [GP-06]', () => {
  test('of each level, of graphics and of compute', () => {
    const after = (packet: typeof DRAW | typeof DISPATCHES, elapsed: number) =>
      GRAPHICS_GRANULARITIES.map((_, level) => stop(packet, elapsed, level)?.after ?? null)
    for (const packet of [DRAW, DISPATCHES]) {
      expect(after(packet, 3333)).toEqual([null, 4667, 667, 267, 67, 17])
      // just behind a boundary, and upon one
      expect(after(packet, 2001)).toEqual([null, 5999, 1999, 399, 99, 24])
      expect(after(packet, 2000)).toEqual([null, 6000, 0, 0, 0, 0])
      expect(after(packet, 7999)).toEqual([null, 1, 1, 1, 1, 1])
    }
  })

  test('the boundary is named by its own kind', () => {
    const named = (packet: typeof DRAW | typeof DISPATCHES) =>
      GRAPHICS_GRANULARITIES.map((_, level) => stop(packet, 3333, level)?.boundary ?? null)
    expect(named(DRAW)).toEqual([null, 'dma-buffer', 'primitive', 'triangle', 'pixel', 'shader'])
    expect(named(DISPATCHES)).toEqual([null, 'dma-buffer', 'dispatch', 'thread-group', 'thread', 'shader'])
  })

  test('units that do not divide the time evenly end within it: a stop is never early', () => {
    const packet = { work: { draws: 3, primitives: 1, triangles: 1, pixels: 1, instructions: 1 }, duration: 1000 }
    const after = (elapsed: number) =>
      nextStop(packet, elapsed, false, { graphics: 'primitive', compute: 'none' }, FREE)?.after
    // primitives end at 333.3 and 666.7 µs: at 334 and 667, as whole microseconds
    expect([1, 333, 334, 335, 667, 668].map((elapsed) => after(elapsed))).toEqual([333, 1, 333, 332, 333, 332])
  })

  test('a packet that stands at its start, or where it was stopped, can be stopped there', () => {
    expect(stop(DRAW, 3333, 2, FREE, true)).toEqual({ after: 0, boundary: 'primitive', save: 0 })
    expect(stop(DRAW, 3333, 1, FREE, true)).toEqual({ after: 4667, boundary: 'dma-buffer', save: 0 })
  })

  test('without inner structure there is only the end', () => {
    const copy = { work: null, duration: 8000 }
    const at = (graphics: 'none' | 'dma-buffer' | 'shader') =>
      nextStop(copy, 3333, false, { graphics, compute: 'shader' }, FREE)
    expect([at('none'), at('dma-buffer')?.after, at('shader')?.after]).toEqual([null, 4667, 4667])
  })
})

describe('the choice among boundaries [GP-06]', () => {
  const saves: SaveCosts = { ...FREE, 'dma-buffer': 10, primitive: 15, triangle: 60, pixel: 300, shader: 400 }

  test.each([
    // to the pixel 67 + 300, to the triangle 267 + 60, to the primitive 667 + 15
    [3333, 4, 'triangle', 267, 60],
    [3333, 5, 'triangle', 267, 60],
    // 295 + 15 is less than 295 + 60, 95 + 300 and 20 + 400
    [3705, 5, 'primitive', 295, 15],
    // 99 + 300 against 399 + 60
    [2001, 4, 'pixel', 99, 300],
    // 24 + 400 against that
    [2001, 5, 'pixel', 99, 300],
    // upon all boundaries the cheapest save
    [2000, 5, 'primitive', 0, 15],
    // 8 + 10: the end
    [7992, 5, 'dma-buffer', 8, 10],
    // the declared level is not exceeded: 667 + 15, though a triangle would be sooner
    [3333, 2, 'primitive', 667, 15],
  ] as const)('at %d, level %d: %s after %d with a save of %d', (elapsed, level, boundary, after, save) => {
    expect(stop(DRAW, elapsed, level, saves)).toEqual({ boundary, after, save })
  })

  test('of equal ones the coarsest', () => {
    const equal = { ...FREE, primitive: 40, triangle: 440 }
    // 400 + 40 and 0 + 440
    expect(stop(DRAW, 3600, 3, equal)).toEqual({ boundary: 'primitive', after: 400, save: 40 })
  })
})

describe('structure [GP-06]', () => {
  test('counts are per one of what stands before', () => {
    expect(unitsOf({ draws: 2, primitives: 3, triangles: 5, pixels: 7, instructions: 11 })).toEqual([6, 30, 210, 2310])
    expect(unitsOf({ dispatches: 2, threadGroups: 3, threads: 5, instructions: 7 })).toEqual([2, 6, 30, 210])
  })

  test('packets that say nothing have the usual one of their engine; copy and video packets have none', () => {
    // four full-screen passes, each of one primitive of two triangles, with a million pixels in each
    const graphics = { draws: 4, primitives: 1, triangles: 2, pixels: 1_000_000, instructions: 100 }
    expect(defaultWork('3d')).toEqual(graphics)
    // four dispatches over a picture of 1920 × 1080 in groups of 16 × 16
    expect(defaultWork('compute')).toEqual({ dispatches: 4, threadGroups: 8100, threads: 256, instructions: 100 })
    // of 8 ms: a draw ends each 2 ms, a triangle each ms, a pixel within every µs
    const work = defaultWork('3d')
    const after = (declared: 'primitive' | 'triangle' | 'pixel') =>
      nextStop({ work, duration: 8000 }, 3333, false, { graphics: declared, compute: 'none' }, FREE)?.after
    expect([after('primitive'), after('triangle'), after('pixel')]).toEqual([667, 667, 0])
    expect([defaultWork('copy'), defaultWork('video-decode')]).toEqual([null, null])
  })
})
