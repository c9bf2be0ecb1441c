/** What finer detail costs: layer by layer in the second pass, and features once. */
import { expect, it } from 'vitest'
import { effectSpecOf } from '../../../../main/editor/effects/catalogue'
import { superResolution } from '../../../../main/editor/effects/super-resolution'
import { passCosts } from './costs'

const of = (said: Record<string, number>): [number, number] => passCosts(superResolution, said) as [number, number]

it('each layer costs the same; the features are found once', () => {
  const [one, two, six] = [of({ layers: 1 }), of({ layers: 2 }), of({ layers: 6 })]
  const layer = (two[1] ?? 0) - (one[1] ?? 0)
  expect(layer).toBeGreaterThan(0)
  expect([(six[1] ?? 0) - (two[1] ?? 0), six[0]]).toEqual([4 * layer, one[0]])
})

it('a half as it was, and holding to the neighbours, cost once', () => {
  for (const name of ['compare', 'ringing']) {
    const more = [1, 6].map((layers) => of({ layers, [name]: 1 })[1] - of({ layers, [name]: 0 })[1])
    expect([(more[0] ?? 0) > 0, more[0] === more[1]], name).toEqual([true, true])
  }
})

it('its result has twice the rows and columns: four times the texels of the picture', () => {
  const project = { width: 1024, height: 1024, format: 'R8G8B8A8_UNORM' } as const
  const { resources } = effectSpecOf(superResolution, project)
  // 2048 × 2048 of 4 bytes
  expect(resources.find(({ name }) => name === 'result')?.size).toBe(16 * 2 ** 20)
})
