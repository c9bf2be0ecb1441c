/** GP-06, GP-07, GP-03 and GP-10: what a preemption request does at each granularity, with times computed by hand. */
import { describe, expect, test } from 'vitest'
import type { ComputeGranularity, GraphicsGranularity } from '../../../../preload/contract'
import type { TestWorld } from '../../support/world'
import {
  COMPUTE,
  finish,
  GRAPHICS,
  gpuWorld,
  LENGTH,
  LEVELS,
  packetRecords,
  packets,
  preemptions,
  SAVES,
  submit,
} from './gpu-world'

interface Setup {
  graphics?: GraphicsGranularity
  compute?: ComputeGranularity
  driver?: Record<string, unknown>
  engine?: '3d' | 'compute'
  work?: typeof GRAPHICS | typeof COMPUTE
  /** µs, when the urgent work arrives; its request reaches the engine 5 µs later */
  at?: number
  model?: 'win7' | 'win8'
}

/** A (8 ms) runs from 0, B (1 ms) waits in the hardware queue, C outside of it; then urgent U (100 µs) arrives. */
function contend({ graphics = 'none', compute = 'none', driver, engine = '3d', work, at, model }: Setup): TestWorld {
  const world = gpuWorld(driver, { preemption: { model: model ?? 'win8', graphics, compute } })
  submit(world, { engine, context: 'A', gpuTime: LENGTH, work: work ?? (engine === '3d' ? GRAPHICS : COMPUTE) })
  submit(world, { engine, context: 'B', gpuTime: 1000 })
  submit(world, { engine, context: 'C', gpuTime: 1000 })
  world.wait(at ?? 3332)
  submit(world, { engine, context: 'U', gpuTime: 100, priority: 'high' })
  finish(world)
  return world
}

describe('the next boundary of the declared granularity, from 3337 µs of a packet of 8 ms [GP-06]', () => {
  const cases = [
    ['none', 'none', 9000, 'none'],
    ['dma-buffer', 'dma-buffer', 8000, 'dma-buffer'],
    ['primitive', 'dispatch', 4000, null],
    ['triangle', 'thread-group', 3400, null],
    ['pixel', 'thread', 3340, null],
    ['shader', 'shader', 3338, null],
  ] as const

  test.each(cases)('graphics %s, compute %s: stopped at %d', (graphics, compute, stopped, boundary) => {
    const drawn = contend({ graphics }).of('preempt')
    expect(drawn).toMatchObject([{ requested: 3332, stopped, boundary: boundary ?? graphics, save: 0 }])
    const dispatched = contend({ compute, engine: 'compute' }).of('preempt')
    expect(dispatched).toMatchObject([{ requested: 3332, stopped, boundary: boundary ?? compute, save: 0 }])
  })

  test('compute work on the 3D engine stops at the boundaries of compute, whatever graphics declares', () => {
    const world = contend({ graphics: 'shader', compute: 'dispatch', work: COMPUTE })
    expect(preemptions(world)).toEqual(['3332→4000 dispatch, save 0, held 2'])
  })

  test('a request at a boundary stops there', () => {
    expect(preemptions(contend({ graphics: 'triangle', at: 3395 }))).toEqual(['3395→3400 triangle, save 0, held 2'])
  })

  test('a copy packet has no inner structure: it runs to its end under the finest granularity', () => {
    const world = gpuWorld({}, { preemption: { graphics: 'shader', compute: 'shader' } })
    submit(world, { engine: 'copy', context: 'A', gpuTime: LENGTH })
    world.wait(3332)
    submit(world, { engine: 'copy', context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    expect(preemptions(world)).toEqual(['3332→8000 dma-buffer, save 0, held 0'])
  })
})

describe('what the packets do [GP-06 GP-10]', () => {
  test('none: everything in the hardware queue runs, what waits outside of it does not', () => {
    expect(packets(contend({ graphics: 'none' }))).toEqual([
      'A#1 0–8000 completed',
      'B#1 8000–9000 completed',
      'U#1 9000–9100 completed',
      'C#1 9100–10100 completed',
    ])
  })

  test('DMA buffer: the running packet finishes, the pending one is held back without having run', () => {
    expect(packets(contend({ graphics: 'dma-buffer' }))).toEqual([
      'A#1 0–8000 completed',
      'B#1 8000–8000 preempted',
      'U#1 8000–8100 completed',
      'B#2 8100–9100 completed',
      'C#1 9100–10100 completed',
    ])
  })

  test('pixel: the running packet stops, keeps its progress and goes on for the rest', () => {
    expect(packets(contend({ graphics: 'pixel' }))).toEqual([
      'A#1 0–3340 preempted',
      'B#1 3340–3340 preempted',
      'U#1 3340–3440 completed',
      'A#2 3440–8100 completed',
      'B#2 8100–9100 completed',
      'C#1 9100–10100 completed',
    ])
  })

  test('the Windows 7 model never stops a packet that runs, whatever the driver declares', () => {
    expect(packets(contend({ model: 'win7', graphics: 'shader' }))).toEqual(
      packets(contend({ graphics: 'dma-buffer' })),
    )
    expect(preemptions(contend({ model: 'win7', graphics: 'shader' }))).toEqual([
      '3332→8000 dma-buffer, save 0, held 1',
    ])
  })
})

describe('the save is part of the latency, and of the choice of the boundary [GP-06 GP-16]', () => {
  const driver = { contextSave: SAVES }

  test.each([
    // 3340 + 40 is before 3400 + 20 and 4000 + 15
    ['pixel', 3332, '3332→3380 pixel, save 40, held 2'],
    // and before 3338 + 100
    ['shader', 3332, '3332→3380 pixel, save 40, held 2'],
    // from 3397 the triangle ends as soon as the pixel does, and is cheaper to save
    ['pixel', 3392, '3392→3420 triangle, save 20, held 2'],
    // from 3987: 4000 + 15 is before 4000 + 20 and 3990 + 40
    ['pixel', 3982, '3982→4015 primitive, save 15, held 2'],
    ['triangle', 3332, '3332→3420 triangle, save 20, held 2'],
    // from 7999 nothing is sooner than the end; the packet is not preempted, only B is
    ['shader', 7994, '7994→8010 dma-buffer, save 10, held 1'],
    ['dma-buffer', 3332, '3332→8010 dma-buffer, save 10, held 1'],
  ] as const)('%s, asked at %d: %s', (graphics, at, expected) => {
    expect(preemptions(contend({ graphics, at, driver }))).toEqual([expected])
  })

  test('of compute boundaries too: 3340 + 40 is before 3338 + 100', () => {
    const world = contend({ compute: 'shader', engine: 'compute', driver })
    expect(preemptions(world)).toEqual(['3332→3380 thread, save 40, held 2'])
  })

  test('the urgent work starts when the context is saved, not when the packet has stopped', () => {
    const world = contend({ graphics: 'pixel', driver: { ...driver, contextRestore: 0 } })
    expect(packets(world).slice(0, 3)).toEqual([
      'A#1 0–3340 preempted',
      'B#1 3380–3380 preempted',
      'U#1 3380–3480 completed',
    ])
  })

  test('the request takes its time to the engine', () => {
    const world = contend({ graphics: 'pixel', driver: { preemptionRequest: '1ms' } })
    expect(preemptions(world)).toEqual(['3332→4340 pixel, save 0, held 2'])
  })
})

describe('who preempts whom [GP-06]', () => {
  const order = (first: 'normal' | 'high' | 'realtime', second: 'normal' | 'high' | 'realtime'): number => {
    const world = gpuWorld({}, { preemption: { graphics: 'pixel' } })
    submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS, priority: first })
    world.wait(100)
    submit(world, { context: 'B', gpuTime: 100, priority: second })
    finish(world)
    return world.of('preempt').length
  }

  test('only work of a higher priority', () => {
    const priorities = ['normal', 'high', 'realtime'] as const
    expect(priorities.map((first) => priorities.map((second) => order(first, second)))).toEqual([
      [0, 1, 1],
      [0, 0, 1],
      [0, 0, 0],
    ])
  })

  test('work on another engine disturbs nobody', () => {
    const world = gpuWorld({}, { preemption: { graphics: 'pixel', compute: 'thread' } })
    submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS })
    world.wait(100)
    submit(world, { engine: 'compute', context: 'U', gpuTime: 100, priority: 'realtime' })
    finish(world)
    expect([packets(world), packets(world, 'compute'), preemptions(world)]).toEqual([
      ['A#1 0–8000 completed'],
      ['U#1 100–200 completed'],
      [],
    ])
  })

  test('each request has a preemption fence id of its own, counted per engine, and says for whom it is', () => {
    const world = gpuWorld({}, { preemption: { graphics: 'pixel', compute: 'thread' } })
    submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS })
    submit(world, { engine: 'compute', context: 'A', gpuTime: LENGTH, work: COMPUTE })
    for (const name of ['U', 'V']) {
      world.wait(1000)
      submit(world, { context: name, gpuTime: 100, priority: 'high' })
    }
    submit(world, { engine: 'compute', context: 'W', gpuTime: 100, priority: 'high' })
    finish(world)
    expect(world.of('preempt').map(({ engine, fence, context, reason }) => [engine, fence, context, reason])).toEqual([
      ['3d', 1, 'U', 'priority'],
      ['3d', 2, 'V', 'priority'],
      ['compute', 1, 'W', 'priority'],
    ])
  })

  test('a queue of depth 1 holds nothing back: there is only what runs', () => {
    expect(preemptions(contend({ graphics: 'pixel', driver: { queueDepth: 1 } }))).toEqual([
      '3332→3340 pixel, save 0, held 1',
    ])
  })
})

describe('a request that comes too late [GP-07]', () => {
  function tooLate(pending: boolean): TestWorld {
    const world = gpuWorld({}, { preemption: { graphics: 'pixel' } })
    submit(world, { context: 'A', gpuTime: 1000, work: GRAPHICS })
    if (pending) submit(world, { context: 'B', gpuTime: 1000, work: GRAPHICS })
    world.wait(998)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    return world
  }

  test('is answered as finished at once; nothing is taken back or resubmitted', () => {
    const world = tooLate(false)
    expect(preemptions(world)).toEqual(['998→1003 finished, save 0, held 0'])
    expect(packets(world)).toEqual(['A#1 0–1000 completed', 'U#1 1003–1103 completed'])
    expect(packetRecords(world).map(({ flags }) => flags ?? 0)).toEqual([0, 0])
  })

  test('is not too late while another packet runs', () => {
    const world = tooLate(true)
    // B has run for 3 µs; its pixels end each 1.25 µs: 3.75 µs, rounded up
    expect(preemptions(world)).toEqual(['998→1004 pixel, save 0, held 1'])
    expect(packets(world)).toEqual([
      'A#1 0–1000 completed',
      'B#1 1000–1004 preempted',
      'U#1 1004–1104 completed',
      'B#2 1104–2100 completed',
    ])
  })
})

describe('a driver that asks not to be preempted [GP-03]', () => {
  function asks(model: 'win7' | 'win8'): TestWorld {
    const world = gpuWorld({}, { preemption: { model, graphics: 'pixel' } })
    for (const context of ['A', 'B'])
      submit(world, { context, gpuTime: LENGTH, work: GRAPHICS, disablePreemption: true })
    world.wait(1000)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    return world
  }

  test('is preempted all the same in the Windows 8 model, which is said once', () => {
    const world = asks('win8')
    expect(preemptions(world)).toEqual(['1000→1010 pixel, save 0, held 2'])
    const message = 'the driver asked that "A" be not preempted; the Windows 8 model does not let it disable preemption'
    expect(world.of('finding')).toMatchObject([{ rule: 'GP-03', message }])
  })

  test('is not asked in the Windows 7 model', () => {
    const world = asks('win7')
    expect([preemptions(world), world.of('finding')]).toEqual([[], []])
    // B was in the hardware queue before
    expect(packets(world)).toEqual(['A#1 0–8000 completed', 'B#1 8000–16000 completed', 'U#1 16000–16100 completed'])
  })
})

describe('a packet that is preempted again and again [GP-10]', () => {
  /** Urgent work of 100 µs each 700 µs, ten times. */
  function harassed(level: (typeof LEVELS)[number], engine: '3d' | 'compute', model: 'win7' | 'win8'): TestWorld {
    const world = gpuWorld({ contextSave: SAVES, contextRestore: 7 }, { preemption: { model, ...level } })
    submit(world, { engine, context: 'A', gpuTime: LENGTH, work: engine === '3d' ? GRAPHICS : COMPUTE })
    submit(world, { engine, context: 'B', gpuTime: 3000 })
    for (let i = 0; i < 10; i++) {
      world.wait(700)
      submit(world, { engine, context: 'U', gpuTime: 100, priority: 'high' })
    }
    finish(world)
    return world
  }

  const cases = LEVELS.flatMap((level) =>
    (['3d', 'compute'] as const).map(
      (engine) => [engine === '3d' ? level.graphics : level.compute, engine, level] as const,
    ),
  )

  test.each(cases)('%s on the %s engine: what ran of it adds up to its GPU time exactly', (name, engine, level) => {
    const world = harassed(level, engine, 'win8')
    const ofA = packetRecords(world, engine).filter(({ context }) => context === 'A')
    expect(ofA.reduce((total, { start, end }) => total + end - start, 0)).toBe(LENGTH)
    expect(ofA.map(({ outcome }) => outcome).filter((outcome) => outcome === 'completed')).toHaveLength(1)
    expect(ofA.at(-1)?.outcome).toBe('completed')
    const pieces = ofA.filter(({ start, end }) => end > start)
    const mid = name !== 'none' && name !== 'dma-buffer'
    // finer than a packet, each of the ten stops it where it has got to; at packets it runs in one go
    if (mid) expect(pieces.length).toBeGreaterThan(3)
    else expect(pieces).toHaveLength(1)
  })

  test('packet granularity: only packets that have not started are preempted', () => {
    for (const model of ['win7', 'win8'] as const) {
      const world = harassed({ graphics: 'dma-buffer', compute: 'dma-buffer' }, '3d', model)
      const preempted = packetRecords(world).filter(({ outcome }) => outcome === 'preempted')
      expect(preempted.length).toBeGreaterThan(0)
      expect(preempted.filter(({ start, end }) => end > start)).toEqual([])
    }
  })
})
