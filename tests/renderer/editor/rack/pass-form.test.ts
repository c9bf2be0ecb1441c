import { expect, it } from 'vitest'
import { GRAPHICS_WORK, type PassSpec } from '../../../../preload/contract'
import { newPass, passText, readPasses } from '../../../../renderer/editor/rack/pass-form'

const LIMITS = { least: 1, most: 60_000_000 }

it('a pass goes through its row unchanged', () => {
  const passes: PassSpec[] = [
    { engine: '3d', gpuTime: 1_234_567, work: { ...GRAPHICS_WORK, pixels: 7 } },
    { engine: 'copy', gpuTime: 10 },
  ]
  expect(readPasses(passes.map(passText), LIMITS)).toEqual({ ok: true, passes })
})

it('rows are told apart, whatever is typed', () => {
  const [one, two] = [newPass('4 ms'), newPass('4 ms')]
  expect(one.key).not.toBe(two.key)
  expect(readPasses([one, { ...two, gpuTime: '' }], LIMITS)).toEqual({
    ok: false,
    rows: { [two.key]: { gpuTime: 'Enter a duration, for example 4 ms.' } },
  })
})
