import { type RefObject, useEffect, useRef, useState } from 'react'
import { PACKET_KINDS } from '../../preload/contract'
import { setLanes, useLanes } from '../store/gpu-lanes'
import { useStore } from '../store/store'
import { reducedMotion, useShownTheme } from '../widgets/theme'
import { useLaneEvents } from './gpu-lanes-events'
import { KeyboardTooltip, LaneTooltip } from './gpu-lanes-tooltip'
import { GpuLanesView, type LanesInput } from './gpu-lanes-view'
import { KIND_LABELS, lanesSummary, packetSentence } from './gpu-text'
import { laneTheme } from './gpu-theme'
import { revealed } from './gpu-view'
import './gpu-lanes.css'

const SUMMARY_EVERY = 2000

function inputNow(): LanesInput {
  const { view, moment } = useStore.getState()
  const { shown, selectedId } = useLanes.getState()
  return { state: view, shown, moment, selectedId }
}

/** Joins the canvases to the stores, the element's size and the theme. */
export function useLanesView() {
  const area = useRef<HTMLDivElement>(null)
  const base = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const view = useRef<GpuLanesView | null>(null)
  const onDraw = useRef<(() => void) | null>(null)
  const theme = useShownTheme()
  useEffect(() => {
    if (area.current === null || base.current === null || overlay.current === null) return
    const lanes = new GpuLanesView(base.current, overlay.current, reducedMotion, () => onDraw.current?.())
    view.current = lanes
    lanes.update(inputNow())
    const stops = [
      useStore.subscribe((state, before) => {
        const a = state.view
        const b = before.view
        const changed = a.clock !== b.clock || a.gpu !== b.gpu || a.gpuHistory !== b.gpuHistory
        if (changed || state.moment !== before.moment) lanes.update(inputNow())
      }),
      useLanes.subscribe(() => lanes.update(inputNow())),
    ]
    const observer = new ResizeObserver(([entry]) => {
      if (entry) lanes.resize(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(area.current)
    return () => {
      for (const stop of stops) stop()
      observer.disconnect()
      lanes.stop()
      view.current = null
    }
  }, [])
  // The colours have other values in another theme.
  useEffect(() => {
    if (theme) view.current?.setTheme(laneTheme())
  }, [theme])
  return { area, base, overlay, view, onDraw }
}

/** A moment that was marked elsewhere is brought into view. */
function useMomentInView(): void {
  const moment = useStore((state) => state.moment)
  useEffect(() => {
    if (moment === null) return
    const { shown } = useLanes.getState()
    setLanes({ shown: revealed(shown, useStore.getState().view.clock.now, moment, moment) })
  }, [moment])
}

/** For screen readers; changes rarely, as it is read on demand and not announced. */
function Summary({ id, view }: { id: string; view: RefObject<GpuLanesView | null> }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const refresh = (): void => {
      if (view.current === null) return
      const { packets, shares } = view.current.counts
      const { from, to } = view.current.view
      setText(lanesSummary(useStore.getState().view.gpu, to - from, to, packets, shares))
    }
    const timer = setInterval(refresh, SUMMARY_EVERY)
    const first = setTimeout(refresh, 100)
    return () => {
      clearInterval(timer)
      clearTimeout(first)
    }
  }, [view])
  return (
    <p id={id} className="visually-hidden">
      {text}
    </p>
  )
}

/** What the keyboard's selection has come to, for screen readers: only while the lanes have the focus. */
function Announcer() {
  const selectedId = useLanes((state) => state.selectedId)
  const { gpuHistory } = useStore.getState().view
  return (
    <p className="visually-hidden" aria-live="polite">
      {gpuHistory.packets.has(selectedId) ? packetSentence(gpuHistory, selectedId) : ''}
    </p>
  )
}

const HELP =
  'Left and right arrows move through time, with Control they select the next packet, up and down another engine; ' +
  'plus and minus zoom, 0 fits, End follows, Escape clears.'

interface LanesProps {
  lanes: ReturnType<typeof useLanesView>
}

/** A lane per engine with its packets over simulated time (GP-27). */
export function GpuLanes({ lanes }: LanesProps) {
  const { area, base, overlay, view, onDraw } = lanes
  const { hover, focused, handlers } = useLaneEvents(view, area, onDraw)
  useMomentInView()
  return (
    <>
      <div
        ref={area}
        className="gpu-area"
        role="application"
        aria-label="GPU lanes"
        aria-roledescription="lanes of packets"
        aria-description={HELP}
        aria-describedby="gpu-lanes-summary"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: role application takes the arrow keys itself
        tabIndex={0}
        {...handlers}
      >
        <canvas ref={base} />
        <canvas ref={overlay} />
        {hover !== null && <LaneTooltip hover={hover} />}
        {hover === null && focused && <KeyboardTooltip view={view} />}
      </div>
      <Summary id="gpu-lanes-summary" view={view} />
      {focused && <Announcer />}
    </>
  )
}

const MEANINGS = {
  standard: 'Rendering and other work of an app (GP-27)',
  present: 'Presents a frame: of the app or of the compositor (GP-05, GP-09)',
  paging: 'Paging work of the system (GP-12)',
  'context-switch': 'A context saved and another restored, or a switch to the null context (GP-15, GP-16)',
  wait: 'A wait instruction in the hardware queue (GP-22)',
} as const

/** Colours and patterns of the lanes. */
export function LaneLegend() {
  return (
    <ul className="gpu-legend" aria-label="Kinds of packets">
      {PACKET_KINDS.map((kind) => (
        <li key={kind} title={MEANINGS[kind]}>
          <span className={`gpu-swatch gpu-swatch-${kind}`} aria-hidden="true" />
          {KIND_LABELS[kind]}
        </li>
      ))}
      <li title="From a preemption request to the moment at which the engine had stopped (GP-06). A packet that was stopped has a torn right side.">
        <span className="gpu-swatch gpu-swatch-preemption" aria-hidden="true" />
        Preemption
      </li>
      <li title="The compositor’s present of the blank before had not completed (GP-09)">
        <span className="gpu-swatch gpu-swatch-missed" aria-hidden="true" />
        Missed blank
      </li>
      <li title="Timeouts (round) and resets (square: engine, diamond: adapter) (GP-23 to GP-25)">
        <span className="gpu-swatch gpu-swatch-reset" aria-hidden="true" />
        Reset
      </li>
    </ul>
  )
}
