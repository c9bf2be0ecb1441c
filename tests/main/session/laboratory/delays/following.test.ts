/**
 * Presents of the desktop compositor as delays (LB-08). Vertical blanks of 60 Hz come at 16,667, 33,333, 50,000 … µs; the
 * present takes 500 µs.
 */
import { describe, expect, it } from 'vitest'
import { Delays } from '../../../../../main/session/laboratory/delays/delays'
import { followPresents } from '../../../../../main/session/laboratory/delays/following'
import { submit } from '../../../dxgkrnl/vidsch/gpu-world'
import { MS, type TestWorld, worldOf } from '../../../support/world'

function worldWith(rates: readonly number[], hooks = {}): TestWorld {
  const displays = rates.map((refreshRate) => ({ refreshRate }))
  // what runs is not stopped for a present
  const preemption = { graphics: 'none' }
  return worldOf({ system: { preemption, compositor: { enabled: true, gpuTime: '500us' }, displays } }, hooks)
}

/** The game does not let it, and it runs. */
const LATE = ['preemption', 'run'] as const

const shortly = ({ delays }: TestWorld) =>
  delays.worst.map(({ what, name, begin, due, shown, segments }) => {
    const blank = segments.at(-1)
    return [what, name, begin, due, shown, blank?.kind === 'vertical-blank' ? blank.display : null]
  })

describe('a present [LB-08]', () => {
  it('that came after the next blank is late, each time anew, to its own display, and called as its packet is', () => {
    const world = worldWith([60, 100])
    world.wait(9 * MS)
    // from 9 to 39 ms: at 10 ms the second display's present comes in behind it, at 16,667 the first's
    submit(world, { gpuTime: 30 * MS, context: 'game' })
    world.wait(91 * MS)
    expect(shortly(world).sort((a, b) => Number(a[2]) - Number(b[2]))).toEqual([
      ['present', 'present 2', 10_000, 20_000, 40_000, 2],
      ['present', 'present', 16_667, 33_333, 50_000, 1],
    ])
    // and is late once more in the same run: until 140 ms, the first display's due at 133,333
    submit(world, { gpuTime: 40 * MS, context: 'game' })
    world.wait(100 * MS)
    expect(world.delays.totals.count).toBe(4)
  })

  it.each([
    // blanks are 10 ms apart; the game has the engine from 9 ms on, and what is presented at 10 ms takes 0.5 ms after that
    ['with the first one is in time', 10_500, [], []],
    ['with the second one is shown then', 20_500, [2], [[10_000, 20_000, 30_000, LATE]]],
    ['1 µs before the second one waits for it', 20_499, [2], [[10_000, 20_000, 30_000, [...LATE, 'vertical-blank']]]],
    ['1 µs after it waits for the third', 20_501, [2, 3], [[10_000, 20_000, 40_000, [...LATE, 'vertical-blank']]]],
  ] as const)('that ends %s, as the compositor has it [GP-09]', (_name, gpuTime, missed, expected) => {
    const world = worldWith([100])
    world.wait(9 * MS)
    submit(world, { gpuTime, context: 'game' })
    world.wait(91 * MS)
    expect(world.of('missed-vertical-blank').map(({ number }) => number)).toEqual(missed)
    const told = world.delays.worst.map(({ begin, due, shown, segments }) => [
      begin,
      due,
      shown,
      segments.map(({ kind }) => kind),
    ])
    expect(told).toEqual(expected)
  })

  it('in time is none', () => {
    const world = worldWith([60])
    submit(world, { gpuTime: 10 * MS, context: 'game' })
    world.wait(200 * MS)
    expect(world.of('packet').filter(({ context }) => context === 'dwm').length).toBeGreaterThan(5)
    expect(world.delays.totals.count).toBe(0)
  })

  it('that will never be shown is no delay', () => {
    const world = worldWith([60])
    world.wait(16 * MS)
    submit(world, { gpuTime: 90 * MS, context: 'game' })
    world.wait(50 * MS)
    world.compositor.recreate()
    world.wait(200 * MS)
    // the one that was under way is forgotten; those of the compositor's next device are late by themselves
    expect(shortly(world).map(([, , begin]) => begin)).not.toContain(16_667)
  })

  it('is not asked for where nothing is recorded', () => {
    const { compositor, scheduler } = worldWith([60], { worstDelays: null })
    expect(compositor.follower).toBeNull()
    followPresents(new Delays(scheduler, [60]), compositor)
    expect(compositor.follower).not.toBeNull()
  })
})
