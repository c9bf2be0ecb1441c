import { expect, it } from 'vitest'
import { wholeGranules } from '../../../../renderer/editor/system/whole-granules'
import type { Parsed } from '../../../../renderer/widgets/parse'

it.each([
  [65_536, 65_536],
  [100_000, 131_072],
  [1, 0],
])('%i bytes are %i of whole granules', (value, whole) => {
  expect(wholeGranules({ ok: true, value })).toEqual({ ok: true, value: whole })
})

it('what could not be read stays so', () => {
  const wrong: Parsed<number> = { ok: false, message: 'no size' }
  expect(wholeGranules(wrong)).toBe(wrong)
})
