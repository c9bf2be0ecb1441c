/** Media on the timeline: what a clip keeps in memory, each a resource of its own (DF-01). */
import { describe, expect, it } from 'vitest'
import { clipEffect } from '../../../main/editor/media'
import { KIB, MIB, worldOf } from '../support/world'

const PROJECT = { width: 1280, height: 720, format: 'R8G8B8A8_UNORM' } as const

describe('a clip', () => {
  it('has frames of its own size, two proxies of the project’s, and thumbnails of its shape [DF-01]', () => {
    const { resources } = clipEffect({ name: 'C', width: 1920, height: 1080, frames: 2, thumbnails: 3 }, PROJECT)
    expect(resources.map(({ name, size, alignment }) => [name, size / KIB, (alignment ?? 0) / KIB])).toEqual([
      // 1,920 × 1,080 × 4 bytes are 8,100 KiB, in whole 64 KiB
      ['frame 1', 8128, 64],
      ['frame 2', 8128, 64],
      // 640 × 360 and 320 × 180 of 4 bytes: 900 KiB, and 225 KiB
      ['proxy 1:2', 960, 64],
      ['proxy 1:4', 256, 64],
      // 96 × 54, 128 × 72 and 160 × 90 of 4 bytes, in whole 4 KiB
      ['thumbnail 1', 24, 4],
      ['thumbnail 2', 36, 4],
      ['thumbnail 3', 60, 4],
    ])
    expect(clipEffect({ name: 'C', width: 1, height: 1 }, PROJECT).resources).toHaveLength(8 + 2 + 24)
  })

  it('is placed whatever the effects are, goes as a whole, and its proxies follow the project [DF-01] [RS-15]', () => {
    const world = worldOf({ app: { project: { width: 640, height: 360 }, blockSize: '4MiB' } })
    const value = { name: 'C', width: 640, height: 360, frames: 1, thumbnails: 1 }
    expect(world.do({ verb: 'importClip', value })).toBe('S_OK')
    const sizes = () => [...world.editor.memory.all].map(({ name, size }) => [name, size / KIB])
    const before = sizes()
    expect(before.map(([name]) => name)).toEqual(['C.frame 1', 'C.proxy 1:2', 'C.proxy 1:4', 'C.thumbnail 1'])
    expect(world.do({ verb: 'project', value: { width: 1280, height: 720 } })).toBe('S_OK')
    const now = sizes()
    // the frame and the thumbnail are the clip's own; four times as many texels in the proxies
    expect([now[0], now[3]]).toEqual([before[0], before[3]])
    expect(Number(now[1]?.[1])).toBeGreaterThan(2 * Number(before[1]?.[1]))
    expect(world.do({ verb: 'importClip', value })).toBe('E_INVALIDARG')
    expect(world.do({ verb: 'removeClip', value: 'C' })).toBe('S_OK')
    expect(sizes()).toEqual([])
    world.wait(1_000)
    expect(world.vidmm.residency.counters[0].usage).toBeLessThanOrEqual(4 * MIB)
  })

  it('that finds no memory keeps none [DF-03]', () => {
    const world = worldOf({
      app: { pools: [{ name: 'P', blockSize: '4MiB', maxBlocks: 1 }], pool: 'P', project: { width: 640, height: 360 } },
    })
    const value = { name: 'C', width: 640, height: 360, frames: 9, thumbnails: 0 }
    expect(world.do({ verb: 'importClip', value })).toBe('E_OUTOFMEMORY')
    expect([...world.editor.memory.all]).toEqual([])
    expect(world.editor.effects).toEqual([])
    expect(world.editor.memory.pool('P')?.blockVector.freeBytes).toBe(4 * MIB)
    expect(world.of('finding')).toMatchObject([{ rule: 'DF-03', message: expect.stringContaining('clip C was not') }])
  })
})
