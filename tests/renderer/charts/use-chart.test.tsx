// @vitest-environment happy-dom
/** A chart is in its canvas for as long as it is to be: drawn anew in another theme, and given back at the end. */
import { Chart, type ChartConfiguration, LinearScale, LineController, LineElement, PointElement } from 'chart.js'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useChart } from '../../../renderer/charts/use-chart'
import { recordedContext } from '../canvas/recorded-context'
import { mount } from '../mounted'

Chart.register(LineController, LinearScale, LineElement, PointElement)

/** what was drawn, in that order */
let drawn: { by: string; canvas: HTMLCanvasElement }[]

beforeEach(() => {
  drawn = []
  document.documentElement.dataset.theme = 'dark'
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return Object.assign(recordedContext().context, { canvas: this })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

function drawing(by: string) {
  return (canvas: HTMLCanvasElement) => {
    drawn.push({ by, canvas })
    const config: ChartConfiguration<'line', { x: number; y: number }[], string> = {
      type: 'line',
      data: { datasets: [{ data: [{ x: 0, y: 1 }], label: by }] },
      options: { responsive: false, animation: false, scales: { x: { type: 'linear' } } },
    }
    return new Chart(canvas, config)
  }
}

interface ShownProps {
  draw: ReturnType<typeof drawing> | null
  hasCanvas?: boolean
}

function mounted(first: ShownProps) {
  let used: ReturnType<typeof useChart<'line', { x: number; y: number }, string>> | undefined
  function Shown({ draw, hasCanvas = true }: ShownProps) {
    used = useChart(draw)
    return hasCanvas ? <canvas ref={used.canvas} width={400} height={200} /> : null
  }
  const { element, show, unmount } = mount(<Shown {...first} />)
  return {
    show: (props: ShownProps) => show(<Shown {...props} />),
    unmount,
    canvas: () => element.querySelector('canvas'),
    /** what it draws, as the component knows it */
    chart: () => used?.chart.current ?? null,
    /** the label of what is in the canvas, as chart.js knows it; undefined: nothing is */
    inCanvas: () => Chart.getChart(used?.canvas.current ?? '')?.data.datasets[0]?.label,
  }
}

it('is drawn into the canvas once, however often the component is', () => {
  const draw = drawing('a')
  const { show, canvas, chart, inCanvas } = mounted({ draw })
  show({ draw })
  show({ draw })
  expect(drawn).toEqual([{ by: 'a', canvas: canvas() }])
  expect([inCanvas(), chart() === Chart.getChart(canvas()!)]).toEqual(['a', true])
})

it('gives its place to another, which chart.js would refuse if it were still there', () => {
  const { show, inCanvas, chart } = mounted({ draw: drawing('a') })
  const before = chart()
  show({ draw: drawing('b') })
  expect([drawn.map(({ by }) => by), inCanvas(), chart() === before]).toEqual([['a', 'b'], 'b', false])
})

it('is drawn anew in another theme, and only then', async () => {
  const { inCanvas } = mounted({ draw: drawing('a') })
  await act(async () => {
    document.documentElement.dataset.theme = 'light'
  })
  expect([drawn.map(({ by }) => by), inCanvas()]).toEqual([['a', 'a'], 'a'])
  await act(async () => {
    document.documentElement.dataset.theme = 'light'
  })
  expect(drawn).toHaveLength(2)
})

it('is gone when there is nothing to draw any more, and its canvas holds nothing', () => {
  const { show, canvas, chart, inCanvas } = mounted({ draw: drawing('a') })
  expect([canvas()?.width, canvas()?.height]).toEqual([400, 200])
  show({ draw: null })
  expect([inCanvas(), chart(), canvas()?.width, canvas()?.height]).toEqual([undefined, null, 0, 0])
})

it('is gone with the component', () => {
  const { unmount, canvas, chart } = mounted({ draw: drawing('a') })
  const element = canvas()!
  unmount()
  expect([Chart.getChart(element), chart(), element.width, element.height]).toEqual([undefined, null, 0, 0])
})

it('waits for something to draw, and needs a canvas to draw into', () => {
  const { show, inCanvas, chart } = mounted({ draw: null })
  show({ draw: drawing('a'), hasCanvas: false })
  expect([drawn, chart()]).toEqual([[], null])
  show({ draw: drawing('b') })
  expect(inCanvas()).toBe('b')
})
