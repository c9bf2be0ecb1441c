/** Chains worked by hand of what waits for memory: what stands before a transfer is not the transfer (LB-08, LB-09). */
import { describe, expect, it } from 'vitest'
import { MIB, MS } from '../../../support/world'
import { effect, only, PAGING, ran, SIZE, shortly, TRANSFER } from './by-hand'

const OUT = effect('A', '4ms', [{ name: 'r', size: SIZE, resident: false }])
/** 64 MiB fit, twice as much does not. */
const SMALL = { ...PAGING, localMemory: '96MiB', budget: '96MiB' }

describe('before a transfer can begin', () => {
  it('somebody else has the engine that carries it out [LB-08] [RS-13]', () => {
    const system = { ...PAGING, driver: { pagingEngine: '3d' } }
    const world = ran({ system, app: { effects: [OUT] } }, ({ do: act }) => {
      act({ verb: 'submit', value: { engine: '3d', gpuTime: 30 * MS, priority: 'high', context: 'game' } })
      act({ verb: 'apply', value: 'A' })
    })
    const delay = only(world, 'A', 0)
    expect(shortly(delay)).toEqual([
      ['engine', 0, 30_000, 'game of game on 3d'],
      ['page-in', 30_000, 30_000 + TRANSFER, 'A.r'],
      ['run', 45_625, 49_625, 'A of app on 3d'],
      ['vertical-blank', 49_625, 50_000, 'display 1'],
    ])
    expect(world.delays.totals).toMatchObject({ 'page-in': TRANSFER, engine: 30_000 })
  })

  it('the engine is asked to stop for it [LB-08] [GP-06]', () => {
    const preemption = { graphics: 'dma-buffer' }
    const system = { ...PAGING, preemption, driver: { pagingEngine: '3d', preemptionRequest: 0 } }
    const world = ran({ system, app: { effects: [OUT] } }, ({ do: act }) => {
      act({ verb: 'submit', value: { engine: '3d', gpuTime: 30 * MS, priority: 'normal', context: 'game' } })
      act({ verb: 'apply', value: 'A' })
    })
    // the game's buffer is not left before its end
    expect(shortly(only(world, 'A', 0)).slice(0, 2)).toEqual([
      ['preemption', 0, 30_000, 'for system: priority'],
      ['page-in', 30_000, 30_000 + TRANSFER, 'A.r'],
    ])
  })

  it('its memory is cleared, and that is over at once: an interrupted transfer stands for its own record [LB-09]', () => {
    const preemption = { graphics: 'dma-buffer' }
    const system = { ...PAGING, preemption, driver: { pagingEngine: '3d', preemptionRequest: 0, queueDepth: 1 } }
    const world = ran({ system, app: { effects: [OUT] } }, (one) => {
      one.do({ verb: 'apply', value: 'A' })
      one.wait(2 * MS)
      one.do({ verb: 'submit', value: { engine: '3d', gpuTime: 3 * MS, priority: 'realtime', context: 'game' } })
    })
    const recorded = only(world, 'A', 0)
      .segments.filter(({ kind }) => kind === 'page-in')
      .map(({ start, record }) => {
        const found = record === null ? undefined : world.records[record.index]
        return { start, type: found?.type, isAfter: record !== null && record.t > start }
      })
    expect(recorded).toEqual([
      { start: 0, type: 'page-in', isAfter: true },
      { start: 13_000, type: 'page-in', isAfter: true },
    ])
  })

  it('work that uses the memory that is to be taken goes on [LB-08] [RS-07]', () => {
    const effects = [effect('A', '4ms', [{ name: 'r', size: SIZE }]), { ...OUT, name: 'B' }]
    const world = ran({ system: SMALL, app: { effects } }, (one) => {
      const resource = one.editor.find('A.r')
      if (resource === undefined) throw new Error('A.r is not there')
      const queue = one.device.createCommandQueue('other', 'compute')
      queue.executeCommandLists({ name: 'X', gpuTime: 40 * MS, resources: [resource] })
      one.wait(1 * MS)
      one.do({ verb: 'apply', value: 'B' })
    })
    expect(shortly(only(world, 'B', 1 * MS))).toEqual([
      ['fence', 1_000, 40_000, 'X of other on compute'],
      ['page-out', 40_000, 40_000 + TRANSFER, 'A.r for B.r'],
      ['page-in', 55_625, 55_625 + TRANSFER, 'B.r'],
      ['run', 71_250, 75_250, 'B of app on 3d'],
      ['vertical-blank', 75_250, 83_333, 'display 1'],
    ])
  })

  it('memory that is destroyed before its turn to go has come: that has no transfer, and stands for its end [LB-08] [LB-09] [RS-11]', () => {
    const effects = [effect('A', '4ms', [{ name: 'r', size: SIZE }])]
    const world = ran({ system: SMALL, app: { effects } }, (one) => {
      const resource = one.editor.find('A.r')
      if (resource === undefined) throw new Error('A.r is not there')
      const queue = one.device.createCommandQueue('other', 'compute')
      queue.executeCommandLists({ name: 'X', gpuTime: 40 * MS, resources: [resource] })
      one.wait(1 * MS)
      one.do({ verb: 'resource', value: { name: 'x', size: 64 * MIB, heap: 'default', resident: true } })
      one.do({ verb: 'resource', value: { name: 'y', size: MIB, heap: 'default', resident: true } })
      one.do({ verb: 'use', value: { set: ['y'], engine: '3d', gpuTime: 4 * MS } })
      one.wait(1 * MS)
      one.do({ verb: 'removeEffect', value: 'A' })
    })
    const [late] = world.delays.worst
    if (late === undefined) throw new Error('nothing was late')
    expect(shortly(late).slice(0, 2)).toEqual([
      ['paging-queue', 1_000, 40_000, 'A.r out for x'],
      ['run', 40_000, 44_000, 'use of app on 3d'],
    ])
    const record = late.segments[0]?.record
    expect(record == null ? null : world.records[record.index]).toMatchObject({
      type: 'destroy',
      t: 40_000,
      resource: 'A.r',
    })
    expect(world.records.filter(({ type }) => type === 'page-out')).toEqual([])
  })

  it('the context that used what is to go is left first: GPU work waits for paging all the while, and the chain has that as a switch [LB-04] [LB-08] [GP-15]', () => {
    const effects = [effect('A', '4ms', [{ name: 'r', size: SIZE }]), { ...OUT, name: 'B' }]
    const system = { ...SMALL, driver: { contextSave: { 'dma-buffer': 100 }, contextRestore: 200 } }
    const world = ran({ system, app: { effects } }, ({ do: act, wait }) => {
      act({ verb: 'apply', value: 'A' })
      wait(20 * MS)
      act({ verb: 'apply', value: 'B' })
    })
    // A.r is bound in the app's context, which is saved for the null context; B's work restores it
    expect(shortly(only(world, 'B', 20 * MS))).toEqual([
      ['context-switch', 20_000, 20_100, 'context switch of null on 3d'],
      ['page-out', 20_100, 20_100 + TRANSFER, 'A.r for B.r'],
      ['page-in', 35_725, 35_725 + TRANSFER, 'B.r'],
      ['context-switch', 51_350, 51_550, 'B of app on 3d'],
      ['run', 51_550, 55_550, 'B of app on 3d'],
      ['vertical-blank', 55_550, 66_667, 'display 1'],
    ])
    // no work of the app ran from the press until its memory was there
    expect(world.scheduler.waitedForPaging).toBe(100 + 2 * TRANSFER)
  })
})

describe('for whom something is paged out', () => {
  it('for a resource that is made resident at its creation, and that the work uses [LB-08] [LB-09]', () => {
    const effects = [effect('A', '4ms', [{ name: 'r', size: SIZE }])]
    const world = ran({ system: SMALL, app: { effects } }, ({ do: act }) => {
      act({ verb: 'resource', value: { name: 'x', size: 64 * MIB, heap: 'default', resident: true } })
      act({ verb: 'use', value: { set: ['x'], engine: '3d', gpuTime: 4 * MS } })
    })
    expect(shortly(only(world, 'use', 0)).slice(0, 2)).toEqual([
      ['page-out', 0, TRANSFER, 'A.r for x'],
      ['run', TRANSFER, TRANSFER + 4 * MS, 'use of app on 3d'],
    ])
  })

  it('for a resource that it does not use: other paging work, with whom that is for [LB-08] [LB-09]', () => {
    const effects = [effect('A', '4ms', [{ name: 'r', size: SIZE }])]
    const world = ran({ system: SMALL, app: { effects } }, ({ do: act }) => {
      act({ verb: 'resource', value: { name: 'x', size: 64 * MIB, heap: 'default', resident: true } })
      act({ verb: 'resource', value: { name: 'y', size: MIB, heap: 'default', resident: true } })
      act({ verb: 'use', value: { set: ['y'], engine: '3d', gpuTime: 4 * MS } })
    })
    expect(shortly(only(world, 'use', 0)).slice(0, 2)).toEqual([
      ['paging-queue', 0, TRANSFER, 'A.r out for x'],
      ['run', TRANSFER, TRANSFER + 4 * MS, 'use of app on 3d'],
    ])
  })
})

describe('memory of a context (GP-14)', () => {
  it('is brought in before its first packet, also where that waits for another engine first [LB-08] [LB-09] [GP-14]', () => {
    const driver = { contextAllocation: 65_536, pagingOperation: '20ms' }
    const passes = [{ engine: 'compute', gpuTime: '4ms' }]
    const effects = [{ name: 'P', resources: [], passes }]
    const world = ran({ system: { ...PAGING, driver }, app: { effects } }, ({ do: act, wait }) => {
      wait(100 * MS) // the direct context has its own by now
      act({ verb: 'apply', value: 'P' })
    })
    const delay = only(world, 'P', 100 * MS)
    // it is mapped, and then initialised: two operations
    expect(shortly(delay).slice(0, 2)).toEqual([
      ['page-in', 100 * MS, 140 * MS, 'context app/compute'],
      ['run', 140 * MS, 144 * MS, 'P of app on compute'],
    ])
    expect(delay.segments[0]).toMatchObject({ why: { because: 'never-resident' } })
    expect(world.delays.totals).toMatchObject({ fence: 0, 'page-in': 40 * MS })
  })
})

describe('a set whose resources are all out', () => {
  it('has a segment for each, with its bytes and why it was out [LB-08] [LB-09]', () => {
    const resources = Array.from({ length: 400 }, (_, index) => ({
      name: `r${index}`,
      size: index % 2 === 0 ? MIB : 2 * MIB,
      resident: false,
    }))
    const world = ran(
      { system: { pagingBandwidth: '1000MiB' }, app: { effects: [effect('A', '4ms', resources)] } },
      (one) => one.do({ verb: 'apply', value: 'A' }),
    )
    // 1 MiB takes 1 ms
    const pageIns = only(world, 'A', 0).segments.filter((segment) => segment.kind === 'page-in')
    expect(pageIns.map(({ start, end, resource, bytes, why }) => [start, end, resource, bytes, why?.because])).toEqual(
      resources.map(({ name, size }, index) => {
        const start = Math.floor(index / 2) * 3_000 + (index % 2) * 1_000
        return [start, start + (size / MIB) * 1_000, `A.${name}`, size, 'never-resident']
      }),
    )
  })
})
