/** Memory of other processes, and the app's beside it: who goes for whom, and that it comes back. */
import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../../main/d3d12/resource'
import { conservationProblems } from '../../support/conservation'
import { appPackets, create, KIB, stateOf, type TestWorld, worldOf } from '../../support/world'

const PAGE = 64 * KIB
/** a page takes 1 ms to transfer */
const MS = 1000

/** Local memory of so many pages; the app may have all but a tenth of them. */
function pagesOf(pages: number, system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { localMemory: (pages + 1) * PAGE, pagingBandwidth: 1000 * PAGE, ...system } })
}

function pageOuts(world: TestWorld): unknown[][] {
  return world.of('page-out').map(({ start, end, resource, reason }) => [start / MS, end / MS, resource, reason])
}

function submit(world: TestWorld, name: string, gpuTime: number, ...resources: Resource[]): void {
  expect(world.queue.executeCommandLists({ name, gpuTime, resources }).hr).toBe('S_OK')
}

function others(world: TestWorld, pages: number, name = 'game'): void {
  world.do({ verb: 'otherProcess', value: { name, usage: pages * PAGE } })
}

describe('other processes', () => {
  test('take what is free at once, then evictable memory, then resident memory of the app that is over budget [RS-10 RS-12]', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 2 * PAGE)
    const b = create(world, 'b', 2 * PAGE)
    const c = create(world, 'c', 2 * PAGE)
    world.device.evict(b)
    others(world, 4)
    expect(world.vidmm.others.committed).toBe(4 * PAGE)
    expect(pageOuts(world)).toEqual([])
    others(world, 7)
    world.wait(10 * MS)
    expect(pageOuts(world)).toEqual([
      [0, 2, 'b', 'reclaim'],
      [2, 4, 'a', 'pressure'],
    ])
    expect([a, b, c].map((resource) => stateOf(world, resource))).toEqual(['paged-out', 'paged-out', 'resident'])
    const { others: held, residency } = world.vidmm
    expect([held.committed, residency.segments[0].freeBytes]).toEqual([7 * PAGE, PAGE])
  })

  test('give back what they no longer need, at once [RS-12]', () => {
    const world = pagesOf(10)
    others(world, 9)
    others(world, 2)
    expect(world.vidmm.others.committed).toBe(2 * PAGE)
    expect(world.vidmm.residency.segments[0].freeBytes).toBe(8 * PAGE)
    expect(world.sim.pending).toBe(0)
  })

  test('whose usage is no whole number of pages hold whole pages [RS-12 RS-09]', () => {
    const world = pagesOf(10)
    world.do({ verb: 'otherProcess', value: { name: 'game', usage: 1 } })
    world.do({ verb: 'otherProcess', value: { name: 'browser', usage: PAGE } })
    expect(world.vidmm.others.committed).toBe(2 * PAGE)
  })

  test('are paged out for what the app’s submission needs when nothing else can go [RS-10 RS-02]', () => {
    const world = pagesOf(10)
    others(world, 8)
    const a = create(world, 'a', 4 * PAGE)
    submit(world, 'A', MS, a)
    world.wait(10 * MS)
    // two pages of the others' go first
    expect(appPackets(world)).toMatchObject([{ start: 2 * MS, end: 3 * MS, outcome: 'completed' }])
    expect(stateOf(world, a)).toBe('resident')
    expect([world.vidmm.others.committed, world.vidmm.residency.segments[0].freeBytes]).toEqual([6 * PAGE, 0])
  })

  test('are left alone while the app, within its budget, has evictable memory of its own [RS-09 RS-10]', () => {
    const world = pagesOf(10)
    others(world, 5)
    // 90 % of 10 pages less 5: a budget of 4 pages
    const a = create(world, 'a', 4 * PAGE)
    world.device.evict(a)
    others(world, 6)
    const b = create(world, 'b', 2 * PAGE)
    const c = create(world, 'c', PAGE)
    world.wait(20 * MS)
    expect([stateOf(world, b), stateOf(world, c)]).toEqual(['resident', 'resident'])
    expect(pageOuts(world)).toEqual([[0, 4, 'a', 'reclaim']])
    expect(world.vidmm.others.committed).toBe(6 * PAGE)
  })
})

describe('what other processes had', () => {
  const pageIns = (world: TestWorld): unknown[][] =>
    world
      .of('page-in')
      .map(({ start, end, resource, bytes, reason }) => [start / MS, end / MS, resource, bytes / PAGE, reason])

  test('goes for the app and comes back when there is room, each a record with its time [RS-09 RS-10]', () => {
    const world = pagesOf(10)
    others(world, 8)
    const a = create(world, 'a', 4 * PAGE)
    submit(world, 'A', MS, a)
    world.wait(10 * MS)
    expect(pageOuts(world)).toEqual([[0, 2, 'process game', 'pressure']])
    expect(world.of('page-out')).toMatchObject([{ bytes: 2 * PAGE }])
    expect(pageIns(world)).toEqual([])
    world.device.releaseResource(a)
    world.wait(10 * MS)
    expect(pageIns(world)).toEqual([[10, 12, 'process game', 2, 'return']])
    expect(world.vidmm.others.committed).toBe(8 * PAGE)
    expect(world.vidmm.others.missing).toBe(0)
  })

  /** Two pages of the game's went for `a`, which has 4; the browser has 4. */
  function gameGave(): { world: TestWorld; a: Resource } {
    const world = pagesOf(10)
    others(world, 4)
    others(world, 4, 'browser')
    const a = create(world, 'a', 4 * PAGE)
    world.wait(10 * MS)
    expect(pageOuts(world)).toEqual([[0, 2, 'process game', 'pressure']])
    return { world, a }
  }

  test('is transferred when another process needs less, too [RS-05]', () => {
    const { world } = gameGave()
    others(world, 1, 'browser')
    world.wait(10 * MS)
    expect(pageIns(world)).toEqual([[10, 12, 'process game', 2, 'return']])
    expect([world.vidmm.others.committed, world.vidmm.others.missing]).toEqual([5 * PAGE, 0])
  })

  test('is transferred when it grows, too; what is new to it is there at once [RS-05]', () => {
    const { world, a } = gameGave()
    world.device.evict(a)
    others(world, 5)
    world.wait(10 * MS)
    expect(pageOuts(world).slice(1)).toEqual([[10, 14, 'a', 'reclaim']])
    expect(pageIns(world)).toEqual([[14, 16, 'process game', 2, 'return']])
    expect([world.vidmm.others.committed, world.vidmm.others.missing]).toEqual([9 * PAGE, 0])
  })

  test('is not brought in where the process no longer needs it [RS-05]', () => {
    const { world } = gameGave()
    others(world, 2)
    others(world, 2, 'browser')
    // a page that is new to it
    others(world, 3)
    world.wait(10 * MS)
    expect(pageIns(world)).toEqual([])
    expect([world.vidmm.others.committed, world.vidmm.others.missing]).toEqual([5 * PAGE, 0])
  })

  test('leaves to the app in front what another process gives back [RS-09]', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 4 * PAGE)
    others(world, 9)
    others(world, 3, 'browser')
    world.wait(20 * MS)
    expect(pageOuts(world)).toEqual([
      [0, 4, 'a', 'pressure'],
      [4, 6, 'process game', 'pressure'],
    ])
    others(world, 0, 'browser')
    world.wait(10 * MS)
    expect(pageIns(world)).toEqual([])
    submit(world, 'A', MS, a)
    world.wait(10 * MS)
    expect(pageOuts(world).slice(2)).toEqual([[30, 31, 'process game', 'pressure']])
    expect(world.vidmm.others.committed).toBe(6 * PAGE)
  })

  test('is what the queue is busy with, and who waits for it is known [LB-08]', () => {
    const world = pagesOf(10)
    others(world, 8)
    const a = create(world, 'a', 4 * PAGE)
    submit(world, 'A', MS, a)
    world.wait(MS)
    expect(world.vidmm.paging.activity).toMatchObject({
      kind: 'page-out',
      handle: null,
      resource: 'process game',
      reason: 'pressure',
      wantedBy: 'a',
      wantedFor: a.handle,
      why: null,
    })
    world.wait(10 * MS)
    world.device.releaseResource(a)
    world.wait(MS)
    expect(world.vidmm.paging.activity).toMatchObject({
      kind: 'page-in',
      resource: 'process game',
      reason: 'return',
      wantedBy: null,
    })
  })
})

describe('an adapter reset that hits the paging out of another process', () => {
  const TDR = { level: 'recover', delay: 20 * MS }

  /** The paging packet of the game's two pages, which `a` needs, hangs from the first moment on. */
  function hung(duration?: number): TestWorld {
    const world = pagesOf(10, { tdr: TDR })
    others(world, 8)
    const fault = { fault: 'hang', engine: 'paging', count: 1 } as const
    world.do({ verb: 'inject', value: duration === undefined ? fault : { ...fault, duration } })
    create(world, 'a', 4 * PAGE)
    return world
  }

  test('has nothing paged out, and nothing to be brought back: it is tried again [GP-24] [SC-08]', () => {
    const world = hung()
    world.wait(40 * MS)
    const { vidmm } = world
    expect(world.of('tdr').map(({ t, action }) => [t / MS, action])).toEqual([
      [20, 'timeout'],
      [40, 'adapter-reset'],
    ])
    expect(world.of('packet')).toMatchObject([
      { kind: 'paging', command: 'process game', end: 40 * MS, outcome: 'reset' },
    ])
    expect([pageOuts(world), vidmm.paging.pageOutBytes, vidmm.others.committed]).toEqual([[], 0, 8 * PAGE])
    world.wait(10 * MS)
    expect([pageOuts(world), vidmm.paging.pageOutBytes]).toEqual([[[40, 42, 'process game', 'pressure']], 2 * PAGE])
    expect([vidmm.others.committed, vidmm.others.missing]).toEqual([6 * PAGE, 2 * PAGE])
    expect(conservationProblems(vidmm)).toEqual([])
  })

  test('which it only delays is paged out as any other [GP-23]', () => {
    const world = hung(30 * MS)
    world.wait(100 * MS)
    expect(world.of('page-out')).toMatchObject([{ resource: 'process game', bytes: 2 * PAGE }])
    expect(world.vidmm.others.committed).toBe(6 * PAGE)
  })
})
