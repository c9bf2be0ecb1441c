/** Chains of work that stands in a hardware queue and is refused when its turn comes, worked by hand (LB-08, RS-07). */
import { expect, it } from 'vitest'
import { MS, type TestWorld } from '../../../support/world'
import { effect, only, ran, SIZE, shortly } from './by-hand'

const EFFECTS = [effect('A', '4ms', [{ name: 'r', size: SIZE, resident: true }]), effect('B', '5ms')]
/** 64 MiB take 15,625 µs, and nothing but what is asked for goes on */
const SYSTEM = {
  evictionMode: 'eager',
  pagingBandwidth: '4GiB',
  compositor: { enabled: false },
  driver: { queueDepth: 3 },
}

/** From 300 ms `game` runs for 100 ms, and behind it stand A from 310 ms, and what else is pressed in the queue. */
function refused(behind: readonly string[]): TestWorld {
  return ran({ system: SYSTEM, app: { policy: 'none', effects: EFFECTS } }, ({ do: act, wait }) => {
    wait(290 * MS)
    // nothing has happened for long: what ran is remembered from here on
    act({ verb: 'submit', value: { engine: '3d', gpuTime: 1 * MS, priority: 'normal', context: 'game' } })
    wait(10 * MS)
    act({ verb: 'submit', value: { engine: '3d', gpuTime: 100 * MS, priority: 'normal', context: 'game' } })
    wait(10 * MS)
    act({ verb: 'apply', value: 'A' })
    for (const name of behind) act({ verb: 'apply', value: name })
    wait(10 * MS)
    act({ verb: 'evict', value: { names: ['A.r'] } })
    wait(75 * MS)
    // on the list again, and in memory only at 410,625
    act({ verb: 'makeResident', value: { names: ['A.r'] } })
  })
}

const resubmitted = (world: TestWorld): number[] =>
  world.records.flatMap((record) =>
    record.type === 'packet' && record.command === 'A' && record.flags !== undefined ? [record.start] : [],
  )

it('has waited for the engine until then, and for its memory from then on [LB-08] [RS-07]', () => {
  const world = refused([])
  expect(resubmitted(world)).toEqual([410_625])
  expect(shortly(only(world, 'A', 310 * MS))).toEqual([
    ['engine', 310_000, 400_000, 'game of game on 3d'],
    ['page-in', 400_000, 410_625, 'A.r'],
    ['run', 410_625, 414_625, 'A of app on 3d'],
    ['vertical-blank', 414_625, 416_667, 'display 1'],
  ])
})

it('so has what stood behind it, which waits for it then [LB-08] [RS-07]', () => {
  const world = refused(['B'])
  expect(resubmitted(world)).toEqual([410_625])
  expect(shortly(only(world, 'B', 310 * MS))).toEqual([
    ['queue', 310_000, 414_625, 'A of app on 3d'],
    ['run', 414_625, 419_625, 'B of app on 3d'],
    ['vertical-blank', 419_625, 433_333, 'display 1'],
  ])
})
