/** Names beside the points of the report's frontier: they were one text wider than the chart, or lay on each other. */
import { describe, expect, it } from 'vitest'
import { pointsOf } from '../../../../../main/session/laboratory/comparison/points'

/** Names with where they stand, the widest that a letter gets. */
function boxes(html: string) {
  return [...html.matchAll(/<text x="([\d.]+)" y="([\d.]+)"( text-anchor="end")?>([^<]*)</g)].map(
    ([, x, y, end, text = '']) => {
      const [near, length] = [Number(x), 9 * text.length]
      return {
        left: end === undefined ? near : near - length,
        right: end === undefined ? near + length : near,
        y: Number(y),
        text,
      }
    },
  )
}

describe('points of variants [LB-13] [LB-18]', () => {
  const names = Array.from({ length: 27 }, (_unused, i) => `a policy of its own ${i}`)

  it.each([120, 480, 500, 950])(
    'that lie in one place at %i have names that stay in the chart, the rest counted',
    (x) => {
      const [box, ...others] = boxes(pointsOf(names.map((label) => ({ label, at: [x, 100] }))))
      expect(others).toEqual([])
      expect(box?.text).toMatch(/^a policy of its own 0(, .*)? and \d+ more$/)
      expect(box!.left).toBeGreaterThanOrEqual(120)
      expect(box!.right).toBeLessThanOrEqual(960)
    },
  )

  it.each([15, 100, 230])('that lie side by side at a height of %i have names that do not lie on each other', (y) => {
    const found = boxes(pointsOf(names.slice(0, 10).map((label, i) => ({ label, at: [130 + i, y] }))))
    expect(found.map(({ text }) => text)).toEqual(names.slice(0, 10))
    for (const [i, one] of found.entries())
      for (const other of found.slice(i + 1))
        expect(Math.abs(one.y - other.y) >= 17 || one.right <= other.left || other.right <= one.left).toBe(true)
    expect(Math.min(...found.map((box) => box.y))).toBeGreaterThanOrEqual(15)
    expect(Math.max(...found.map((box) => box.y))).toBeLessThanOrEqual(234)
  })

  it('has all names where there is room, and one whatever its length', () => {
    expect(
      boxes(
        pointsOf([
          { label: 'a', at: [130, 50] },
          { label: 'b', at: [130, 50] },
        ]),
      )[0]?.text,
    ).toBe('a, b')
    expect(boxes(pointsOf([{ label: 'x'.repeat(300), at: [130, 50] }]))[0]?.text).toHaveLength(300)
  })

  it('have names that no other point lies on [LB-18]', () => {
    const html = pointsOf([
      { label: 'driver-managed', at: [176, 100] },
      { label: 'fence-lru', at: [179, 100] },
      { label: 'none', at: [900, 100] },
    ])
    const circles = [...html.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map((found) =>
      found.slice(1).map(Number),
    )
    expect(circles).toHaveLength(3)
    // a line of text is 17 high, about its middle 4 above its foot
    for (const { left, right, y } of boxes(html))
      for (const [x = 0, cy = 0, r = 0] of circles)
        expect(x + r <= left || x - r >= right || Math.abs(y - 4 - cy) >= 8.5 + r).toBe(true)
  })

  it('are in front of all names, and say who they are where no line is free for a name [LB-18]', () => {
    // names that reach over each other's whole width: 13 lines of 17 are all that 260 has room for
    const long = Array.from({ length: 20 }, (_unused, i) => `a policy of its own with a long name ${i}`)
    const html = pointsOf(long.map((label, i) => ({ label, at: [130 + i, 100] })))
    const found = boxes(html)
    expect(found.length).toBeGreaterThan(5)
    expect(found.length).toBeLessThan(20)
    for (const [i, one] of found.entries())
      for (const other of found.slice(i + 1)) expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(17)
    expect([...html.matchAll(/<circle [^>]*><title>([^<]*)<\/title>/g)].map(([, title]) => title)).toEqual(long)
    expect(html.indexOf('<circle')).toBeGreaterThan(html.lastIndexOf('<text'))
  })

  it('are led to from a name that stands on another line', () => {
    const html = pointsOf([
      { label: 'driver-managed', at: [176, 100] },
      { label: 'fence-lru', at: [179, 100] },
    ])
    expect(html.match(/<path d="M179 100L/g)).toHaveLength(1)
  })
})
