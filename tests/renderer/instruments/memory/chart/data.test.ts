import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NotificationView, SampleView } from '../../../../../preload/contract'
import {
  buildSeries,
  byteStep,
  decimate,
  kindsOf,
  markersOf,
  type Point,
  sampleAt,
  samplesCsv,
  windowOf,
} from '../../../../../renderer/instruments/memory/chart/data'
import { sampleAt as aSample } from '../../../../support/sample'

const MIB = 1024 * 1024
const SECOND = 1_000_000
const sample = (t: number, resident: number, evictable = 0, other = 0, budget = 1000): SampleView =>
  aSample(t, { resident, evictable, other, budget })
const notification = (id: number, t: number, flags: number): NotificationView => ({
  id,
  t,
  flags,
  bytesToTrim: 0,
  source: 'system',
  callbacks: 1,
  results: [],
})

/** The value of a line at a moment; at a step the value after it. */
function valueAt(points: readonly Point[], x: number): number | undefined {
  return points.findLast((point) => point.x <= x)?.y
}

describe('windowOf', () => {
  it('follows the clock, and starts at 0 while the run is short', () => {
    expect(windowOf(60 * SECOND, null, 10 * SECOND)).toEqual({ from: 0, to: 60 * SECOND })
    expect(windowOf(60 * SECOND, null, 100 * SECOND)).toEqual({ from: 40 * SECOND, to: 100 * SECOND })
  })

  it('stays where it was put, within the run', () => {
    expect(windowOf(30 * SECOND, 50 * SECOND, 100 * SECOND)).toEqual({ from: 20 * SECOND, to: 50 * SECOND })
    expect(windowOf(30 * SECOND, 5 * SECOND, 100 * SECOND)).toEqual({ from: 0, to: 30 * SECOND })
  })

  it('shows everything', () => {
    expect(windowOf(null, null, 500 * SECOND)).toEqual({ from: 0, to: 500 * SECOND })
    expect(windowOf(null, null, 0).to).toBeGreaterThan(0)
  })
})

describe('sampleAt', () => {
  it('is the last sample at or before a moment', () => {
    const samples = [sample(10, 1), sample(20, 2), sample(20, 3), sample(30, 4)]
    expect([5, 10, 19, 20, 29, 30, 99].map((t) => sampleAt(samples, t))).toEqual([-1, 0, 0, 2, 2, 3, 3])
    expect(sampleAt([], 5)).toBe(-1)
  })
})

const anySamples = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 5000 }),
      resident: fc.nat(900),
      evictable: fc.nat(900),
      other: fc.nat(900),
    }),
    {
      minLength: 1,
      maxLength: 500,
    },
  )
  .map((list) => {
    let t = 0
    return list.map(({ gap, resident, evictable, other }) => {
      t += gap
      return sample(t, resident, evictable, other)
    })
  })

describe('decimate', () => {
  it('keeps every sample while there is room for it', () => {
    const samples = [sample(0, 1), sample(5, 2), sample(9, 3)]
    expect(decimate(samples, { from: 0, to: 10 }, 100)).toEqual([0, 1, 2])
  })

  it('keeps the first, the last, and the extremes, in order, and not more than fits', () => {
    fc.assert(
      fc.property(anySamples, fc.integer({ min: 1, max: 80 }), (samples, buckets) => {
        const window = { from: 0, to: Math.max(1, samples.at(-1)!.t) }
        const kept = decimate(samples, window, buckets)
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b))
        // of several samples of the first moment the last one holds
        const first = Math.max(
          0,
          samples.findLastIndex(({ t }) => t === 0),
        )
        expect(kept[0]).toBe(first)
        expect(kept.at(-1)).toBe(samples.length - 1)
        expect(kept.length).toBeLessThanOrEqual(Math.max(buckets, 7 * (buckets + 1)))
        const residents = (indices: readonly number[]) => indices.map((at) => samples[at]!.resident)
        const everything = samples.map((_, at) => at).slice(first)
        expect(Math.max(...residents(kept))).toBe(Math.max(...residents(everything)))
        expect(Math.min(...residents(kept))).toBe(Math.min(...residents(everything)))
      }),
    )
  })

  it('begins with the value in force where the window begins', () => {
    const samples = [sample(0, 7), sample(100, 8), sample(300, 9)]
    expect(decimate(samples, { from: 200, to: 250 }, 10)).toEqual([1])
  })
})

describe('buildSeries', () => {
  it('holds each value until the next sample, and the last one until now', () => {
    const { resident } = buildSeries([sample(0, 10), sample(50, 30)], { from: 0, to: 100 }, 80, 500).lines
    expect(resident).toEqual([
      { x: 0, y: 10 },
      { x: 50, y: 10 },
      { x: 50, y: 30 },
      { x: 80, y: 30 },
    ])
  })

  it('stacks evictable on resident, and other processes on both', () => {
    const { lines, budget: highest } = buildSeries([sample(0, 10, 5, 3)], { from: 0, to: 100 }, 100, 500)
    const { resident, evictable, other, budget } = lines
    expect([resident, evictable, other, budget].map((line) => line[0]?.y)).toEqual([10, 15, 18, 1000])
    expect(highest).toBe(1000)
  })

  it('stacks in the segment only what has memory of it; the rest of what is pending and what is paged out is apart [RS-04]', () => {
    const parts = { resident: 100, pending: 60, unplaced: 40, evictable: 30, other: 6, pagedOut: 90, capacity: 256 }
    const { lines, held, out, capacity } = buildSeries([aSample(0, parts)], { from: 0, to: 100 }, 50, 500)
    const { resident, pending, evictable, other, pagedOut, unplaced } = lines
    expect([resident, pending, evictable, other].map((line) => line[0]?.y)).toEqual([100, 120, 150, 156])
    expect([pagedOut, unplaced].map((line) => line[0]?.y)).toEqual([90, 130])
    expect([held, out, capacity]).toEqual([156, 130, 256])
    // the segment has its size also in what is to come
    expect([lines.capacity.at(-1), resident.at(-1)]).toEqual([
      { x: 100, y: 256 },
      { x: 50, y: 100 },
    ])
  })

  it('shows at every moment what the samples say, when there is room for all of them', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const end = samples.at(-1)!.t
        const { lines } = buildSeries(samples, { from: 0, to: end + 1 }, end + 1, 10_000)
        for (const { t } of samples) {
          const now = samples[sampleAt(samples, t)]!
          expect(valueAt(lines.resident, t)).toBe(now.resident)
          expect(valueAt(lines.other, t)).toBe(now.resident + now.evictable + now.other)
        }
      }),
    )
  })

  it('starts at the edge of the window with what was in force there', () => {
    const { resident } = buildSeries([sample(0, 7), sample(300, 9)], { from: 100, to: 400 }, 350, 500).lines
    expect(resident[0]).toEqual({ x: 100, y: 7 })
    expect(resident.at(-1)).toEqual({ x: 350, y: 9 })
  })

  it('is empty without samples', () => {
    expect(buildSeries([], { from: 0, to: 100 }, 50, 500)).toMatchObject({
      lines: { resident: [], budget: [] },
      budget: 0,
      capacity: 0,
    })
  })
})

describe('markersOf', () => {
  const window = { from: 0, to: 1000 }

  it('has a marker for each flag of a notification (TN-02)', () => {
    expect(kindsOf(5)).toEqual(['periodic', 'budget'])
    expect(kindsOf(2)).toEqual(['restart'])
    expect(kindsOf(0)).toEqual(['plain'])
    const notifications = [notification(1, 500, 5)]
    const markers = markersOf({ notifications, findings: [], hitches: [], late: [], drops: [] }, window, 1000)
    expect(markers.map(({ kind, t }) => [kind, t])).toEqual([
      ['periodic', 500],
      ['budget', 500],
    ])
  })

  it('joins markers of one kind that would lie on one another, and counts them', () => {
    const markers = markersOf(
      {
        notifications: [
          notification(1, 100, 1),
          notification(2, 103, 1),
          notification(3, 104, 4),
          notification(4, 300, 1),
        ],
        findings: [{ id: 9, t: 104 }],
        hitches: [
          { id: 0, t: 200, count: 2 },
          { id: 1, t: 205, count: 1 },
          { id: 2, t: 400, count: 4 },
        ],
        drops: [{ id: 0, t: 600, count: 2 }],
        late: [
          { id: 7, t: 500 },
          { id: 8, t: 503 },
          { id: 9, t: 1_500 },
        ],
      },
      window,
      1000,
    )
    expect(markers).toEqual([
      { kind: 'periodic', t: 100, id: 2, count: 2 },
      { kind: 'budget', t: 104, id: 3, count: 1 },
      { kind: 'periodic', t: 300, id: 4, count: 1 },
      { kind: 'finding', t: 104, id: 9, count: 1 },
      { kind: 'hitch', t: 200, id: 1, count: 3 },
      { kind: 'hitch', t: 400, id: 2, count: 4 },
      { kind: 'dropped', t: 600, id: 0, count: 2 },
      { kind: 'late', t: 500, id: 8, count: 2 },
    ])
  })

  it('leaves out what lies outside the window', () => {
    const notifications = [notification(1, 5, 1), notification(2, 900, 1)]
    const marked = {
      notifications,
      findings: [{ id: 1, t: 2 }],
      hitches: [{ id: 0, t: 801, count: 1 }],
      late: [{ id: 1, t: 801 }],
      drops: [{ id: 0, t: 9, count: 1 }],
    }
    expect(markersOf(marked, { from: 10, to: 800 }, 1000)).toEqual([])
  })
})

describe('axes', () => {
  it('has round binary steps that fit', () => {
    expect(byteStep(512 * MIB, 5)).toBe(128 * MIB)
    expect(byteStep(0, 5)).toBeGreaterThan(0)
    for (const most of [1, 3 * MIB, 700 * MIB, 24 * 1024 * MIB]) expect(most / byteStep(most, 5)).toBeLessThanOrEqual(5)
  })
})

describe('samplesCsv', () => {
  it('has a header and every sample of the window, and the one in force at its start', () => {
    const samples = [sample(0, 1, 2, 3, 4), sample(100, 5, 6, 7, 8), sample(900, 9, 9, 9, 9)]
    expect(samplesCsv(samples, { from: 50, to: 500 })).toBe(
      'time_us,usage_bytes,resident_bytes,pending_bytes,evictable_bytes,paged_out_bytes,other_processes_bytes,' +
        'budget_bytes,capacity_bytes\r\n0,1,1,0,2,0,3,4,0\r\n100,5,5,0,6,0,7,8,0\r\n',
    )
  })
})
