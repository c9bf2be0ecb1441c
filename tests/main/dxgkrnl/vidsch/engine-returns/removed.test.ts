/** What an engine runs, or was switching to, when its device is removed: it is not said to have been preempted. */
import { describe, expect, test } from 'vitest'
import type { TestWorld } from '../../../support/world'
import { COSTS, GRAPHICS, gpuWorld, LENGTH, packets, preemptions, submit } from '../gpu-world'

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

/** A runs from the beginning and stops at each pixel, every 10 µs; its device goes after 1 ms. */
function removedWhileItRuns(go: (world: TestWorld, device: number) => void): TestWorld {
  const world = gpuWorld(COSTS, { preemption: { graphics: 'pixel' } })
  submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS })
  world.wait(1000)
  const running = world.scheduler.engines.get('3d')?.hardware.running
  expect(running?.context.name).toBe('A')
  go(world, running?.context.device as number)
  return world
}

const GOES: [string, (world: TestWorld, device: number) => void][] = [
  ['removed', ({ scheduler }, device) => scheduler.removeDevice(device)],
  ['destroyed', ({ scheduler }, device) => scheduler.destroyDevice(device)],
]

describe('a packet that runs as its device goes', () => {
  test.each(GOES)('runs out, and the trace says that it completed: %s [RS-14]', (_, go) => {
    const world = removedWhileItRuns(go)
    world.wait(20_000)
    expect(packets(world)).toEqual([`A#1 0–${LENGTH} completed`])
  })

  test.each(GOES)('and is stopped for more urgent work goes with it: it does not come again, %s [GP-11]', (_, go) => {
    const world = removedWhileItRuns(go)
    world.wait(500)
    submit(world, { context: 'U', gpuTime: 20, priority: 'high' })
    world.wait(20_000)
    // asked at 1500, 5 µs on the way, 40 µs to save at a pixel
    expect(preemptions(world)).toEqual(['1500→1550 pixel, save 40, held 1'])
    expect(packets(world)).toEqual(['A#1 0–1510 device-removed', 'U#1 1550–1570 completed'])
  })

  test('and is asked to preempt by timeout detection goes with it, too [GP-11] [GP-23]', () => {
    const world = gpuWorld(COSTS, { preemption: { graphics: 'pixel' }, tdr: { delay: '2ms' } })
    submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS })
    world.wait(1000)
    const running = world.scheduler.engines.get('3d')?.hardware.running
    world.scheduler.removeDevice(running?.context.device as number)
    world.wait(20_000)
    expect(packets(world)).toEqual(['A#1 0–2010 device-removed'])
    expect(world.of('tdr').map(({ action }) => action)).toEqual(['timeout'])
  })
})
