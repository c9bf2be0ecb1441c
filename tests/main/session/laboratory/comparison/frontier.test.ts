/** Memory held against bytes paged (LB-13): curves by hand, and against every choice of gaps. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reference } from '../../../../../main/session/laboratory/bound/references'
import { frontierCurves, frontierOf as variantsOn } from '../../../../../main/session/laboratory/comparison/frontier'
import type { VariantRow } from '../../../../../preload/contract'

const s = 1_000_000
const frontierOf = (references: Parameters<typeof frontierCurves>[0], until: number, rows: VariantRow[]) =>
  variantsOn(frontierCurves(references, until), rows)
const use = (t: number, ...units: number[]): Reference => ({ t: t * s, kind: 'use', units })
const row = (label: string, held: number, pagedIn: number): VariantRow =>
  ({ label, localByteSeconds: held, localPageInBytes: pagedIn }) as VariantRow

describe('the frontier', () => {
  // unit 0 of 10 bytes at 0, 1 and 5 s; unit 1 of 100 bytes created resident at 0, used at 2 s; unit 2 of 7 never used
  const references = {
    sizes: [10, 100, 7],
    events: [
      { t: 0, kind: 'created', unit: 1 } as const,
      { t: 0, kind: 'created', unit: 2 } as const,
      use(0, 0),
      use(1, 0),
      use(2, 1),
      use(5, 0),
    ],
  }

  test('keeps gaps by increasing duration: size × duration held, size not paged [LB-13]', () => {
    const { best } = frontierOf(references, 8 * s, [])
    // gaps: 1 s of 10, 2 s of 100, 4 s of 10; the first use of unit 0 costs 10 whatever is kept
    expect(best).toEqual([
      { held: 0, pagedIn: 130 },
      { held: 10, pagedIn: 120 },
      { held: 210, pagedIn: 20 },
      { held: 250, pagedIn: 10 },
    ])
  })

  test('a fixed threshold holds what it drops for as long, and what is never used again [LB-13]', () => {
    const { thresholds } = frontierOf(references, 8 * s, [])
    // tails: unit 0 from 5 to 8 s, unit 1 from 2 to 8 s, and unit 2, which is there and never used, from 0 to 8 s
    expect(thresholds).toEqual([
      { threshold: 0, held: 0, pagedIn: 130 },
      // 1 s: 10 + 100 + 10 of the gaps, 10 + 100 + 7 of the tails
      { threshold: 1 * s, held: 237, pagedIn: 120 },
      // 2 s: 10 + 200 + 20, 20 + 200 + 14
      { threshold: 2 * s, held: 464, pagedIn: 20 },
      // 4 s: 10 + 200 + 40, 30 + 400 + 28
      { threshold: 4 * s, held: 708, pagedIn: 10 },
    ])
  })

  test('what is destroyed is held no longer [LB-13]', () => {
    const gone = { ...references, events: [...references.events, { t: 6 * s, kind: 'destroyed', unit: 1 } as const] }
    // unit 1 from 2 to 6 s: 100 for each second but the fourth, as with the end at 8 s, and no more after it
    expect(frontierOf(gone, 8 * s, []).thresholds).toEqual(frontierOf(references, 8 * s, []).thresholds)
    const soon = { ...references, events: [...references.events, { t: 5 * s, kind: 'destroyed', unit: 1 } as const] }
    expect(frontierOf(soon, 8 * s, []).thresholds.at(-1)).toEqual({ threshold: 4 * s, held: 608, pagedIn: 10 })
  })

  test('of each variant it is said what lies below it, and whether it lies above [LB-13]', () => {
    const { variants } = frontierOf(references, 8 * s, [
      row('above both', 465, 21),
      row('on a threshold', 464, 20),
      row('on the best', 110, 70),
      row('below', 110, 60),
    ])
    expect(variants).toEqual([
      {
        label: 'above both',
        held: 465,
        pagedIn: 21,
        best: 10,
        aboveBest: true,
        threshold: 20,
        idle: 2 * s,
        aboveThresholds: true,
      },
      {
        label: 'on a threshold',
        held: 464,
        pagedIn: 20,
        best: 10,
        aboveBest: true,
        threshold: 20,
        idle: 2 * s,
        aboveThresholds: false,
      },
      // half of the way from 120 at 10 to 20 at 210
      {
        label: 'on the best',
        held: 110,
        pagedIn: 70,
        best: 70,
        aboveBest: false,
        threshold: 130,
        idle: 0,
        aboveThresholds: false,
      },
      {
        label: 'below',
        held: 110,
        pagedIn: 60,
        best: 70,
        aboveBest: false,
        threshold: 130,
        idle: 0,
        aboveThresholds: false,
      },
    ])
  })

  test('a threshold is what dropping after that long comes to, step by step [LB-13]', () => {
    const unit = fc.record({
      size: fc.integer({ min: 1, max: 50 }),
      // of one that is there from the start; null: it comes with its first use
      created: fc.option(fc.integer({ min: 0, max: 5 })),
      uses: fc.uniqueArray(fc.integer({ min: 6, max: 30 }), { maxLength: 5 }),
      gone: fc.option(fc.integer({ min: 31, max: 33 })),
    })
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 4 }), (units) => {
        const events = units
          .flatMap(({ created, uses, gone }, i): Reference[] => [
            ...(created === null ? [] : [{ t: created * s, kind: 'created' as const, unit: i }]),
            ...uses.map((t) => use(t, i)),
            ...(gone === null ? [] : [{ t: gone * s, kind: 'destroyed' as const, unit: i }]),
          ])
          .sort((a, b) => a.t - b.t)
        const { thresholds } = frontierCurves({ sizes: units.map(({ size }) => size), events }, 34 * s)
        for (const { threshold, held, pagedIn } of thresholds) {
          // the oracle walks second by second: what was used or made within the threshold is still there
          const most = threshold / s
          let [heldThere, pagedThere] = [0, 0]
          for (const { size, created, uses, gone } of units) {
            let since = created
            for (let now = 0; now < (gone ?? 34); now++) {
              if (uses.includes(now)) {
                if (since === null || now - since > most) pagedThere += size
                since = now
              }
              if (since !== null && now >= since && now - since < most) heldThere += size
            }
          }
          // a second that begins with a unit there is held whole: the threshold is whole seconds
          expect([held, pagedIn]).toEqual([heldThere, pagedThere])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('no choice of gaps lies below it, and no threshold [LB-13]', () => {
    const units = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 })
    const uses = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.nat(3)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(units, uses, (sizes, list) => {
        const sorted = [...list].sort((a, b) => a[0] - b[0])
        const events = sorted.map(([t, unit]) => use(t, unit % sizes.length))
        const { best, thresholds } = frontierOf({ sizes, events }, 31 * s, [])
        // the oracle takes the gaps from the list itself
        const gaps = sorted.flatMap(([t, unit], i) => {
          const before = sorted.slice(0, i).filter(([, other]) => other % sizes.length === unit % sizes.length)
          const last = before.at(-1)
          return last === undefined
            ? []
            : [{ held: (t - last[0]) * sizes[unit % sizes.length]!, saved: sizes[unit % sizes.length]! }]
        })
        const all = sorted.reduce((sum, [, unit]) => sum + sizes[unit % sizes.length]!, 0)
        for (let choice = 0; choice < 2 ** gaps.length; choice++) {
          const kept = gaps.filter((_gap, i) => (choice >> i) % 2 === 1)
          const held = kept.reduce((sum, gap) => sum + gap.held, 0)
          const pagedIn = all - kept.reduce((sum, gap) => sum + gap.saved, 0)
          expect(pagedIn).toBeGreaterThanOrEqual(lowest(best, held) - 1e-9)
        }
        for (const { held, pagedIn } of thresholds) expect(pagedIn).toBeGreaterThanOrEqual(lowest(best, held) - 1e-9)
        expect(best.at(-1)!.pagedIn).toBe(
          new Set(sorted.map(([, unit]) => unit % sizes.length)).size === 0
            ? 0
            : all - gaps.reduce((sum, gap) => sum + gap.saved, 0),
        )
      }),
      { numRuns: 300 },
    )
  })
})

/** What the curve pages in with so much held: straight between its points. */
function lowest(curve: readonly { held: number; pagedIn: number }[], held: number): number {
  const after = curve.findIndex((point) => point.held >= held)
  if (after < 0) return curve.at(-1)!.pagedIn
  if (after === 0 || curve[after]!.held === held)
    return Math.min(...curve.filter((p) => p.held === held).map((p) => p.pagedIn), curve[after]!.pagedIn)
  const [a, b] = [curve[after - 1]!, curve[after]!]
  return a.pagedIn + ((b.pagedIn - a.pagedIn) * (held - a.held)) / (b.held - a.held)
}
