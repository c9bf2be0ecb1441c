/** Split DMA buffers (GP-16 to GP-20). Expected times are worked out by hand from 1 MiB per ms of paging. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitParts } from '../../../../main/dxgkrnl/vidsch/split'
import type { TestWorld } from '../../support/world'
import { crampedWorld, findings, packetsOn, part, runs, submit, submitParts } from './submitting'

const NO_PATCHING = { driver: { schedulingCaps: ['MultiEngineAware', 'PreemptionAware', 'NoDmaPatching'] } }

/** Two parts of 20 ms: 4 × 24 MiB are moved before each, c out, a in, d out, b in. */
function twoParts(system: Record<string, unknown> = {}): TestWorld {
  const world = crampedWorld(system)
  submitParts(world, part('a'), part('b'), part('c'), part('d'))
  return world
}

describe('splitting', () => {
  it('allocations that do not fit at once: as few parts as fit, each a packet of its own [GP-17]', () => {
    const world = twoParts()
    world.wait(1_000_000)
    const packets = packetsOn(world, '3d', 'app')
    expect(runs(packets)).toEqual(['1096000–1116000 app completed', '1212000–1232000 app completed'])
    expect(packets.map(({ fence }) => fence)).toEqual([1, 2])
    // the command is done with its last part only
    expect(packets.map(({ signals }) => signals)).toEqual([undefined, 1])
    expect(world.queue.lastCompleted).toBe(1)
    expect(world.device.removed).toBeNull()
  })

  it('the command counts as completed only after its last part [GP-17] [GP-13]', () => {
    const world = twoParts()
    world.wait(231_999)
    expect(packetsOn(world, '3d', 'app')).toHaveLength(1)
    expect(world.queue.lastCompleted).toBe(0)
    world.wait(1)
    expect(world.queue.lastCompleted).toBe(1)
  })

  it('allocations that fit at once are not split, whatever split points there are [GP-17]', () => {
    const world = crampedWorld({}, 16)
    submitParts(world, part('a'), part('b'), part('c'), part('d'))
    world.wait(100_000)
    expect(runs(packetsOn(world, '3d', 'app'))).toEqual(['1000000–1040000 app completed'])
  })

  it('only at split points: what the driver keeps together stays together [GP-17]', () => {
    const world = crampedWorld()
    // a, b and c together are 72 MiB, as are b, c and d
    submitParts(world, part('a', 'b'), part('b', 'c'), part('c', 'd'))
    world.wait(1_000_000)
    expect(packetsOn(world, '3d', 'app').map(({ start, end }) => end - start)).toEqual([10_000, 10_000, 10_000])
  })

  it('a piece that does not fit by itself cannot run: its device is removed, and nothing of it ran [GP-17] [RS-07]', () => {
    const world = crampedWorld()
    submitParts(world, part('a', 'b', 'c'), part('d'))
    world.wait(1_000_000)
    expect(world.device.removed?.reason).toBe('DXGI_ERROR_DEVICE_HUNG')
    expect(findings(world, 'RS-07')).toHaveLength(1)
    expect(packetsOn(world, '3d', 'app')).toEqual([])
  })

  it.each([
    ['first', 0, 'E.b'],
    ['second', 100_000, 'E.c'],
  ])(
    'a %s part whose allocation was evicted names the command by its fence value [GP-17] [RS-07]',
    (_which, after, gone) => {
      const world = twoParts()
      world.wait(after)
      world.do({ verb: 'evict', value: { names: [gone] } })
      world.wait(1_000_000)
      const [because, ...more] = world.of('device-removed').map((record) => record.because)
      expect(more).toEqual([])
      expect(because).toBe(`"submitted work" (fence 1) used ${gone}, which is not on the residency list`)
      expect(findings(world, 'RS-07').filter((message) => message.includes('(fence 1)'))).toHaveLength(1)
    },
  )

  it('what no part names is used by every part [GP-17]', () => {
    const world = crampedWorld()
    submit(world, { gpuTime: 20_000, resources: ['E.d'], parts: [part('a'), part('b'), part('d')].slice(0, 2) })
    world.wait(1_000_000)
    // a, b and d are 72 MiB; with d, each of the others fits
    expect(packetsOn(world, '3d', 'app').map(({ start, end }) => end - start)).toEqual([10_000, 10_000])
    const pagedOutAfter = world.of('page-out').filter(({ start }) => start >= 1_000_000)
    expect(pagedOutAfter.map(({ resource }) => resource)).not.toContain('E.d')
  })

  it('parts have their share of the draws: what a whole packet has is not in each of them [GP-17] [GP-06]', () => {
    // 4 draws of one triangle in 40 ms, a draw every 10 ms
    const world = crampedWorld({ preemption: { graphics: 'primitive' } })
    const work = { draws: 4, primitives: 1, triangles: 1, pixels: 1, instructions: 1 }
    submit(world, { gpuTime: 40_000, work, parts: [part('a'), part('b'), part('c'), part('d')] })
    world.wait(97_000)
    submit(world, { gpuTime: 1_000, priority: 'realtime', context: 'urgent' })
    world.wait(1_000_000)
    // part 1 has run since 1,096,000 and is asked at 1,097,000: it stops at the end of its first draw
    expect(world.of('preempt')).toMatchObject([{ requested: 1_097_000, stopped: 1_106_000, boundary: 'primitive' }])
  })

  it('as few parts as the split points allow, each of which fits, with nothing lost [GP-17]', () => {
    const sizes = [5, 4, 3, 2, 1]
    const bytes = (handles: readonly number[]) =>
      [...new Set(handles)].reduce((total, handle) => total + (sizes[handle] as number), 0)
    const pieces = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 7,
    })
    const property = fc.property(pieces, fc.integer({ min: 1, max: 15 }), (lists, capacity) => {
      const input = lists.map((allocations, index) => ({ allocations, duration: index + 1 }))
      const fits = (handles: readonly number[]) => bytes(handles) <= capacity
      const parts = splitParts(input, fits)
      // every way to cut, by brute force: bit i set means a cut behind piece i
      let fewest = Number.POSITIVE_INFINITY
      for (let cuts = 0; cuts < 1 << (lists.length - 1); cuts++) {
        const groups: number[][] = [[]]
        lists.forEach((list, index) => {
          groups.at(-1)?.push(...list)
          if ((cuts >> index) & 1) groups.push([])
        })
        if (groups.every(fits)) fewest = Math.min(fewest, groups.length)
      }
      expect(parts?.length ?? Number.POSITIVE_INFINITY).toBe(fewest)
      if (parts === null) return
      expect(parts.every(({ allocations }) => fits(allocations))).toBe(true)
      const total = (list: readonly { duration: number }[]) => list.reduce((sum, { duration }) => sum + duration, 0)
      expect(total(parts)).toBe(total(input))
      expect(new Set(parts.flatMap(({ allocations }) => allocations))).toEqual(new Set(lists.flat()))
    })
    fc.assert(property)
  })
})

describe('between two parts', () => {
  /** While memory is brought in for part 2, from 1,116,000 to 1,212,000, two other contexts have work. */
  function withOthersBetween(system: Record<string, unknown>): string[] {
    const world = twoParts(system)
    world.wait(150_000)
    submit(world, { gpuTime: 3_000, context: 'other' })
    submit(world, { gpuTime: 2_000, context: 'urgent', priority: 'high' })
    world.wait(1_000_000)
    return runs(packetsOn(world, '3d').filter(({ kind }) => kind === 'standard'))
  }

  it('the Windows 8 model runs packets of other contexts [GP-18]', () => {
    expect(withOthersBetween({})).toEqual([
      '1096000–1116000 app completed',
      // asked 5 µs later, it stops at a pixel
      '1150000–1150005 other preempted',
      '1150005–1152005 urgent completed',
      '1152005–1155000 other completed',
      '1212000–1232000 app completed',
    ])
  })

  it('the Windows 7 model runs nothing else, however urgent [GP-18]', () => {
    expect(withOthersBetween({ preemption: { model: 'win7' } })).toEqual([
      '1096000–1116000 app completed',
      '1212000–1232000 app completed',
      '1232000–1234000 urgent completed',
      '1234000–1237000 other completed',
    ])
  })

  it('with NoDmaPatching the Windows 8 model runs nothing else: only within the last part it can be preempted [GP-18]', () => {
    expect(withOthersBetween(NO_PATCHING)).toEqual([
      '1096000–1116000 app completed',
      '1212000–1212005 app preempted',
      '1212005–1214005 urgent completed',
      '1214005–1234000 app completed',
      '1234000–1237000 other completed',
    ])
  })

  it.each([
    ['Windows 7', { preemption: { model: 'win7' }, driver: { pagingEngine: '3d' } }],
    ['NoDmaPatching', { driver: { ...NO_PATCHING.driver, pagingEngine: '3d' } }],
  ])('%s: paging may come between, on the same engine [GP-18]', (_name, system) => {
    const world = twoParts(system)
    world.wait(150_000)
    submit(world, { gpuTime: 3_000, context: 'other' })
    world.wait(1_000_000)
    const contexts = packetsOn(world, '3d')
      .filter(({ end }) => end > 1_000_000)
      .map(({ context }) => context)
    const between = contexts.slice(contexts.indexOf('app') + 1, contexts.lastIndexOf('app'))
    expect(new Set(between)).toEqual(new Set(['system', 'null']))
    expect(contexts.at(-1)).toBe('other')
  })

  it('the state of a context is saved and restored there, too [GP-16]', () => {
    const zero = { primitive: 0, triangle: 0, pixel: 0, dispatch: 0, 'thread-group': 0, thread: 0, shader: 0 }
    const world = twoParts({ driver: { contextSave: { 'dma-buffer': 10, ...zero }, contextRestore: 7 } })
    world.wait(150_000)
    submit(world, { gpuTime: 3_000, context: 'other' })
    world.wait(1_000_000)
    const [first, toNull, other, second] = packetsOn(world, '3d').map(({ context, kind, switch: cost }) => ({
      context,
      kind,
      cost,
    }))
    // nothing was loaded before; a is paged out while its context is loaded (GP-15), which saves that
    expect(first).toEqual({ context: 'app', kind: 'standard', cost: 0 })
    expect(toNull).toEqual({ context: 'null', kind: 'context-switch', cost: 10 })
    expect(other).toEqual({ context: 'other', kind: 'standard', cost: 0 })
    // the other one's is saved, its own is restored
    expect(second).toEqual({ context: 'app', kind: 'standard', cost: 17 })
  })
})

describe('binding leak detection', () => {
  const LEAKS = { driver: { leaksBindings: true } }

  it('rejects a part that neither unbinds nor reprograms, naming packet and allocation [GP-19]', () => {
    const world = twoParts(LEAKS)
    // what comes later is not what is meant
    submit(world, { gpuTime: 1_000 })
    world.wait(1_000_000)
    expect(runs(packetsOn(world, '3d', 'app'))).toEqual([
      '1096000–1116000 app completed',
      '1212000–1212000 app rejected',
    ])
    const [found, ...more] = world.of('finding').filter(({ rule }) => rule === 'GP-19')
    expect(more).toEqual([])
    expect(found).toMatchObject({ t: 1_212_000, resource: 'E.a' })
    expect(found?.message).toContain('part 2 of 2 of "submitted work" (fence 1)')
    expect(found?.message).toContain('E.a')
    expect(world.device.removed).toMatchObject({ t: 1_212_000, reason: 'DXGI_ERROR_DEVICE_HUNG' })
    expect(world.queue.lastCompleted).toBe(0)
  })

  it('an allocation that both parts use is no leak where it is reprogrammed [GP-19]', () => {
    const world = crampedWorld()
    submitParts(world, part('a', 'b'), part('b', 'c'))
    world.wait(1_000_000)
    expect(packetsOn(world, '3d', 'app').map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
    expect(findings(world, 'GP-19')).toEqual([])
  })

  it('NoDmaPatching opts out [GP-19]', () => {
    const world = twoParts({ driver: { ...NO_PATCHING.driver, leaksBindings: true } })
    world.wait(1_000_000)
    expect(packetsOn(world, '3d', 'app').map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
    expect(findings(world, 'GP-19')).toEqual([])
    expect(world.device.removed).toBeNull()
  })

  it('looks at split packets only [GP-19]', () => {
    const world = crampedWorld(LEAKS, 16)
    submitParts(world, part('a'), part('b'), part('c'), part('d'))
    submitParts(world, part('a'))
    world.wait(100_000)
    expect(packetsOn(world, '3d', 'app').map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
    expect(findings(world, 'GP-19')).toEqual([])
  })
})

describe('a split buffer on linked adapters', () => {
  const split = (system: Record<string, unknown>, megabytes = 24) => {
    const world = crampedWorld(system, megabytes)
    submitParts(world, part('a'), part('b'), part('c'), part('d'))
    world.wait(1_000_000)
    return world
  }
  const CHANGES = { driver: { changesSplitBuffers: true } }

  it('that the driver changes is a violation, found by checksum, for each part [GP-20]', () => {
    const world = split({ ...CHANGES, physicalAdapters: 2 })
    const messages = findings(world, 'GP-20')
    expect(messages).toHaveLength(2)
    expect(messages[0]).toContain('part 1 of 2 of "submitted work" (fence 1)')
    expect(messages[1]).toContain('part 2 of 2 of "submitted work" (fence 1)')
    for (const message of messages) {
      expect(message).toContain('2 linked adapters')
      expect(message).toContain('adapter 0')
      const [found, expected] = message.match(/0x[0-9a-f]{8}/g) ?? []
      expect(found).toBeDefined()
      expect(expected).toBeDefined()
      expect(found).not.toBe(expected)
    }
    // reported, and run all the same
    expect(packetsOn(world, '3d', 'app').map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
  })

  it('that the driver leaves alone is none [GP-20]', () => {
    const world = split({ physicalAdapters: 4 })
    expect(packetsOn(world, '3d', 'app')).toHaveLength(2)
    expect(world.of('finding')).toEqual([])
  })

  it('is not broadcast on a single adapter, and a buffer that is not split is not meant [GP-20]', () => {
    const single = split(CHANGES)
    expect(packetsOn(single, '3d', 'app')).toHaveLength(2)
    const whole = split({ ...CHANGES, physicalAdapters: 2 }, 16)
    expect(packetsOn(whole, '3d', 'app')).toHaveLength(1)
    expect([...single.of('finding'), ...whole.of('finding')]).toEqual([])
  })
})
