import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { barChart } from '../../../renderer/charts/bars'
import { chartLook } from '../../../renderer/charts/look'
import { type Drawn, recordedCanvas, stubCanvases, textsOf } from '../canvas/recorded-context'

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Draws two rows; their bars end at 10 and 5 below, at 100 and 50 above. */
function bars(parts: { upper?: readonly number[] } = {}): Drawn[] {
  const { canvas, drawn } = recordedCanvas(600, 220)
  const chart = barChart(
    canvas,
    chartLook(),
    ['Fast', ['Full', 'two lines']],
    { label: 'Freed', values: [10, 5], fill: 'freed' },
    {
      label: 'Moved',
      axis: 'Moved, MiB',
      values: parts.upper ?? [100, 50],
      fill: 'moved',
      border: { colour: 'edge', width: 2 },
    },
  )
  chart.destroy()
  return drawn
}

describe('a chart of two bars a row', () => {
  it('has a ground under everything, which a saved picture needs', () => {
    expect(bars().find(({ how }) => how === 'fill')).toMatchObject({
      ink: '--panel-raised',
      x: 0,
      y: 0,
      w: 600,
      h: 220,
    })
  })

  it('has bars as long as their values, each on an axis of its own, from the same start', () => {
    const drawn = bars()
    const lengths = (ink: string) => drawn.filter((each) => each.ink === ink && each.w > 12).map(({ x, w }) => [x, w])
    const [freed, half] = lengths('freed')
    expect(freed![0]).toBe(half![0])
    expect(freed![1]! / half![1]!).toBeCloseTo(2, 1)
    // 100 MiB are as long as 10 heaps: the axes end where their greatest values do
    expect(lengths('moved').map(([x]) => Math.round(x!))).toEqual([Math.round(freed![0]!), Math.round(freed![0]!)])
    expect(lengths('moved')[0]![1]).toBeCloseTo(freed![1]!, -1)
  })

  it('names its rows, in lines where they have several, and its axes', () => {
    const texts = textsOf(bars())
    expect(texts).toEqual(expect.arrayContaining(['Fast', 'Full', 'two lines', 'Freed', 'Moved', 'Moved, MiB']))
  })

  it('has a bar of no length for nothing', () => {
    const drawn = bars({ upper: [0, 0] })
    expect(drawn.filter(({ ink, w }) => ink === 'moved' && w > 12)).toEqual([])
  })
})
