/** How an allocation is told in words. */
import { describe, expect, it } from 'vitest'
import { AllocationState, DriverFlag, RESIDENCY_PRIORITIES } from '../../../../../preload/contract'
import {
  contentsTitle,
  driverNotes,
  factsOf,
  lastUsedText,
  priorityText,
  sentenceOf,
  whyText,
} from '../../../../../renderer/instruments/memory/allocations/text'
import { changeAllocations, emptyAllocations } from '../../../../../renderer/store/allocations'
import { columnsOf } from '../../../store/support/columns'
import { allocation, changes } from '../../../store/support/frames'
import { heap } from '../../../store/support/heaps'

const columns = columnsOf([
  {
    name: 'main',
    bytes: 2_097_152,
    state: AllocationState.evictable,
    references: 1200,
    segment: 'non-local',
    priority: RESIDENCY_PRIORITIES.indexOf('high'),
    lastUsed: 1_500_000,
  },
  { name: 'idle', bytes: 1, state: AllocationState.pagedOut, references: 0, lastUsed: -1 },
])

describe('an allocation in words', () => {
  it('has its size, to the byte, its state, where it lies, who holds it and when it was used', () => {
    expect(factsOf(columns, 0).map(({ term, value }) => [term, value])).toEqual([
      ['Size', '2 MiB'],
      ['State', 'Evictable'],
      ['Segment', 'Non-local'],
      ['Priority', 'High'],
      ['References', '1,200'],
      ['Last used', lastUsedText(1_500_000)],
    ])
    expect([0, 1].map((id) => factsOf(columns, id)[0]?.meaning)).toEqual(['2,097,152 bytes', '1 byte'])
  })

  it('is one sentence for screen readers, which says how many share its cell', () => {
    const alone = 'Blur.idle: size 1 B, state paged out, segment Local, priority Normal, references 0, last used never'
    expect(sentenceOf(columns, 1, 1).toLowerCase()).toBe(`${alone}.`.toLowerCase())
    expect(sentenceOf(columns, 1, 1200)).toMatch(/, last used never, one of 1,200 allocations in this cell\.$/)
  })

  it('was used at a moment of simulated time, the first included, or never', () => {
    expect([lastUsedText(-1), lastUsedText(0) === lastUsedText(-1)]).toEqual(['never', false])
  })

  it('has a priority that begins as a name does', () => {
    expect([priorityText(RESIDENCY_PRIORITIES.indexOf('normal')), priorityText(99)]).toEqual(['Normal', ''])
  })
})

describe('what the driver does with an allocation', () => {
  const noted = (driverFlags: number) => {
    const made = changeAllocations(emptyAllocations(), changes([{ ...allocation, id: 3, driverFlags }]))
    return driverNotes(made, 3).map(({ name }) => name)
  }

  it('is noted flag by flag [AN-01, AN-03, AN-14]', () => {
    expect(noted(0)).toEqual([])
    expect(noted(DriverFlag.notifyIoMmuUnmap)).toEqual(['NotifyIoMmuUnmap'])
    expect(noted(DriverFlag.compressed | DriverFlag.notifyEviction)).toEqual(['NotifyEviction', 'compressed'])
  })
})

describe('why an allocation is out [LB-09]', () => {
  const reasons = [
    { t: 1_000_000, why: 'Evicted first.' },
    { t: 2_000_000, why: null },
    { t: 5_000_000, why: 'Evicted again.' },
    { t: 6_000_000, why: 'Evicted again. Paged out.' },
  ]

  it('is told as it is now while the time cursor is not set', () => {
    expect(whyText(reasons, null)).toBe('Evicted again. Paged out.')
    expect(whyText(reasons.slice(0, 2), null)).toBeNull()
    expect(whyText([], null)).toBeNull()
  })

  it.each([
    [999_999, null],
    [1_000_000, 'Evicted first.'],
    [1_999_999, 'Evicted first.'],
    [2_000_000, 'Evicted first. Brought back at 2.000 s.'],
    [4_999_999, 'Evicted first. Brought back at 2.000 s.'],
    [5_000_000, 'Evicted again.'],
    [6_000_000, 'Evicted again. Paged out.'],
  ])('with the cursor at %d µs it is that of the last time up to there, not of the newest', (moment, text) => {
    expect(whyText(reasons, moment)).toBe(text)
  })
})

it('a heap in words counts what lies in it, and apart from that what a pass moves in [RS-15] [DF-11]', () => {
  const ranges = [{ name: 'tile 12', bytes: 16 }, { bytes: 8 }, { name: 'tile 14', bytes: 16 }]
  const moved = { name: 'Grade.table', bytes: 8, kind: 'destination' as const }
  const title = (ended: boolean): string =>
    contentsTitle(heap(3, [...ranges, ended ? { ...moved, kind: 'buffer' } : moved], { name: 'Media block 3' }))
  expect(title(false)).toBe('Media block 3: 2 resources placed in it and 1 that a pass moves in')
  expect(title(true)).toBe('Media block 3: 3 resources placed in it')
})
