/** What every chart shares, by what chart.js draws with it. */
import { Chart, LinearScale, LineController, LineElement, PointElement } from 'chart.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chartLook, fillGround, groundPlugin, legendOf, linearAxis, STILL } from '../../../renderer/charts/look'
import { type Drawn, drawnIn, recordedCanvas, recordedContext, stubCanvases, textsOf } from '../canvas/recorded-context'

Chart.register(LineController, LinearScale, LineElement, PointElement)

let gridded: Drawn[]

beforeEach(() => {
  stubCanvases()
  gridded ??= axisDrawn(true)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A line from 30 to 90 on 400 × 200 px. */
function axisDrawn(isGridded: boolean, max?: number): Drawn[] {
  const { canvas, drawn } = recordedCanvas(400, 200)
  const look = chartLook()
  const data = [
    { x: 0, y: 30 },
    { x: 1, y: 90 },
  ]
  new Chart(canvas, {
    type: 'line',
    data: { datasets: [{ data, pointRadius: 0 }] },
    options: {
      ...STILL,
      responsive: false,
      scales: {
        x: { type: 'linear', display: false },
        y: linearAxis(look, 'Usage, MiB', 'left', { gridded: isGridded, ...(max === undefined ? {} : { max }) }),
      },
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
    },
    plugins: [groundPlugin(look.panel)],
  }).destroy()
  return drawn
}

const numbers = (drawing: readonly Drawn[]): number[] =>
  drawing.flatMap(({ text }) => (text !== undefined && /^\d/.test(text) ? [Number(text)] : []))

describe('the look of charts', () => {
  it('is that of the theme, in the font of the page', () => {
    expect(chartLook()).toEqual({
      panel: '--panel-raised',
      axis: '--chart-axis',
      grid: '--chart-grid',
      text: '--text',
      font: { size: 11, family: 'serif' },
    })
  })

  it('has each picture drawn once, at the size that it is given, and no answer to the pointer', () => {
    expect(STILL).toEqual({ animation: false, maintainAspectRatio: false, events: [] })
  })
})

describe('the ground', () => {
  it('is under all else that is drawn, over the whole canvas', () => {
    expect(gridded.find(({ how }) => how === 'fill')).toMatchObject({
      ink: '--panel-raised',
      x: 0,
      y: 0,
      w: 400,
      h: 200,
    })
  })

  it('leaves the fill of who draws next as it was', () => {
    const { context, drawn } = recordedContext()
    context.fillStyle = 'before'
    fillGround({ ctx: context, width: 40, height: 20 }, 'ground')
    context.fillRect(1, 2, 3, 4)
    expect(drawn.map(({ ink, x, y, w, h }) => [ink, x, y, w, h])).toEqual([
      ['ground', 0, 0, 40, 20],
      ['before', 1, 2, 3, 4],
    ])
  })
})

describe('an axis of numbers', () => {
  it('goes from 0, although nothing is as little, in whole numbers, of which there are 6 at most', () => {
    const shown = numbers(gridded).sort((a, b) => a - b)
    expect(shown).toEqual([0, 20, 40, 60, 80, 100])
  })

  it('ends where it is told', () => {
    expect(Math.max(...numbers(axisDrawn(true, 200)))).toBe(200)
  })

  it('writes its numbers and what they are in the colour of axes', () => {
    const texts = gridded.filter(({ how }) => how === 'text')
    expect(textsOf(texts)).toContain('Usage, MiB')
    expect(new Set(texts.map(({ ink, font }) => `${ink} ${font}`))).toEqual(new Set(['--chart-axis normal 11px serif']))
  })

  it('has a line across at each number where it is gridded, and else none that is seen', () => {
    const across = (drawing: readonly Drawn[]) =>
      drawnIn(drawing, { x: 0, y: 0, w: 400, h: 200 }).filter(({ how, w, h }) => how === 'stroke' && w > 300 && h === 0)
    expect(across(gridded).map(({ ink }) => ink)).toEqual(Array.from({ length: 6 }, () => '--chart-grid'))
    expect(across(axisDrawn(false)).filter(({ ink }) => ink !== 'transparent')).toEqual([])
  })
})

it('a legend stands above the picture, on the left, with boxes as large as it is told', () => {
  const font = { size: 11, family: 'serif' }
  expect(legendOf({ text: 'ink', font }, { width: 26, height: 8 })).toEqual({
    position: 'top',
    align: 'start',
    labels: { color: 'ink', font, boxWidth: 26, boxHeight: 8 },
  })
})
