import { expect, it } from 'vitest'
import { parseSegment } from '../../../../renderer/editor/system/segment-size'

it.each([
  ['65536', 65_536],
  ['100000', 131_072],
  ['1', 0],
])('%s bytes are %i of whole granules', (text, whole) => {
  expect(parseSegment(text, 0)).toEqual({ ok: true, value: whole })
})

it('what cannot be read, or is too small, stays so', () => {
  expect(parseSegment('many', 0)).toMatchObject({ ok: false, message: expect.stringMatching(/^“many” is not a size/) })
  expect(parseSegment('1 KiB', 65_536)).toEqual({ ok: false, message: 'The smallest size here is 64 KiB.' })
})
