/** What the look costs: by how it is read between the points of its table; what changes nothing is not worked out. */
import { expect, it } from 'vitest'
import { colourGrade } from '../../../../main/editor/effects/colour-grade'
import { cost } from './costs'

const of = (said: Record<string, number> = {}): number => cost(colourGrade, { exposure: 1, amount: 1, ...said })

it('the texture unit reads between points; by hand four points of a tetrahedron are the dearest', () => {
  const [nearest, linear, tetrahedral] = [0, 1, 2].map((interpolation) => of({ interpolation })) as [
    number,
    number,
    number,
  ]
  expect([tetrahedral > 2 * nearest, tetrahedral > 2 * linear]).toEqual([true, true])
})

it('an exposure or an amount of 1 costs nothing, another one the same at each interpolation', () => {
  for (const [name, value] of [
    ['exposure', 2],
    ['amount', 0.5],
  ] as const) {
    const more = [0, 1, 2].map((interpolation) => of({ interpolation, [name]: value }) - of({ interpolation }))
    expect([(more[0] ?? 0) > 0, new Set(more).size], name).toEqual([true, 1])
  }
})

it('each look is in the same table, and costs the same', () => {
  expect(of({ look: 1 })).toBe(of({ look: 2 }))
})
