/** Which time the memory chart shows. Times in µs. */
import { describe, expect, it } from 'vitest'
import { chartControls, showSpan, spanName, spanOf } from '../../../../../renderer/instruments/memory/chart/controls'
import { emptyState } from '../../../../../renderer/store/model'
import { setMemoryTab } from '../../../../../renderer/store/store'
import { sending } from '../../../store/support/sending'

const page = sending()
const S = 1_000_000

const isAt = (now: number) => page.shows({ clock: { ...emptyState().clock, now } })
const chart = () => page.state.memoryTab.chart
const press = (key: string) => chartControls.key({ key, ctrlKey: false, altKey: false, shiftKey: false })

describe('a named span', () => {
  it('is shown where the chart is, and is known again by its name', () => {
    isAt(1000 * S)
    setMemoryTab({ chart: { span: 30 * S, end: 500 * S, isAll: false } })
    showSpan('5 min')
    expect([chart(), spanName(chart()), spanOf(chart())]).toEqual([
      { span: 300 * S, end: 500 * S, isAll: false },
      '5 min',
      300 * S,
    ])
  })

  it('of everything follows what happens, and keeps for later how much was shown', () => {
    isAt(1000 * S)
    setMemoryTab({ chart: { span: 60 * S, end: 500 * S, isAll: false } })
    showSpan('All')
    expect([chart(), spanName(chart()), spanOf(chart())]).toEqual([
      { span: 60 * S, end: null, isAll: true },
      'All',
      null,
    ])
  })

  it('has none where the wheel has chosen another', () => {
    expect(spanName({ span: 31 * S, end: null, isAll: false })).toBe('')
  })
})

describe('keys', () => {
  it('move on from everything by a fifth of it: what is shown then is no longer all', () => {
    isAt(100 * S)
    showSpan('All')
    press('ArrowLeft')
    expect(chart()).toEqual({ span: 100 * S, end: expect.any(Number), isAll: false })
  })

  it('move a part by a fifth of it', () => {
    isAt(1000 * S)
    setMemoryTab({ chart: { span: 50 * S, end: 500 * S, isAll: false } })
    press('ArrowLeft')
    expect(chart()).toEqual({ span: 50 * S, end: 490 * S, isAll: false })
  })
})
