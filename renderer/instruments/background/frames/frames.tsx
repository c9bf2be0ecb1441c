import { FileSpreadsheet, ImageDown } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Legend, Swatch } from '../../../canvas/legend'
import { reducedMotion, useShownTheme } from '../../../canvas/theme'
import { EmptyChart } from '../../../charts/empty-chart'
import { useCalm } from '../../../store/calm'
import { follow } from '../../../store/delays/links'
import { saveExport } from '../../../store/save-export'
import { useStore } from '../../../store/store'
import { watch } from '../../../store/watch'
import { Facts } from '../../../widgets/facts'
import { Tip } from '../../../widgets/tip'
import { playFirst } from '../../first-actions'
import { useAxisPointer } from '../../lanes/axis'
import { viewOf } from '../../lanes/time'
import { taskControls } from '../lanes/controls'
import { taskTheme } from '../theme'
import {
  FRAMES_LEGEND,
  frameStatistics,
  framesCsv,
  framesIn,
  type ShownOfFrames,
  statisticsFacts,
  taskBands,
} from './data'
import { type FramesInput, FramesView } from './view'
import './frames.css'

const SWATCHES: Readonly<Record<ShownOfFrames, string>> = {
  frame: 'frames-swatch-frame',
  gpu: 'frames-swatch-gpu',
  idle: 'task-swatch-idle',
  'above-idle': 'task-swatch-above',
}

const LEGEND = FRAMES_LEGEND.map(({ of, text, meaning }) => ({
  text,
  meaning,
  mark: <Swatch className={SWATCHES[of]} />,
}))

function inputNow(): FramesInput {
  const { view, moment, range, backgroundTab } = useStore.getState()
  return {
    now: view.clock.now,
    frames: view.frameTimes.items,
    tasks: view.backgroundHistory.tasks,
    shown: backgroundTab.shown,
    moment,
    range,
    delay: view.delay,
  }
}

/** Joins the chart to the stores, its element's size and the theme. */
function useFramesChart() {
  const area = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<FramesView | null>(null)
  const theme = useShownTheme()
  useEffect(() => {
    if (area.current === null || canvas.current === null) return
    const chart = new FramesView(canvas.current, taskTheme(), reducedMotion)
    view.current = chart
    chart.update(inputNow())
    const stop = watch(
      ({ view: now, moment, range, backgroundTab }) => [
        now.frameTimes,
        now.backgroundHistory,
        now.clock,
        now.delay,
        moment,
        range,
        backgroundTab,
      ],
      () => chart.update(inputNow()),
    )
    const observer = new ResizeObserver(([entry]) => {
      if (entry) chart.resize(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(area.current)
    return () => {
      stop()
      observer.disconnect()
      chart.destroy()
      view.current = null
    }
  }, [])
  useEffect(() => {
    // The colours have other values in another theme.
    if (theme) view.current?.setTheme(taskTheme())
  }, [theme])
  return { area, canvas, view }
}

async function exportFrames(format: 'png' | 'csv', chart: RefObject<FramesView | null>): Promise<void> {
  if (chart.current === null) return
  const { frameTimes, backgroundHistory, clock } = useStore.getState().view
  const content =
    format === 'png'
      ? chart.current.png()
      : framesCsv(
          framesIn(frameTimes.items, chart.current.window),
          taskBands(backgroundHistory.tasks, chart.current.window, clock.now),
        )
  await saveExport('frame times', format, content)
}

/** Frame times over simulated time with the executions of tasks marked: whether they disturb (BP-29). */
export function FrameTimes() {
  const { area, canvas, view } = useFramesChart()
  const { handlers } = useAxisPointer({
    area,
    controls: taskControls,
    place: {
      momentAt: (x) => view.current?.momentAt(x) ?? null,
      plot: () => view.current?.plot.width ?? 1,
    },
    click(x, y) {
      const onStrip = view.current?.segmentAt(x, y) ?? null
      if (onStrip === null) return null
      follow(onStrip)
      return onStrip.start
    },
  })
  const nothing = useStore((state) => state.view.frameTimes.items.length === 0)
  return (
    <section className="instrument-section background-frames" aria-label="Frame times">
      <header>
        <h3>Frame times</h3>
        <Tip text="Save frame times as PNG: the picture as shown">
          <button
            type="button"
            className="icon-button"
            aria-label="Save frame times as PNG"
            onClick={() => void exportFrames('png', view)}
          >
            <ImageDown aria-hidden="true" size={15} />
          </button>
        </Tip>
        <Tip text="Save frame times as CSV: every frame of the time shown, and the tasks that ran meanwhile">
          <button
            type="button"
            className="icon-button"
            aria-label="Save frame times as CSV"
            onClick={() => void exportFrames('csv', view)}
          >
            <FileSpreadsheet aria-hidden="true" size={15} />
          </button>
        </Tip>
      </header>
      <div className="background-chart" ref={area} {...handlers}>
        <canvas
          ref={canvas}
          role="img"
          aria-label="Frame times with task executions marked; the numbers below sum them up"
        />
        {nothing && (
          <EmptyChart actions={[{ label: 'Play the clip', run: () => void playFirst() }]}>
            No frame yet. Press Play in the Preview: each frame of the clip is a point here.
          </EmptyChart>
        )}
      </div>
      {!nothing && <Legend label="What is drawn of frames" entries={LEGEND} />}
      {!nothing && <Statistics />}
    </section>
  )
}

function Statistics() {
  const view = useCalm((state) => state)
  const shown = useStore((state) => state.backgroundTab.shown)
  const window = viewOf(shown, view.clock.now, 1, reducedMotion())
  const bands = taskBands(view.backgroundHistory.tasks, window, view.clock.now)
  const facts = statisticsFacts(frameStatistics(framesIn(view.frameTimes.items, window), bands))
  return <Facts className="pso-facts" facts={facts} />
}
