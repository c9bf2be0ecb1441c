/**
 * Pointer and wheel on a time axis, the same in every instrument: a click puts the cursor there, a drag selects a range, a
 * drag with Shift or the middle button moves through time, the wheel zooms about the pointer, with Shift it moves.
 */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { setMoment, setRange } from '../../store/cursor/cursor'
import { held, type ShownTime } from '../../store/shown-time'
import type { LaneControls } from './controls'

/** A press that moves further than this is a drag, in px. */
const DRAG_FROM = 4
/** The wheel's turning (px) that doubles the time shown. */
const WHEEL_DOUBLES = 240

export interface AxisPlace {
  /** the moment at a place of the element, px from its left edge; null: nothing is drawn yet */
  momentAt(x: number): number | null
  /** px of the plot */
  plot(): number
}

export interface AxisOptions {
  area: RefObject<HTMLElement | null>
  controls: LaneControls
  place: AxisPlace
  /** a click on what has a meaning of its own. @returns the moment that is meant; null: the one at the pointer */
  click?(x: number, y: number): number | null
}

interface Press {
  x: number
  /** at which it began */
  t: number | null
  shown: ShownTime
  how: 'click' | 'range' | 'pan'
  pans: boolean
}

function useWheel({ area, controls, place }: AxisOptions): void {
  const latest = useRef(place)
  latest.current = place
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const onWheel = (event: WheelEvent): void => {
      const at = latest.current.momentAt(event.clientX - element.getBoundingClientRect().left)
      if (at === null) return
      event.preventDefault()
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY))
        controls.panBy((sideways / Math.max(1, latest.current.plot())) * controls.shown.span)
      else controls.zoomBy(2 ** (event.deltaY / WHEEL_DOUBLES), at)
    }
    // React listens passively, where the page's own zoom could not be kept from happening
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [area, controls])
}

/** @returns what the element does with the pointer, and whether one is held */
export function useAxisPointer(options: AxisOptions) {
  const { area, controls, place, click } = options
  const press = useRef<Press | null>(null)
  useWheel(options)
  const placed = (event: PointerEvent): { x: number; y: number } => {
    const box = area.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const drag = (held: Press, event: PointerEvent): void => {
    const { x } = placed(event)
    if (held.how === 'click' && Math.abs(x - held.x) > DRAG_FROM) held.how = held.pans ? 'pan' : 'range'
    const at = place.momentAt(x)
    if (held.how === 'pan') controls.panBy(((held.x - x) / Math.max(1, place.plot())) * held.shown.span, held.shown)
    if (held.how === 'range' && held.t !== null && at !== null) setRange(held.t, at)
  }
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 && event.button !== 1) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { x } = placed(event)
      // what is held stays under the pointer, although the simulation goes on
      const shown = held(controls.shown, controls.now)
      const pans = event.button === 1 || event.shiftKey
      press.current = { x, t: place.momentAt(x), shown, how: 'click', pans }
    },
    onPointerMove(event: PointerEvent) {
      if (press.current !== null) drag(press.current, event)
    },
    onPointerUp(event: PointerEvent) {
      const held = press.current
      press.current = null
      if (held === null || held.how !== 'click' || event.button !== 0) return
      const { x, y } = placed(event)
      const t = click?.(x, y) ?? place.momentAt(x)
      if (t !== null) setMoment(t)
    },
    onPointerCancel() {
      press.current = null
    },
  }
  return { handlers, isDragging: () => press.current !== null && press.current.how !== 'click' }
}
