import { describe, expect, it } from 'vitest'
import type { NotificationView } from '../../../../../preload/contract'
import type { Marker } from '../../../../../renderer/instruments/memory/chart/data'
import {
  emptyText,
  flagsText,
  markerText,
  readingAt,
  summaryOf,
} from '../../../../../renderer/instruments/memory/chart/text'
import { sampleAt } from '../../../../support/sample'

const MIB = 1024 * 1024
const samples = [
  sampleAt(10, {
    usage: 104 * MIB,
    resident: 64 * MIB,
    pending: 8 * MIB,
    pagedOut: 48 * MIB,
    other: 32 * MIB,
    budget: 512 * MIB,
    capacity: 1024 * MIB,
  }),
]
const notification: NotificationView = {
  id: 4,
  t: 20,
  flags: 5,
  bytesToTrim: 16 * MIB,
  source: 'system',
  callbacks: 2,
  results: [
    { cookie: 0, owner: 'creative-app', evicted: 2, bytes: 24 * MIB },
    { cookie: 1, owner: 'by hand', evicted: 0, bytes: 0 },
  ],
}
const marker: Marker = { kind: 'periodic', t: 20, id: 4, count: 1 }

it('where nothing has been in memory so far nobody is asked to run what runs', () => {
  expect(emptyText(0)).toBe('Memory appears here as simulated time passes: press Run, then an effect.')
  expect(emptyText(1)).toBe('Nothing has been in memory so far: press an effect that has resources.')
})

describe('readingAt', () => {
  it('gives the values in force, nothing before the first sample', () => {
    expect(readingAt(samples, 9)).toEqual([])
    expect(readingAt(samples, 500)).toEqual([
      ['Usage', '104 MiB'],
      ['Resident', '64 MiB'],
      ['Pending', '8 MiB'],
      ['Evictable', '0 B'],
      ['Paged out', '48 MiB'],
      ['Other processes', '32 MiB'],
      ['Budget', '512 MiB'],
      ['Capacity', '1 GiB'],
    ])
  })
})

describe('markerText', () => {
  it('names the flags, the bytes asked for and what the callbacks did', () => {
    expect(flagsText(5)).toBe('PERIODIC_TRIM + TRIM_TO_BUDGET')
    expect(flagsText(0)).toBe('No flags')
    expect(markerText(marker, [notification], [])).toBe(
      'PERIODIC_TRIM + TRIM_TO_BUDGET, 16 MiB to trim: 2 evicted, 24 MiB',
    )
  })

  it('says when nobody was registered (TN-21)', () => {
    const unheard = { ...notification, flags: 1, callbacks: 0, results: [] }
    expect(markerText(marker, [unheard], [])).toBe('PERIODIC_TRIM: nobody was registered')
  })

  it('says of frames that were dropped every reason there is: their device may be gone', () => {
    expect(markerText({ kind: 'dropped', t: 20, id: 4, count: 1 }, [], [])).toBe(
      '1 frame dropped: as many as may be were under way, the work of one was lost, or the device was removed. Click for what was under way (LB-08)',
    )
  })

  it('says how many more lie there', () => {
    const finding = { id: 7, t: 20, rule: 'TN-34a', message: 'evicted too early' }
    expect(markerText({ kind: 'finding', t: 20, id: 7, count: 3 }, [], [finding])).toBe(
      'Evicted though used since the last trim: evicted too early (and 2 more here)',
    )
  })

  it('counts hitches and says what they are [RS-10]', () => {
    expect(markerText({ kind: 'hitch', t: 20, id: 0, count: 1 }, [], [])).toMatch(/^1 hitch: .*RS-10/)
    expect(markerText({ kind: 'hitch', t: 20, id: 0, count: 3 }, [], [])).toMatch(/^3 hitches: /)
  })

  it('is empty for what the interface has forgotten', () => {
    expect(markerText({ ...marker, id: 99 }, [notification], [])).toBe('')
  })
})

describe('summaryOf', () => {
  it('tells the chart in words', () => {
    expect(
      summaryOf(samples, [marker, { ...marker, kind: 'finding', count: 2 }], { from: 0, to: 60_000_000 }, 30),
    ).toBe(
      'From 0.000 s to 1:00.000. At the end: usage 104 MiB, resident 64 MiB, pending 8 MiB, evictable 0 B, paged out ' +
        '48 MiB, other processes 32 MiB, budget 512 MiB, capacity 1 GiB. 1 notification, 0 hitches, 0 shown late, 0 frames dropped and 2 findings in this time.',
    )
  })

  it('says when there is nothing yet', () => {
    expect(summaryOf([], [], { from: 0, to: 1 }, 0)).toBe('No samples yet.')
  })
})
