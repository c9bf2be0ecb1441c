/**
 * AN-15: a notification's paging buffer that is preempted comes again, and each chunk is notified exactly once. GP-24: what
 * an adapter reset loses does not go on.
 */
import { expect, test } from 'vitest'
import { createCompressed, integrated, story, use } from '../../support/aperture'
import { MIB, S, type TestWorld, worldOf } from '../../support/world'
import { finish, packetRecords, submit } from './gpu-world'
import { hang } from './submitting'

/**
 * 10 MiB that the driver keeps compressed are evicted from the aperture, in chunks of 4, 4 and 2 MiB; paging work shares
 * the 3D engine with high work and, where it is disturbed, with real-time work that comes while paging is pending.
 */
function evict(disturbed: boolean): { world: TestWorld; handle: number } {
  const world = integrated({ notifyIoMmuUnmap: true, pagingEngine: '3d', queueDepth: 3 })
  const resource = createCompressed(world, 'r', 10 * MIB)
  use(world, resource)
  world.device.evict(resource)
  for (let i = 0; i < 40; i++) {
    if (disturbed) submit(world, { context: 'H', gpuTime: 600, priority: 'high' })
    world.wait(250)
    if (disturbed) submit(world, { context: 'T', gpuTime: 50, priority: 'realtime' })
    world.wait(750)
  }
  finish(world)
  return { world, handle: resource.handle }
}

const withoutTimes = (world: TestWorld): string[] =>
  story(
    world.of('paging-operation').filter(({ resource, operation }) => resource === 'r' && operation !== 'VIRTUAL_FILL'),
  ).map((line) => line.split(' ').slice(1).join(' '))

test('a preempted notification runs exactly once to completion, each chunk once and in order [AN-15]', () => {
  const { world, handle } = evict(true)
  const preempted = packetRecords(world, '3d').filter(
    ({ kind, outcome }) => kind === 'paging' && outcome === 'preempted',
  )
  expect(preempted.length).toBeGreaterThan(3)
  const chunks = (notify: string): string[] =>
    ['1/3', '2/3', '3/3'].flatMap((chunk) => [
      `UPDATE_PAGE_TABLE ${chunk}`,
      `${notify} ${chunk}`,
      `UPDATE_PAGE_TABLE ${chunk}`,
    ])
  const [, ...operations] = withoutTimes(world).filter((line) => !line.startsWith('MAP_APERTURE'))
  const expected = [...chunks('NotifyEviction'), ...chunks('NotifyIoMmuUnmap'), 'UNMAP_APERTURE_SEGMENT 1/1']
  expect([withoutTimes(world)[0], ...operations]).toEqual(expected)
  // as undisturbed, only later
  expect(withoutTimes(world)).toEqual(withoutTimes(evict(false).world))
  expect(world.vidmm.contents.readByCpu(handle)).toMatchObject({ corrupt: 0, bytes: 10 * MIB })
})

test('with the fence that it had, and completed once [AN-15 GP-12]', () => {
  const { world } = evict(true)
  const paging = packetRecords(world, '3d').filter(({ kind }) => kind === 'paging')
  const fences = [...new Set(paging.map(({ fence }) => fence))]
  const completed = paging.filter(({ outcome }) => outcome === 'completed').map(({ fence }) => fence)
  expect(completed).toEqual(fences)
  const again = paging.filter(({ outcome }) => outcome === 'preempted').map(({ fence }) => fence)
  expect(again.filter((fence) => !completed.includes(fence))).toEqual([])
  // one packet for each of the 19 operations; none is as long as two
  expect(completed).toHaveLength(19)
})

test('of a transfer that an adapter reset has lost no more is carried out, however many packets it was to have [GP-24]', () => {
  // 1 MiB takes 1 ms: a's 50 MiB are five packets, of which the hardware queue holds two, and b comes behind it
  const resources = ['a', 'b'].map((name) => ({ name, size: name === 'a' ? 50 * MIB : MIB, resident: false }))
  const world = worldOf({
    system: { tdr: {}, pagingBandwidth: 1000 * MIB },
    app: { effects: [{ name: 'E', resources }] },
  })
  hang(world, undefined, 'paging')
  world.do({ verb: 'makeResident', value: { names: ['E.a', 'E.b'] } })
  world.wait(4 * S)
  expect(world.scheduler.timeouts).toMatchObject({ engineResets: 0, adapterResets: 1 })
  world.wait(S)
  const of = (name: string) =>
    packetRecords(world, 'paging')
      .filter(({ command }) => command === name)
      .map(({ start, end, outcome }) => `${start}–${end} ${outcome}`)
  expect(of('E.a')).toEqual(['0–4000000 reset', '4000000–4000000 device-removed'])
  expect(world.of('page-in').filter(({ resource }) => resource === 'E.a')).toEqual([])
  // the engine is free for what comes behind it
  expect(of('E.b')).toEqual(['4000000–4001000 completed'])
  // and for the next device's
  expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
  expect(world.do({ verb: 'makeResident', value: { names: ['E.a'] } })).toBe('S_OK')
  world.wait(S)
  expect(of('E.a').slice(2)).toEqual(
    [0, 1, 2, 3, 4].map((i) => `${5_000_000 + i * 10_000}–${5_010_000 + i * 10_000} completed`),
  )
})
