/** How one comes to a delay, and what is said where there is none (LB-10). */
import { describe, expect, it } from 'vitest'
import type { DelayRowView } from '../../../../preload/contract'
import {
  closeDelay,
  explainMoment,
  openDelay,
  showDelays,
  showDropped,
} from '../../../../renderer/store/delays/actions'
import { sending } from '../support/sending'

const page = sending()

const s = 1_000_000
const row = (id: number, what: DelayRowView['what'], begin: number, shown: number): DelayRowView => ({
  id,
  what,
  title: `${what} ${id}`,
  command: null,
  begin: begin * s,
  due: begin * s,
  shown: shown * s,
  most: null,
})

const ROWS = [row(1, 'press', 1, 2), row(2, 'frame', 10, 11), row(3, 'present', 10, 14)]
const selected = () => page.sent.flatMap((command) => (command.kind === 'selectDelay' ? [command.id] : []))

describe('a delay that is opened', () => {
  it('is chosen in the session, and its tab and its moment are shown', async () => {
    page.shows({ delayRows: ROWS })
    await openDelay(2)
    expect([selected(), page.state.tab, page.state.moment, page.state.delaysTab.note]).toEqual([
      [2],
      'delays',
      10 * s,
      '',
    ])
  })

  it('is in the list: one of another kind, or under way, is not opened beside a list of presses', async () => {
    page.shows({ delayRows: ROWS })
    const listed = async (what: DelayRowView['what'] | 'dropped', id: number | 'under-way') => {
      showDelays(what)
      await openDelay(id)
      return page.state.delaysTab.what
    }
    expect([await listed('present', 2), await listed('press', 'under-way')]).toEqual([null, null])
    // from the list of its kind, and from that of what was dropped meanwhile
    expect([await listed('frame', 2), await listed('dropped', 2)]).toEqual(['frame', 'dropped'])
  })

  it('that is gone is said to be, and the moment stays', async () => {
    page.shows({ delayRows: ROWS })
    page.answer = { ok: false, message: 'It is gone.' }
    await openDelay(99)
    expect([page.state.delaysTab.note, page.state.moment]).toEqual(['It is gone.', null])
    // what is said beside the list is not said twice
    expect(page.state.toasts).toEqual([])
    closeDelay()
    expect([page.state.delaysTab.note, selected()]).toEqual(['', [99, null]])
  })
})

describe('a moment', () => {
  it('is explained by the worst delay around it, of the kinds that are asked for', () => {
    page.shows({ delayRows: ROWS })
    explainMoment(10.5 * s)
    explainMoment(10.5 * s, ['frame'])
    expect([selected(), page.state.moment]).toEqual([[3, 2], 10.5 * s])
  })

  it('at which nothing was late says so, and nothing is chosen any more', () => {
    page.shows({ delayRows: ROWS })
    explainMoment(9 * s)
    expect([selected(), page.state.tab, page.state.delaysTab.note]).toEqual([
      [null],
      'delays',
      'Nothing that is kept was shown late at 9.000 s.',
    ])
  })

  it('of dropped frames shows those, and the frame that was under way', () => {
    page.shows({ delayRows: ROWS })
    showDropped(10.5 * s)
    expect([selected(), page.state.delaysTab.what]).toEqual([[2], 'dropped'])
  })
})

it('delays of one kind are shown alone, without what was said before', () => {
  page.shows({ delayRows: [] })
  explainMoment(5 * s)
  showDelays('frame')
  expect([page.state.tab, page.state.delaysTab.what, page.state.delaysTab.note]).toEqual(['delays', 'frame', ''])
})
