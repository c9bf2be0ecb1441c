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
  ({ label, localByteSeconds: held, pageInBytes: pagedIn }) as VariantRow

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
    // tails: unit 0 from 5 to 8 s, unit 1 from 2 to 8 s
    expect(thresholds).toEqual([
      { threshold: 0, held: 0, pagedIn: 130 },
      // 1 s: 10 + 100 + 10 of the gaps, 10 + 100 of the tails
      { threshold: 1 * s, held: 230, pagedIn: 120 },
      // 2 s: 10 + 200 + 20, 20 + 200
      { threshold: 2 * s, held: 450, pagedIn: 20 },
      // 4 s: 10 + 200 + 40, 30 + 400
      { threshold: 4 * s, held: 680, pagedIn: 10 },
    ])
  })

  test('a variant lies above the thresholds where one of them pages in less and holds no more [LB-13]', () => {
    const { variants } = frontierOf(references, 8 * s, [
      row('above', 460, 21),
      row('on', 450, 20),
      row('left', 449, 119),
    ])
    expect(variants).toEqual([
      { label: 'above', held: 460, pagedIn: 21, aboveThresholds: true },
      { label: 'on', held: 450, pagedIn: 20, aboveThresholds: false },
      { label: 'left', held: 449, pagedIn: 119, aboveThresholds: false },
    ])
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
