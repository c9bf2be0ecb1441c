/**
 * Urgent work that can never run is judged when it starts, as any work is (RS-07): the engine stops for it first, and what
 * stands before it is not lost sooner.
 */
import { describe, expect, test } from 'vitest'
import { conservationProblems } from '../../support/conservation'
import type { TestWorld } from '../../support/world'
import { crampedWorld, findings, packetsOn, runs, submit } from './submitting'

/** From 1 s an engine that stops at the end of a DMA buffer runs one of 20 ms; another such packet stands behind it, then the urgent one. */
function busyWorld(resources: string[], evicted: string[] = []): TestWorld {
  const world = crampedWorld({ preemption: { graphics: 'dma-buffer', compute: 'dma-buffer' } })
  if (evicted.length > 0) world.do({ verb: 'evict', value: { names: evicted } })
  for (let i = 0; i < 2; i++) submit(world, { gpuTime: 20_000 })
  submit(world, { gpuTime: 1_000, priority: 'high', resources })
  return world
}

const STARTS = 1_020_000

describe('urgent work behind a packet that runs [RS-07]', () => {
  test('that does not fit its segment at once removes its device when its turn has come', () => {
    const world = busyWorld(['E.a', 'E.b', 'E.c'])
    expect(world.device.removed).toBeNull()
    world.wait(1_000_000)
    expect(world.device.removed?.t).toBe(STARTS)
    expect(findings(world, 'RS-07')).toHaveLength(1)
    expect(runs(packetsOn(world, '3d', 'app'))[0]).toBe(`1000000–${STARTS} app completed`)
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('that uses what is on no residency list then, too', () => {
    const world = busyWorld(['E.c'], ['E.c'])
    expect(world.device.removed).toBeNull()
    world.wait(1_000_000)
    expect(world.device.removed).toMatchObject({ t: STARTS, because: expect.stringContaining('E.c') })
    expect(runs(packetsOn(world, '3d', 'app'))[0]).toBe(`1000000–${STARTS} app completed`)
  })

  test('runs, before what waits, if what it lacked is made resident in time', () => {
    const world = busyWorld(['E.c'], ['E.c'])
    world.wait(10_000)
    world.do({ verb: 'makeResident', value: { names: ['E.c'] } })
    world.wait(1_000_000)
    expect(world.device.removed).toBeNull()
    const ends = packetsOn(world, '3d').filter(({ kind, outcome }) => kind === 'standard' && outcome === 'completed')
    expect(ends.map(({ start, end }) => end - start)).toEqual([20_000, 1_000, 20_000])
    expect(findings(world, 'RS-07')).toEqual([])
  })
})
