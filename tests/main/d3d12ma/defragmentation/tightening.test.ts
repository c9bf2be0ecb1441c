import { describe, expect, it } from 'vitest'
import { planTightening } from '../../../../main/d3d12ma/defragmentation/tightening'
import { layoutOf } from './layouts'

/** "item → block:offset" of each move, in order. */
function moves(...blocks: Parameters<typeof layoutOf>[0]): string[] {
  const { count, items, blocks: to, offsets } = planTightening(layoutOf(blocks))
  return Array.from({ length: count }, (_, at) => `${items[at]} → ${to[at]}:${offsets[at]}`)
}

describe('free space is filled with what lies behind it [DF-16]', () => {
  it('where it fits: what is free ends up in one range, at the end [DF-09]', () => {
    // 0–20 free, 20–40, 40–60 free, 60–80, 80–100 free
    const items = [
      { offset: 20, size: 20 },
      { offset: 60, size: 20 },
    ]
    // the last one first, into the free range before it that fits: 60 of 100 are free behind both
    expect(moves({ size: 100, items })).toEqual(['1 → 0:0'])
  })

  it('in the block before as well', () => {
    expect(
      moves({ size: 100, items: [{ offset: 0, size: 60 }] }, { size: 100, items: [{ offset: 0, size: 40 }] }),
    ).toEqual(['1 → 0:60'])
  })

  it('by the smallest range that is large enough, which leaves the larger one to a larger item', () => {
    // free: 0–30, 40–50; the last item, of 10, would fit into both
    const items = [
      { offset: 30, size: 10, fixed: true },
      { offset: 50, size: 10, fixed: true },
      { offset: 60, size: 30 },
      { offset: 90, size: 10 },
    ]
    expect(moves({ size: 100, items })).toEqual(['2 → 0:0', '3 → 0:40'])
  })

  it('again and again, until nothing before an item is free where it would fit', () => {
    // into 40–50 first, as that is the smallest, and from there to the front
    const items = [
      { offset: 30, size: 10, fixed: true },
      { offset: 50, size: 10, fixed: true },
      { offset: 60, size: 10 },
    ]
    expect(moves({ size: 100, items })).toEqual(['2 → 0:0'])
  })

  it('not with what does not fit, lies before it, or stays', () => {
    // 10 free before an item of 20, and an item of 10 before that
    expect(
      moves({
        size: 100,
        items: [
          { offset: 0, size: 10 },
          { offset: 20, size: 20 },
        ],
      }),
    ).toEqual([])
    expect(moves({ size: 100, items: [{ offset: 50, size: 10, fixed: true }] })).toEqual([])
  })

  it('in an order in which each destination is free when its turn comes', () => {
    // 3 items of 20 with 20 free before each: the last goes to the front, so that two stay
    const items = [20, 60, 100].map((offset) => ({ offset, size: 20 }))
    const layout = layoutOf([{ size: 120, items }])
    const { count, items: moved, offsets } = planTightening(layout)
    const taken = new Map(items.map(({ offset, size }, item) => [item, [offset, offset + size] as const]))
    for (let at = 0; at < count; at++) {
      const [item, start] = [moved[at] as number, offsets[at] as number]
      for (const [other, [from, to]] of taken)
        if (other !== item) expect(start + 20 <= from || start >= to, `${item} over ${other}`).toBe(true)
      taken.set(item, [start, start + 20])
    }
    // 60 bytes of three items, 60 free: packed to the front they leave one range
    expect([...taken.values()].map(([from]) => from).sort((a, b) => a - b)).toEqual([0, 20, 40])
  })

  it('nothing of no blocks', () => {
    expect(moves()).toEqual([])
  })
})
