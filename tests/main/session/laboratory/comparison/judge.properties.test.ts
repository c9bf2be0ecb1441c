/** What is advised of any table is true of it, by the clause's own words and not by the functions that advise (LB-07). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adviceOn } from '../../../../../main/session/laboratory/comparison/judge'
import type { VariantRow } from '../../../../../preload/contract'
import { variantRow as row } from '../../../../support/variant-row'

const COLUMNS = ['pageOutBytes', 'localByteSeconds', 'waitedForPaging', 'hitches', 'devicesRemoved'] as const

/** Many that differ by nearly 5 % or a little more. */
const amount = fc.constantFrom(0, 1, 95, 96, 100, 104, 105, 106, 109, 200)
const values = fc
  .record({
    pageOutBytes: amount,
    localByteSeconds: amount,
    waitedForPaging: amount,
    hitches: fc.nat(2),
    appDevicesRemoved: fc.constantFrom(0, 0, 0, 1),
    others: fc.constantFrom(0, 0, 1),
  })
  .map(({ others, ...each }) => ({ ...each, devicesRemoved: each.appDevicesRemoved + others }))

/** By more than 5 % of the larger, in whole numbers. */
const worse = (one: VariantRow, other: VariantRow, column: (typeof COLUMNS)[number]): boolean =>
  (one[column] - other[column]) * 20 > one[column]

test('of any table: who is advised is worse than none and better than one, a trade is between some that differ, and else none do [LB-07]', () => {
  const seen = { advised: 0, trade: 0, alike: 0 }
  fc.assert(
    fc.property(fc.array(values, { minLength: 2, maxLength: 5 }), (table) => {
      const rows = table.map((each, index) => row(`v${index}`, each))
      const able = rows.filter(({ appDevicesRemoved }) => appDevicesRemoved === 0)
      if (able.length < 2) return
      const beats = (one: VariantRow, other: VariantRow): boolean => COLUMNS.some((key) => worse(other, one, key))
      const isGood = (one: VariantRow): boolean => able.every((other) => !beats(other, one))
      const best = able.filter((one) => isGood(one) && able.some((other) => beats(one, other)))
      const { label, against, columns, trade, text } = adviceOn(rows)
      if (label !== null) {
        seen.advised++
        expect(best.map((one) => one.label)).toContain(label)
        const [one, other] = [label, against].map((name) => able.find((each) => each.label === name))
        expect(columns).toEqual(COLUMNS.filter((key) => worse(other!, one!, key)))
        // nor is there one beside it whose numbers are less, be it by little, and none more
        const beaten = able.filter(
          (each) => COLUMNS.every((key) => each[key] <= one![key]) && COLUMNS.some((key) => each[key] < one![key]),
        )
        expect(beaten.map((each) => each.label)).toEqual([])
        return
      }
      expect(best).toEqual([])
      const differ = COLUMNS.filter((key) => able.some((one) => able.some((other) => worse(one, other, key))))
      expect(trade.length > 0, text).toBe(differ.length > 0)
      if (trade.length > 0) seen.trade++
      else seen.alike++
    }),
    { numRuns: 3000, examples: [[BETWEEN], [BETWEEN.slice(1)]] },
  )
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0)
})

const EQUAL = { waitedForPaging: 0, hitches: 0, appDevicesRemoved: 0, devicesRemoved: 0 }
/** The second is like either of the others, which differ by more; without the first none does. */
const BETWEEN = [
  { ...EQUAL, pageOutBytes: 100, localByteSeconds: 109 },
  { ...EQUAL, pageOutBytes: 104, localByteSeconds: 104 },
  { ...EQUAL, pageOutBytes: 109, localByteSeconds: 100 },
]
