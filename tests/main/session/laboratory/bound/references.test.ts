/** Uses of units, read out of what was noted down (LB-11). */
import { expect, test } from 'vitest'
import { eachUse, type References } from '../../../../../main/session/laboratory/bound/references'

test('each use knows the one before it, or that the unit was created resident, or neither [LB-11]', () => {
  const references: References = {
    sizes: [10, 20, 30],
    events: [
      { t: 0, kind: 'capacity', bytes: 50 },
      { t: 1, kind: 'created', unit: 0 },
      { t: 3, kind: 'use', units: [0, 1] },
      { t: 4, kind: 'destroyed', unit: 1 },
      { t: 7, kind: 'use', units: [2, 0] },
    ],
  }
  const told: unknown[] = []
  eachUse(references, ({ event, t, unit, since }) => told.push([event, t, unit, since]))
  expect(told).toEqual([
    [2, 3, 0, 1],
    [2, 3, 1, null],
    [4, 7, 2, null],
    [4, 7, 0, 3],
  ])
})
