import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AllocationState } from '../../../../../preload/contract'
import { NO_FILTER, type RowSort, rowsOf } from '../../../../../renderer/instruments/memory/allocations/rows'
import { SpreadRows } from '../../../../../renderer/instruments/memory/allocations/spread'
import { changeAllocations } from '../../../../../renderer/store/allocations'
import { manyColumns } from '../../../store/support/columns'
import { changes } from '../../../store/support/frames'

const bySize: RowSort = { column: 'bytes', descending: true }
const byState: RowSort = { column: 'state', descending: false }

describe('the rows of very many allocations', () => {
  let frames: (() => void)[] = []
  let found: (readonly number[])[] = []

  beforeEach(() => {
    frames = []
    found = []
    let now = 0
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
    vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
    // every look at the clock takes 2 ms, so that a frame has time for two steps
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 2
      return now
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  function spread(): SpreadRows {
    return new SpreadRows((rows) => found.push(rows))
  }

  /** @returns how many frames it took */
  function untilIdle(): number {
    let count = 0
    for (let run = frames.shift(); run !== undefined; run = frames.shift()) {
      run()
      count++
    }
    return count
  }

  it('are made over several animation frames, and are those that one step would make', () => {
    const columns = manyColumns(200_000, 1000)
    spread().ask(columns, NO_FILTER, bySize)
    expect(found).toEqual([])
    expect(untilIdle()).toBeGreaterThan(3)
    expect(found).toEqual([rowsOf(columns, NO_FILTER, bySize)])
  })

  it('are there at once without filter and sort', () => {
    const columns = manyColumns(200_000, 1000)
    spread().ask(columns, NO_FILTER, null)
    expect(found).toEqual([columns.ids])
  })

  it('are finished before newer allocations are looked at, which are not forgotten', () => {
    const columns = manyColumns(100_000, 1000)
    const rows = spread()
    rows.ask(columns, NO_FILTER, byState)
    const newer = changeAllocations(columns, changes([], [{ id: 0, state: AllocationState.pending }]))
    rows.ask(newer, NO_FILTER, byState)
    untilIdle()
    expect(found).toHaveLength(2)
    expect(found[1]).toEqual(rowsOf(newer, NO_FILTER, byState))
    expect(found[1]!.indexOf(0)).toBeGreaterThan(70_000)
  })

  it('of a filter or sort that is not wanted any more are never shown', () => {
    const columns = manyColumns(100_000, 1000)
    const rows = spread()
    rows.ask(columns, NO_FILTER, byState)
    rows.ask(columns, NO_FILTER, bySize)
    untilIdle()
    expect(found).toEqual([rowsOf(columns, NO_FILTER, bySize)])
    rows.ask(columns, { ...NO_FILTER, text: 'effect 1' }, bySize)
    rows.stop()
    untilIdle()
    expect(found).toHaveLength(1)
  })
})
