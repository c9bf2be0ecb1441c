/** What charts of the report are drawn with. */
import { expect, it } from 'vitest'
import { axes, escaped, pathOf, placed, strokeOf, svg } from '../../../../../main/session/laboratory/comparison/drawing'

it('a share of both axes is a place of the picture, from the ground at the left [LB-18]', () => {
  // 960 by 260, with 120 at the left, 10 at the right, 15 above and 30 below
  expect([placed([0, 0]), placed([1, 1]), placed([0.5, 0])]).toEqual([
    [120, 230],
    [950, 15],
    [535, 230],
  ])
  expect(pathOf([])).toBe('')
  expect(
    pathOf([
      [0, 0],
      [1, 1],
    ]),
  ).toBe('M120 230L950 15')
})

it('axes say what their ends are; a picture has its name for those who hear it [LB-18]', () => {
  const drawn = axes('<most>', 'end', 'begin')
  expect([...drawn.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
    '&lt;most&gt;',
    '0',
    'begin',
    'end',
  ])
  expect(axes('most', 'end')).not.toContain('begin')
  expect(svg('"a" & b', drawn)).toContain('role="img" aria-label="&quot;a&quot; &amp; b">')
})

it('lines of one colour differ in their dashes [LB-18]', () => {
  const looks = Array.from({ length: 27 }, (_unused, i) => strokeOf(i))
  expect(new Set(looks).size).toBe(27)
  expect(looks[0]).toBe('fill="none" stroke="#0072b2" stroke-width="1.5"')
})

it('a text of a scenario stays a text [LB-18]', () => {
  expect(escaped('<b a="1">&amp;')).toBe('&lt;b a=&quot;1&quot;&gt;&amp;amp;')
  expect(escaped('a\0\u001b[2Jb\r\nc')).toBe('a [2Jb c')
})
