import { describe, expect, it } from 'vitest'
import { AllocationState } from '../../../../preload/contract'
import { isFoldable, summaryOf } from '../../../../renderer/editor/rack/summary'
import { columnsOf } from '../../store/support/columns'

const { resident, pagedOut, evictable } = AllocationState

describe('the resources of an effect', () => {
  it('are folded when there are many, so that a card does not draw thousands of lines', () => {
    const ids = (count: number) => Uint32Array.from({ length: count }, (_, id) => id)
    expect(isFoldable(ids(16))).toBe(false)
    expect(isFoldable(ids(17))).toBe(true)
  })

  it('are summed up by state, the most resident first, without those that are gone', () => {
    const columns = columnsOf([
      { bytes: 100, state: pagedOut },
      { bytes: 20, state: resident },
      { bytes: 3, state: evictable },
      { bytes: 40, state: resident },
    ])
    expect(summaryOf(columns, Uint32Array.of(0, 1, 3, 99))).toEqual({
      bytes: 160,
      states: [
        { state: resident, count: 2 },
        { state: pagedOut, count: 1 },
      ],
    })
    expect(summaryOf(columns, new Uint32Array(0))).toEqual({ bytes: 0, states: [] })
  })
})
