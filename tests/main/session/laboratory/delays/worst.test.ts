import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Delay } from '../../../../../main/session/laboratory/delays/types'
import { keepWorst, placeAmongWorst } from '../../../../../main/session/laboratory/delays/worst'

const delay = (late: number, begin: number): Delay => {
  const times = { begin, due: begin, shown: begin + late, late }
  return { what: 'press', name: 'Blur', set: null, command: null, segments: [], ...times }
}

it('the worst are kept, the worst of all first and of equal ones the earlier [LB-10]', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), fc.integer({ min: 1, max: 5 }), (lates, most) => {
      const kept: Delay[] = []
      const all = lates.map(delay)
      for (const one of all) {
        const place = placeAmongWorst(kept, one.late)
        if (place < most) keepWorst(kept, place, one, most)
      }
      const sorted = all.toSorted((a, b) => b.late - a.late || a.begin - b.begin)
      expect(kept).toEqual(sorted.slice(0, most))
    }),
  )
})
