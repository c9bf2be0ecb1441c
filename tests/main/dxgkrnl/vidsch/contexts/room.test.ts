/**
 * The memory of a context is in place with what its packets use (GP-14): a set that fits without it, and not with it, is
 * split, or cannot run. Pages of 64 KiB take 100 µs each; of 10 pages the page tables take one (AN-11).
 */
import { describe, expect, test } from 'vitest'
import { conservationProblems } from '../../../support/conservation'
import { KIB, MIB, type TestWorld, worldOf } from '../../../support/world'
import { packetsOn, part, runs, submit } from '../submitting'

const PAGE = 64 * KIB

/** Effect E with d of 4 pages and e of 5: 9 with neither context nor page tables. It stands at 1 s, all in place that fits. */
function smallWorld(pages: number, contextAllocation: string, others: object = {}): TestWorld {
  const resources = [
    { name: 'd', size: 4 * PAGE, resident: true },
    { name: 'e', size: 5 * PAGE, resident: true },
  ]
  const world = worldOf({
    system: { localMemory: pages * PAGE, pagingBandwidth: 625 * MIB, driver: { contextAllocation, ...others } },
    app: { effects: [{ name: 'E', gpuTime: 1_000, resources }] },
  })
  world.wait(1_000_000)
  return world
}

const both = { gpuTime: 20_000, resources: ['E.d', 'E.e'] }

describe('what a packet needs at once includes the memory of its context [GP-14]', () => {
  test('more than can ever be free: its device is removed at its turn, and told why; nothing goes on [GP-17] [RS-07]', () => {
    const world = smallWorld(10, '64KiB')
    submit(world, both)
    const because =
      'what "submitted work" (fence 1) uses does not fit its memory segment at once: ' +
      "655360 bytes, 65536 of them its context's, of at most 589824, and it has no split points"
    expect(world.device.removed).toEqual({ t: 1_000_000, reason: 'DXGI_ERROR_DEVICE_HUNG', because })
    world.wait(1_000_000)
    expect(packetsOn(world, '3d')).toEqual([])
    expect(world.of('page-in', 'page-out').filter(({ t }) => t >= 1_000_000)).toEqual([])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test.each([
    ['a page more', 11, '64KiB'],
    ['a driver that wants none', 10, '0B'],
  ])('with %s it runs [GP-17]', (_name, pages, contextAllocation) => {
    const world = smallWorld(pages, contextAllocation)
    submit(world, both)
    world.wait(1_000_000)
    expect(runs(packetsOn(world, '3d', 'app'))).toEqual(['1000000–1020000 app completed'])
    expect(world.device.removed).toBeNull()
  })

  test('is split where the driver lets it, and its context stays for both parts [GP-17]', () => {
    const world = smallWorld(10, '64KiB')
    // d and e, 9 pages, made the context's page leave
    expect(world.of('page-out').map(({ resource }) => resource)).toEqual(['context app/3d'])
    submit(world, { gpuTime: 20_000, parts: [part('d'), part('e')] })
    world.wait(1_000_000)
    // e leaves, 500 µs, and the context comes, 100 µs; then d leaves, 400 µs, and e comes, 500 µs
    expect(runs(packetsOn(world, '3d', 'app'))).toEqual([
      '1000600–1010600 app completed',
      '1011500–1021500 app completed',
    ])
    const moved = world.of('page-in', 'page-out').filter(({ t }) => t >= 1_000_000)
    expect(moved.map(({ type, resource, start, end }) => `${start}–${end} ${type} ${resource}`)).toEqual([
      '1000000–1000500 page-out E.e',
      '1000500–1000600 page-in context app/3d',
      '1010600–1011000 page-out E.d',
      '1011000–1011500 page-in E.e',
    ])
  })

  test('a part that has no room beside its context is no way out [GP-17] [RS-07]', () => {
    // 5 pages beside the page tables: e alone fits, with its context it does not
    const world = worldOf({
      system: { localMemory: 6 * PAGE, driver: { contextAllocation: '64KiB' } },
      app: { effects: [{ name: 'E', resources: [{ name: 'e', size: 5 * PAGE, resident: true }] }] },
    })
    world.wait(1_000_000)
    submit(world, { gpuTime: 20_000, parts: [{ gpuTime: 10_000, resources: [] }, part('e')] })
    world.wait(1_000_000)
    expect(world.device.removed?.because).toBe(
      'what "submitted work" (fence 1) uses does not fit its memory segment at once: ' +
        "393216 bytes, 65536 of them its context's, of at most 327680, and a part between two of its split points does not either",
    )
    expect(packetsOn(world, '3d')).toEqual([])
  })

  test('two contexts that need nearly all of it take turns, each once [GP-10] [RS-02]', () => {
    const world = smallWorld(11, '64KiB')
    const [d, e] = world.editor.effects.flatMap(({ resources }) => resources)
    const queues = ['A', 'B'].map((name) => world.device.createCommandQueue(name))
    // each needs all 10 pages: d, e and the page of its own context
    for (let round = 0; round < 3; round++)
      for (const queue of queues)
        queue.executeCommandLists({ name: 'turn', gpuTime: 1_000, resources: d && e ? [d, e] : [] })
    world.wait(1_000_000)
    const order = packetsOn(world, '3d').filter(({ kind }) => kind === 'standard')
    expect(order.map(({ outcome }) => outcome)).toEqual(Array(6).fill('completed'))
    expect(queues.map(({ lastCompleted }) => lastCompleted)).toEqual([3, 3])
    // the new page of A took that of the app's own context, and B's took d: from then on only the contexts change places
    const came = world.of('page-in').filter(({ t }) => t >= 1_000_000)
    expect(came.filter(({ resource }) => resource.startsWith('E.')).map(({ resource }) => resource)).toEqual(['E.d'])
    expect(came.length).toBeLessThanOrEqual(1 + 6)
  })
})

describe('an effect or a set that has no room beside its context', () => {
  test.each(['64KiB', '0B'])('is refused before it is submitted where the driver wants %s for it [RS-06]', (own) => {
    const world = smallWorld(10, own)
    const expected = own === '0B' ? 'S_OK' : 'E_OUTOFMEMORY'
    expect(world.editor.apply('E')).toBe(expected)
    world.wait(100_000)
    expect(world.editor.use(['E.d', 'E.e'], { engine: 'compute', gpuTime: 1_000 }, () => {})).toBe(expected)
    world.wait(100_000)
    expect(world.device.removed).toBeNull()
    const refused = 'E_OUTOFMEMORY, as 655360 bytes at once are more than the local segment can ever have free'
    expect(world.of('finding').map(({ message }) => message)).toEqual(
      own === '0B' ? [] : [expect.stringContaining(refused), expect.stringContaining(refused)],
    )
  })
})

test('a context allocation larger than the segment is none, and a finding says so: its packets run without it [GP-14]', () => {
  const world = worldOf({ system: { localMemory: 4 * PAGE, driver: { contextAllocation: '256KiB' } } })
  submit(world, { gpuTime: 100 })
  world.wait(1_000)
  const message =
    'context app/3d has no allocation of its own: 262144 bytes are more than the local segment can ever have free, 196608 bytes'
  expect(world.of('finding')).toMatchObject([{ rule: 'GP-14', resource: 'context app/3d', message }])
  expect(world.of('create')).toEqual([])
  expect(runs(packetsOn(world, '3d'))).toEqual(['0–100 app completed'])
})
