/** How much room there is for uses, by hand (LB-12): budgets, other processes and reservations as they come. */
import { describe, expect, it } from 'vitest'
import { inRoom, type Noted } from '../../../../../main/session/laboratory/bound/room'

const PAGE = 65_536
/** 1,000 pages, of which 900 are the processes' */
const segment = 1_000 * PAGE
const claims = (t: number, configured: number, reserved: number, others: number, asked = false): Noted => ({
  t,
  kind: 'claims',
  claims: { configured: configured * PAGE, reserved: reserved * PAGE, others: others * PAGE },
  asked,
})
const pages = (noted: readonly Noted[], capacity: 'budget' | 'segment', budget?: number): [number, number][] =>
  inRoom(noted, { capacity, segment, budget: budget === undefined ? undefined : budget * PAGE }).flatMap((one) =>
    one.kind === 'capacity' ? [[one.t, one.bytes / PAGE] as [number, number]] : [],
  )

describe('the room of what is noted', () => {
  it('is the budget that the app is given, as far as others leave it [LB-12] [RS-09]', () => {
    const noted = [claims(0, 500, 0, 0), claims(1, 500, 0, 300), claims(2, 500, 0, 600), claims(3, 100, 0, 600)]
    // 900 − 300 are more than 500; 900 − 600 are 300
    expect(pages(noted, 'budget')).toEqual([
      [0, 500],
      [2, 300],
      [3, 100],
    ])
    expect(pages(noted, 'budget', 200)).toEqual([[0, 200]])
    // all of local memory, less what others use
    expect(pages(noted, 'segment')).toEqual([
      [0, 1_000],
      [1, 700],
      [2, 400],
    ])
  })

  it('is no less than what was reserved, where half of the budget was as much [LB-12] [RS-08]', () => {
    const noted = [claims(0, 500, 0, 0), claims(1, 500, 250, 0, true), claims(2, 500, 250, 800)]
    expect(pages(noted, 'budget')).toEqual([
      [0, 500],
      [2, 250],
    ])
    // of 400 at most 200 are given: nothing is reserved, and 900 − 800 are left
    expect(pages(noted, 'budget', 400)).toEqual([
      [0, 400],
      [2, 100],
    ])
  })

  it('has what is asked for once more with the same size when there is room for it [LB-12] [RS-08]', () => {
    // half of 900 − 700 are less than 150, half of 400 are more; then 900 − 850 are left
    const noted = [
      claims(0, 400, 0, 700),
      claims(1, 400, 150, 700, true),
      claims(2, 400, 150, 0),
      claims(3, 400, 150, 0, true),
      claims(4, 400, 150, 850),
    ]
    expect(pages(noted, 'budget')).toEqual([
      [0, 200],
      [2, 400],
      [4, 150],
    ])
    const once = noted.filter(({ t }) => t !== 3)
    expect(pages(once, 'budget')).toEqual([
      [0, 200],
      [2, 400],
      [4, 50],
    ])
  })

  it('is of another budget from where that counts, behind what is there by then, and what was reserved before stands on the one before [LB-03] [LB-11] [LB-12] [RS-08]', () => {
    const there: Noted = { t: 2, kind: 'created', unit: 0 }
    const made: Noted = { t: 2, kind: 'created', unit: 1 }
    const use: Noted = { t: 5, kind: 'use', units: [0] }
    const noted: Noted[] = [claims(0, 1_000, 0, 0), claims(1, 1_000, 400, 0, true), there, { t: 2, kind: 'begins' }]
    noted.push(made, use, claims(6, 1_000, 400, 700))
    const events = inRoom(noted, { capacity: 'budget', segment, budget: 256 * PAGE })
    // half of 900 are more than 400, which stay when the budget falls to 256; 900 − 700 are less
    expect(events).toEqual([
      { t: 0, kind: 'capacity', bytes: 900 * PAGE },
      there,
      { t: 2, kind: 'capacity', bytes: 400 * PAGE },
      made,
      use,
    ])
    // without another budget nothing changes there
    expect(inRoom(noted, { capacity: 'budget', segment }).filter(({ kind }) => kind === 'capacity')).toEqual([
      { t: 0, kind: 'capacity', bytes: 900 * PAGE },
      { t: 6, kind: 'capacity', bytes: 400 * PAGE },
    ])
    // all of it is of the other where all of it counts
    const counted = noted.filter(({ kind }) => kind !== 'begins')
    expect(inRoom(counted, { capacity: 'budget', segment, budget: 256 * PAGE })[0]).toEqual({
      t: 0,
      kind: 'capacity',
      bytes: 256 * PAGE,
    })
  })

  it('comes between what it was noted between, and all else stays [LB-12]', () => {
    const use: Noted = { t: 1, kind: 'use', units: [0] }
    const events = inRoom([use, claims(1, 500, 0, 0), use], { capacity: 'budget', segment })
    expect(events).toEqual([use, { t: 1, kind: 'capacity', bytes: 500 * PAGE }, use])
  })
})
