/**
 * What is late and what is told of it, of presses, frames and presents that begin and end by hand (LB-08, LB-10). Vertical
 * blanks of 60 Hz come at 16,667, 33,333, 50,000 …
 */
import { describe, expect, it } from 'vitest'
import { type DelayFollower, Delays } from '../../../../../main/session/laboratory/delays/delays'
import { contextOf, submitTo } from '../../../dxgkrnl/vidsch/by-hand'
import { gpuWorld } from '../../../dxgkrnl/vidsch/gpu-world'
import { MS, worldOf } from '../../../support/world'

/** @param keep as for Delays @param rates blanks a second of each display */
function recorder(keep: number | null | undefined = undefined, rates: readonly number[] = [60]) {
  const world = worldOf({}, { worstDelays: null })
  const delays = new Delays(world.scheduler, rates, keep)
  const told: string[] = []
  const follower: DelayFollower = {
    late: ({ name, late }) => told.push(`${name} late by ${late}`),
    passed: ({ name }, completed) => told.push(`${name} ${completed ? 'in time' : 'not shown'}`),
  }
  delays.follower = follower
  delays.pressOver = ({ name }, taken) => told.push(`${name} took ${taken}`)
  /** A press of so many µs, from now on. */
  const press = (name: string, length: number, completed = true): void => {
    const pending = delays.press(name, null)
    world.wait(length)
    pending?.ended(completed)
  }
  /** On to a time of the clock, µs. */
  const goTo = (time: number): void => world.wait(time - world.sim.now)
  return { world, delays, told, press, goTo }
}

const shortly = ({ worst }: Delays) => worst.map(({ name, begin, due, shown, late }) => [name, begin, due, shown, late])

describe('a press [LB-08]', () => {
  it('is shown at the first blank after its end; in time, if that is the first after its beginning', () => {
    const { delays, told, press } = recorder()
    press('A', 16_666)
    expect(delays.totals).toMatchObject({ count: 0, worst: 0 })
    expect(told).toEqual(['A took 16667', 'A in time'])
    expect([delays.presses.worst, delays.worst]).toEqual([16_667, []])
  })

  it('that is ready at the very moment of a blank has missed it', () => {
    const { delays, told, press } = recorder()
    press('A', 16_667)
    expect(shortly(delays)).toEqual([['A', 0, 16_667, 33_333, 16_666]])
    expect(told).toEqual(['A took 33333', 'A late by 16666'])
    expect(delays.totals).toMatchObject({ count: 1, worst: 16_666, 'vertical-blank': 16_666 })
  })

  it('of which nothing is shown is no delay, however long it took', () => {
    const { delays, told, press } = recorder()
    press('A', 900 * MS, false)
    expect([delays.totals.count, delays.pressesNotShown, delays.presses.worst]).toEqual([0, 1, null])
    expect(told).toEqual(['A took null', 'A not shown'])
  })

  it('under way takes at least until the next blank, as what is ready by now does [LB-04] [LB-08]', () => {
    const { world, delays } = recorder()
    const first = delays.press('A', null)
    world.wait(3 * MS)
    delays.press('B', ['x'])
    world.wait(4 * MS)
    expect(delays.openPresses).toEqual([
      { begin: 0, taken: 16_667 },
      { begin: 3 * MS, taken: 13_667 },
    ])
    first?.ended(true)
    expect(delays.presses.worst).toBe(16_667)
    expect(delays.openPresses).toEqual([{ begin: 3 * MS, taken: 13_667 }])
    // what is ready at the very moment of a blank has missed it
    world.wait(9_667)
    expect(delays.openPresses).toEqual([{ begin: 3 * MS, taken: 30_333 }])
  })

  it('waits for each resource that is paged in for it, and that is summed up by name', () => {
    const effects = ['A', 'B'].map((name) => ({
      name,
      gpuTime: '4ms',
      resources: [{ name: 'r', size: '64MiB', resident: false }],
    }))
    const world = worldOf({ system: { pagingBandwidth: '4GiB' }, app: { effects } })
    for (const name of ['A', 'B', 'A']) {
      world.do({ verb: 'apply', value: name })
      world.wait(100 * MS)
    }
    // 64 MiB over 4 GiB/s: once each, as both stay
    expect([...world.delays.pagedInFor.all]).toEqual([
      ['A.r', 15_625],
      ['B.r', 15_625],
    ])
  })
})

describe('a frame [LB-08]', () => {
  it('would have been ready when its own time had passed, the processor’s too', () => {
    const { world, delays, told } = recorder()
    const short = delays.frame(10 * MS)
    const long = delays.frame(17 * MS)
    world.wait(20 * MS)
    short?.ended(true)
    long?.ended(true)
    // due at 16,667 and at 33,333; shown at 33,333 both
    expect(told).toEqual(['frame late by 16666', 'frame in time'])
    expect(delays.presses.worst).toBeNull()
  })

  it('that is dropped has passed, and is not late', () => {
    const { world, delays, told } = recorder()
    const frame = delays.frame(0)
    world.wait(90 * MS)
    frame?.ended(false)
    expect([told, delays.totals.count, delays.pressesNotShown]).toEqual([['frame not shown'], 0, 0])
  })

  it('that has been under way for longest is known, in whatever order they end', () => {
    const { delays } = recorder()
    const [first, second, third] = [delays.frame(0), delays.frame(0), delays.frame(0)]
    expect(delays.oldest).toBe(first)
    second?.ended(true)
    expect(delays.oldest).toBe(first)
    first?.ended(true)
    expect(delays.oldest).toBe(third)
    third?.ended(true)
    expect(delays.oldest).toBeUndefined()
  })
})

describe('a present [LB-08]', () => {
  it('is shown at the blanks of its own display', () => {
    const { world, delays } = recorder(undefined, [60, 100])
    const [first, second] = [1, 2].map((display) => delays.create('present', `display ${display}`, 0, display, null))
    world.wait(12 * MS)
    for (const present of [first, second]) if (present !== undefined) delays.ended(present, true)
    // 100 Hz: due at 10,000, shown at 20,000; at 60 Hz in time
    expect(shortly(delays)).toEqual([['display 2', 0, 10_000, 20_000, 10_000]])
  })

  it('begins anew with each blank, and is nothing that was pressed', () => {
    const { world, delays, told } = recorder()
    const present = delays.create('present', 'present', 0, 1, null)
    delays.ended(present, true)
    world.wait(20 * MS)
    delays.again(present)
    world.wait(15 * MS)
    delays.ended(present, true)
    expect(shortly(delays)).toEqual([['present', 20_000, 33_333, 50_000, 16_667]])
    expect([told, delays.presses.worst]).toEqual([['present late by 16667'], null])
  })
})

describe('of those that were late', () => {
  it('the worst are kept, the worst of all first, of equal ones the earlier; all are counted [LB-10]', () => {
    const { delays, press, goTo, told } = recorder(3)
    for (const [name, length, at] of [
      ['A', 20, 0],
      ['B', 40, 100],
      ['C', 20, 200],
      ['D', 60, 300],
      ['E', 20, 400],
    ] as const) {
      goTo(at * MS)
      press(name, length * MS)
    }
    // one blank late, two, one, three, one
    expect(delays.worst.map(({ name }) => name)).toEqual(['D', 'B', 'A'])
    expect(delays.totals).toMatchObject({ count: 5, worst: 50_000 })
    // whoever follows is told of each
    expect(told.filter((line) => line.includes('late'))).toHaveLength(5)
  })

  it('none is kept where none is asked for, and whoever follows is told all the same', () => {
    const { delays, press, told } = recorder(0)
    press('A', 20 * MS)
    expect([delays.worst, delays.totals.count]).toEqual([[], 1])
    expect(told).toContain('A late by 16666')
  })

  it('nothing is known where nothing is recorded', () => {
    const { delays, press } = recorder(null)
    expect([delays.recording, delays.press('A', null), delays.frame(0)]).toEqual([false, null, undefined])
    press('A', 20 * MS)
    expect([delays.totals.count, delays.openPresses]).toEqual([0, []])
  })

  it('what is told can begin anew: what is under way then counts when it ends [LB-03]', () => {
    const { world, delays, press } = recorder()
    press('A', 20 * MS)
    press('B', 20 * MS, false)
    const under = delays.press('C', null)
    delays.startOver()
    expect(delays.totals).toMatchObject({ count: 0, worst: 0, 'vertical-blank': 0 })
    expect([delays.worst, delays.presses.worst, delays.pressesNotShown, delays.pagedInFor.all.size]).toEqual([
      [],
      null,
      0,
      0,
    ])
    world.wait(20 * MS)
    under?.ended(true)
    // from 40,000: due at 50,000, ended at 60,000
    expect(shortly(delays)).toEqual([['C', 40_000, 50_000, 66_667, 16_667]])
  })
})

it('many presses under way are asked, as each would go through what ran for all; what is told is the same [LB-08]', () => {
  const world = gpuWorld()
  const delays = new Delays(world.scheduler, [60])
  const context = contextOf(world, 'A')
  world.wait(1000 * MS)
  const presses = Array.from({ length: 100 }, (_, i) => {
    const press = delays.press(`p${i}`, null)
    submitTo(world, context, `p${i}`, 1 * MS, press === null ? {} : { owner: press })
    return { press, isKept: world.scheduler.history.isKept }
  })
  expect(presses.map(({ isKept }) => isKept)).toEqual(Array.from({ length: 100 }, (_, i) => i < 64))
  for (const { press } of presses) {
    world.wait(1 * MS)
    press?.ended(true)
  }
  // 16 are ready before the first blank; the one after has waited for those 16, the last for 99
  expect(delays.totals).toMatchObject({ count: 84, queue: 4830 * MS, run: 84 * MS })
})
