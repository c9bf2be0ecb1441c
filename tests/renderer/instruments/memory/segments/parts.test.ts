import { describe, expect, it } from 'vitest'
import type { SegmentView } from '../../../../../preload/contract'
import {
  budgetShare,
  overBudget,
  partsOf,
  partText,
  segmentSentence,
} from '../../../../../renderer/instruments/memory/segments/parts'

const MIB = 1024 * 1024
const segment: SegmentView = {
  size: 512 * MIB,
  resident: 128 * MIB,
  pending: 32 * MIB,
  forcedOut: 0,
  evictable: 64 * MIB,
  committed: 192 * MIB,
  other: 60 * MIB,
  system: 4 * MIB,
  free: 256 * MIB,
  budget: 256 * MIB,
}

describe('partsOf', () => {
  it('adds up to the segment (RS-12)', () => {
    const parts = partsOf(segment)
    expect(parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(segment.size)
    expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1)
  })

  it('counts pending bytes once, though CurrentUsage includes them (RS-08)', () => {
    const bytes = Object.fromEntries(partsOf(segment).map((part) => [part.key, part.bytes]))
    expect(bytes).toMatchObject({ resident: 96 * MIB, pending: 32 * MIB })
  })

  it('leaves out what is paged out under pressure: it lies elsewhere, though CurrentUsage includes it (RS-02)', () => {
    const pressed = { ...segment, resident: 160 * MIB, forcedOut: 32 * MIB }
    expect(partsOf(pressed)).toEqual(partsOf(segment))
    expect(segmentSentence('Local', pressed)).toContain('Budget 256 MiB. Paged out under pressure: 32 MiB.')
  })

  it('has no share of what is pending without memory yet: the bar is never more than full (RS-05)', () => {
    const parts = partsOf({ ...segment, resident: 328 * MIB, pending: 232 * MIB })
    expect(parts.find(({ key }) => key === 'pending')).toMatchObject({ bytes: 232 * MIB, share: 32 / 512 })
    expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1)
  })

  it('names what of the pending bytes lies in the segment: the numbers add up to its size [RS-12]', () => {
    // 96 MiB resident, 64 MiB evictable and 192 MiB committed: of 232 MiB pending, 32 MiB have memory
    const parts = partsOf({ ...segment, resident: 328 * MIB, pending: 232 * MIB })
    expect(parts.reduce((sum, part) => sum + part.inSegment, 0)).toBe(512 * MIB)
    expect(parts.map(partText)).toEqual(['96 MiB', '32 MiB of 232 MiB', '64 MiB', '60 MiB', '4 MiB', '256 MiB'])
    expect(partsOf(segment).map(partText)).toContain('32 MiB')
  })

  it('has no shares of a segment that is not there', () => {
    const none = { ...segment, size: 0 }
    expect(partsOf(none).every((part) => part.share === 0)).toBe(true)
    expect(budgetShare(none)).toBe(0)
  })
})

describe('budget', () => {
  it('stands on the bar, at most at its end', () => {
    expect(budgetShare(segment)).toBe(0.5)
    expect(budgetShare({ ...segment, budget: 900 * MIB })).toBe(1)
  })

  it('is exceeded by what is on the residency list above it (TN-24)', () => {
    expect(overBudget(segment)).toBe(0)
    expect(overBudget({ ...segment, budget: 100 * MIB })).toBe(28 * MIB)
    expect(segmentSentence('Local', { ...segment, budget: 100 * MIB })).toContain('Budget 100 MiB, 28 MiB over it.')
  })
})

describe('segmentSentence', () => {
  it('says everything that the bar shows', () => {
    expect(segmentSentence('Local', segment)).toBe(
      'Local, 512 MiB: resident 96 MiB, pending 32 MiB, evictable 64 MiB, other processes 60 MiB, system 4 MiB, free 256 MiB. ' +
        'Budget 256 MiB.',
    )
  })
})
