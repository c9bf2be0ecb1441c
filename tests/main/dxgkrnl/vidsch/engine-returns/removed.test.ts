/** What an engine was switching to when its device was removed: it never runs, and is not said to have been preempted. */
import { describe, expect, test } from 'vitest'
import type { TestWorld } from '../../../support/world'
import { COSTS, gpuWorld, packets, preemptions, submit } from '../gpu-world'

/** B has run on the engine, which saves it from 100 to 110 µs for A; A's device is removed at 105 µs. */
function removed(urgentAt?: number): TestWorld {
  const world = gpuWorld(COSTS, { preemption: { graphics: 'pixel' } })
  submit(world, { context: 'B', gpuTime: 50 })
  world.wait(100)
  for (let i = 0; i < 2; i++) submit(world, { context: 'A', gpuTime: 50 })
  world.wait(2)
  if (urgentAt !== undefined) submit(world, { context: 'U', gpuTime: 20, priority: 'high' })
  world.wait(3)
  const scheduler = world.scheduler
  const context = scheduler.engines.get('3d')?.hardware.queue[0]?.context
  expect(context?.name).toBe('A')
  scheduler.removeDevice(context?.device as number)
  world.wait(1_000)
  return world
}

describe('a packet to which the engine switches as its device is removed', () => {
  test('goes with it, as what stands behind it does, and the trace says so [GP-11] [RS-07]', () => {
    expect(packets(removed())).toEqual([
      'B#1 0–50 completed',
      'A#2 105–105 device-removed',
      'A#1 110–110 device-removed',
    ])
  })

  test('was not preempted, though the engine is asked for more urgent work: it does not come again [GP-11] [GP-10]', () => {
    const world = removed(102)
    expect(preemptions(world)).toEqual(['102→120 dma-buffer, save 10, held 1'])
    expect(packets(world)).toEqual([
      'B#1 0–50 completed',
      'A#2 105–105 device-removed',
      'A#1 120–120 device-removed',
      'U#1 120–140 completed',
    ])
  })
})
