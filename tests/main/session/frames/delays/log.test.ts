/** What is kept of delays and told of them (LB-10), of delays that are made by hand. */
import { describe, expect, it } from 'vitest'
import { DelayLog } from '../../../../../main/session/frames/delays/log'
import type { Delays } from '../../../../../main/session/laboratory/delays/delays'
import type { Pending } from '../../../../../main/session/laboratory/delays/pending'
import type { ChainSegment, Delay } from '../../../../../main/session/laboratory/delays/types'
import { DELAY_KINDS, KEPT_DELAYS } from '../../../../../preload/contract'
import { MS, type TestWorld, worldOf } from '../../../support/world'

interface Rig {
  world: TestWorld
  delays: Delays
  log: DelayLog
  /** what was said to have happened since it was asked last */
  happened(): string[]
}

function rig(): Rig {
  const world = worldOf()
  const said: string[] = []
  const log = new DelayLog(world.delays, (what) => said.push(what))
  return { world, delays: world.delays, log, happened: () => said.splice(0) }
}

const blank = (start: number, end: number): ChainSegment => ({
  kind: 'vertical-blank',
  start,
  end,
  record: null,
  display: 1,
})

/** A press of A that began then and was shown 10 ms later, 1 ms late. */
function delay(begin: number, more: Partial<Delay> = {}): Delay {
  const [due, shown] = [begin + 9 * MS, begin + 10 * MS]
  const run: ChainSegment = { kind: 'run', start: begin, end: due, record: null, packet: null, on: 'gpu' }
  const whole = { name: 'A', set: null, command: 3, begin, due, shown, late: MS, segments: [run, blank(due, shown)] }
  return { what: 'press', ...whole, ...more }
}

const pendingIn = ({ delays }: Rig): Pending => delays.create('press', 'A', 0, 1, null)

/** Is told of them, one after another. */
function late(made: Rig, ...more: Partial<Delay>[]): void {
  for (const [i, one] of more.entries()) made.log.late(delay(i * 20 * MS, one), pendingIn(made))
}

const ids = ({ log }: Rig, full = false): number[] => log.takeRows(full).map(({ id }) => id)

describe('delays that are told', () => {
  it('are counted by what was late, and rows to be sent once, or all of them', () => {
    const made = rig()
    late(made, {}, { what: 'frame', name: 'frame' }, { what: 'present', name: 'present' }, {})
    expect(made.happened()).toEqual(['delayed', 'delayed', 'delayed', 'delayed'])
    expect(made.log.view()).toMatchObject({ presses: 2, frames: 1, presents: 1 })
    expect(made.log.hasFresh).toBe(true)
    const [row, ...others] = made.log.takeRows(false)
    expect(row).toMatchObject({ id: 1, what: 'press', title: 'press of A', begin: 0, due: 9 * MS, shown: 10 * MS })
    expect(others.map(({ id, what }) => `${id} ${what}`)).toEqual(['2 frame', '3 present', '4 press'])
    expect([made.log.hasFresh, ids(made), ids(made, true)]).toEqual([false, [], [1, 2, 3, 4]])
  })

  it('come 128 in a frame, the oldest first', () => {
    const made = rig()
    late(made, ...Array.from({ length: 300 }, () => ({})))
    const frames = [ids(made), ids(made), ids(made), ids(made)]
    expect(frames.map((rows) => [rows.length, rows[0]])).toEqual([
      [128, 1],
      [128, 129],
      [44, 257],
      [0, undefined],
    ])
  })

  it('have the totals of the run by kind', () => {
    const made = rig()
    expect(made.log.view()).toEqual({
      presses: 0,
      frames: 0,
      presents: 0,
      worst: 0,
      times: DELAY_KINDS.map(() => 0),
    })
  })
})

describe('what is kept', () => {
  it('are the newest, and it is said of the others that they are gone', () => {
    const made = rig()
    // forgotten in batches, an eighth more than are kept
    const most = KEPT_DELAYS.newest + KEPT_DELAYS.newest / 8
    // of equal ones the earlier are the worst
    const first = KEPT_DELAYS.worst + 1
    late(made, ...Array.from({ length: most }, () => ({})))
    expect(made.log.select(first)).toBeNull()
    late(made, {})
    expect(made.log.select(first)).toMatch(/^The chain of delay 101 is no longer kept: .* worst 100 of each kind\.$/)
    expect(made.log.select(most + 1 - KEPT_DELAYS.newest)).toMatch(/no longer kept/)
    expect(made.log.select(most + 2 - KEPT_DELAYS.newest)).toBeNull()
    expect(ids(made, true)).toHaveLength(KEPT_DELAYS.newest + KEPT_DELAYS.worst)
  })

  it('are the worst of each kind, too: late presses stay, however many frames are late by more [LB-10]', () => {
    const made = rig()
    const presses = Array.from({ length: 3 }, (_, i) => ({ late: (i + 1) * MS }))
    const frames = Array.from({ length: 2_000 }, () => ({ what: 'frame' as const, name: 'frame', late: 60 * MS }))
    late(made, ...presses, ...frames)
    const rows = made.log.takeRows(true)
    expect(rows.filter(({ what }) => what === 'press').map(({ id }) => id)).toEqual([1, 2, 3])
    expect(rows).toHaveLength(3 + KEPT_DELAYS.worst + KEPT_DELAYS.newest)
    expect(made.log.select(1)).toBeNull()
  })

  it('are fewer where their chains are long', () => {
    const made = rig()
    const segments = Array.from({ length: 64 }, (_, i) => blank(i, i + 1))
    late(made, ...Array.from({ length: 300 }, () => ({ segments })))
    // 12,288 segments of 64 each
    const worst = Array.from({ length: KEPT_DELAYS.worst }, (_, i) => 1 + i)
    expect(ids(made, true)).toEqual([...worst, ...Array.from({ length: 192 }, (_, i) => 109 + i)])
  })

  it('is not sent where it has gone before any frame took it', () => {
    const made = rig()
    late(made, ...Array.from({ length: 1_126 }, () => ({})))
    expect(ids(made).slice(KEPT_DELAYS.worst - 1, KEPT_DELAYS.worst + 1)).toEqual([KEPT_DELAYS.worst, 127])
  })
})

describe('the chain that is shown', () => {
  it('is that of the chosen one, or none, and says why it cannot be', () => {
    const made = rig()
    late(made, {}, {})
    made.happened()
    expect([made.log.selected, made.log.select(2)]).toEqual([null, null])
    expect(made.log.selected).toMatchObject({ id: 2, state: 'late', begin: 20 * MS, title: 'press of A', effect: 'A' })
    expect(made.happened()).toEqual(['delayChosen'])
    expect(made.log.select(3)).toBe('There is no delay 3: 2 so far.')
    expect([made.log.selected?.id, made.happened()]).toEqual([2, []])
    expect([made.log.select(null), made.log.selected]).toEqual([null, null])
  })

  it('is the same in another system of the run where that has the same delay', () => {
    const [one, same, other] = [rig(), rig(), rig()]
    late(one, {}, {})
    late(same, {}, {})
    late(other, {}, { begin: 21 * MS })
    one.log.select(2)
    for (const made of [same, other]) made.log.selectAs(one.log.selected)
    expect([same.log.selected?.id, other.log.selected]).toEqual([2, null])
    same.log.selectAs(null)
    expect(same.log.selected).toBeNull()
  })
})

describe('a frame that is under way', () => {
  /** One began at 0 and waits for nothing yet. */
  function underWay(): Rig & { frame: Pending } {
    const made = rig()
    const frame = made.delays.frame(0)
    if (frame === undefined) throw new Error('nothing is recorded')
    return { ...made, frame }
  }

  it('is followed, anew every 100 ms of simulated time', () => {
    const { log, world, happened } = underWay()
    expect(log.select('under-way')).toBeNull()
    expect(log.selected).toMatchObject({ id: null, state: 'under-way', what: 'frame', begin: 0, shown: null })
    happened()
    world.wait(99 * MS)
    log.follow()
    expect(happened()).toEqual([])
    world.wait(MS)
    log.follow()
    expect(happened()).toEqual(['delayChosen'])
    log.follow()
    expect(happened()).toEqual([])
  })

  it('becomes the delay that it is when it was shown late', () => {
    const { log, frame, happened } = underWay()
    log.select('under-way')
    happened()
    log.late(delay(0, { what: 'frame', name: 'frame' }), frame)
    expect(log.selected).toMatchObject({ id: 1, state: 'late', shown: 10 * MS })
    expect(happened()).toEqual(['delayed', 'delayChosen'])
  })

  it.each([
    [true, 'in-time'],
    [false, 'lost'],
  ])('that is over and was not late stays as it was then: completed %s is %s', (completed, state) => {
    const { log, frame, happened, delays, world } = underWay()
    log.select('under-way')
    happened()
    const other = delays.create('frame', 'frame', 0, 1, null)
    log.passed(other, completed)
    expect([log.selected?.state, happened()]).toEqual(['under-way', []])
    log.passed(frame, completed)
    expect([log.selected?.state, happened()]).toEqual([state, ['delayChosen']])
    world.wait(200 * MS)
    log.follow()
    expect([log.selected?.state, happened()]).toEqual([state, []])
  })

  it('is the newest that was late where none is, and nothing where there was none either', () => {
    const made = rig()
    expect(made.log.select('under-way')).toBe('No frame and no press is under way, and no frame was shown late yet.')
    late(made, { what: 'frame', name: 'frame' }, {})
    expect([made.log.select('under-way'), made.log.selected?.id]).toEqual([null, 1])
  })
})
