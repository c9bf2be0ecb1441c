/** Lanes over simulated time: what the GPU tab and the Background tab show alike, whatever is drawn on them. */
import { type ReactNode, useEffect, useRef } from 'react'
import { releaseCanvases } from '../../canvas/context'
import { reducedMotion, useShownTheme } from '../../canvas/theme'
import { besidePoint, CanvasTooltip } from '../../canvas/tooltip'
import { targetName, targetOf } from '../../store/delays/links'
import { type Store, useStore } from '../../store/store'
import { watch } from '../../store/watch'
import { formatDuration } from '../../widgets/format'
import { Summary } from '../../widgets/screen-reader'
import type { LaneControls } from './controls'
import { nameOf } from './delay-looks'
import {
  type AnyLanesView,
  type LaneHandles,
  type LaneHover,
  type LanePointing,
  type SegmentHover,
  useLaneEvents,
} from './events'
import { TimeMenu } from './time-menu'
import { type LanesInput, TOOLTIP } from './view'
import './lanes.css'

/** Where an instrument's lanes come from. */
export interface LanesSource<View> {
  create(base: HTMLCanvasElement, overlay: HTMLCanvasElement, calm: () => boolean, onDraw: () => void): View
  /** what is to be drawn now */
  input(): LanesInput
  /** of the store, what `input` is made of */
  parts(state: Store): readonly unknown[]
}

/** Joins the canvases to the stores, the element's size and the theme. @param source the same each time */
export function useLanesView<View extends AnyLanesView<unknown>>(source: LanesSource<View>): LaneHandles<View> {
  const area = useRef<HTMLDivElement>(null)
  const base = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const view = useRef<View | null>(null)
  const onDraw = useRef<(() => void) | null>(null)
  const theme = useShownTheme()
  useEffect(() => {
    if (area.current === null || base.current === null || overlay.current === null) return
    const canvases = [base.current, overlay.current] as const
    const lanes = source.create(...canvases, reducedMotion, () => onDraw.current?.())
    view.current = lanes
    lanes.update(source.input())
    const stop = watch(source.parts, () => lanes.update(source.input()))
    const observer = new ResizeObserver(([entry]) => {
      if (entry) lanes.resize(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(area.current)
    return () => {
      stop()
      observer.disconnect()
      lanes.stop()
      releaseCanvases(canvases)
      view.current = null
    }
  }, [source])
  // The colours have other values in another theme.
  useEffect(() => {
    if (theme) view.current?.setTheme()
  }, [theme])
  return { area, base, overlay, view, onDraw }
}

/** What the strip of the chosen delay has at the pointer, and where a click leads. */
function SegmentTooltip({ hover }: { hover: SegmentHover }) {
  const { segment } = hover
  const to = targetName(targetOf(useStore.getState().view, segment))
  return (
    <CanvasTooltip
      style={besidePoint(hover, TOOLTIP)}
      title={nameOf(segment)}
      facts={[
        { term: 'For', value: formatDuration(segment.end - segment.start) },
        { term: 'What', value: segment.what },
      ]}
      note={`A click goes to ${to}`}
    />
  )
}

interface LanesProps<View, Pointed> {
  lanes: LaneHandles<View>
  controls: LaneControls
  pointing: LanePointing<Pointed>
  /** the accessible name */
  label: string
  /** what they are lanes of */
  of: string
  /** what the keys do */
  help: string
  className?: string
  /** px; otherwise the style sheet says it */
  height?: number
  /** what the picture shows, for screen readers; null: nothing yet */
  summary(view: View): string | null
  /** what the keyboard's selection has come to */
  announcement: ReactNode
  tooltip(hover: LaneHover<Pointed>): ReactNode
  /** while the lanes have the focus and nothing is pointed at */
  keyboardTooltip?: ReactNode
  children?: ReactNode
}

/** The canvases, with everything that pointer, wheel and keys do on them. */
export function Lanes<Pointed, View extends AnyLanesView<Pointed>>(props: LanesProps<View, Pointed>) {
  const { lanes, controls, label } = props
  const { hover, segment, focused, handlers } = useLaneEvents(lanes, controls, props.pointing)
  const id = `${label.toLowerCase().replaceAll(' ', '-')}-summary`
  return (
    <>
      <TimeMenu
        momentAt={(clientX) => {
          const left = lanes.area.current?.getBoundingClientRect().left ?? 0
          return lanes.view.current?.momentAt(clientX - left) ?? null
        }}
      >
        <div
          ref={lanes.area}
          className={`lanes-area ${props.className ?? ''}`}
          role="application"
          aria-label={label}
          aria-roledescription={`lanes of ${props.of}`}
          aria-describedby={`${id} ${id}-keys`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: role application takes the arrow keys itself
          tabIndex={0}
          style={props.height === undefined ? undefined : { height: props.height }}
          {...handlers}
        >
          <canvas ref={lanes.base} />
          <canvas ref={lanes.overlay} />
          <p id={`${id}-keys`} className="visually-hidden">
            {props.help}
          </p>
          {props.children}
          {hover !== null && props.tooltip(hover)}
          {segment !== null && <SegmentTooltip hover={segment} />}
          {hover === null && segment === null && focused && props.keyboardTooltip}
        </div>
      </TimeMenu>
      <Summary id={id} read={() => (lanes.view.current === null ? null : props.summary(lanes.view.current))} />
      {focused && (
        <p className="visually-hidden" aria-live="polite">
          {props.announcement}
        </p>
      )}
    </>
  )
}
