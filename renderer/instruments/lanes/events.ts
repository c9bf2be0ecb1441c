/** Pointer, wheel and keys of lanes. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { PointerPlace } from '../../canvas/tooltip'
import type { ShownTime } from '../../store/shown-time'
import type { LaneControls } from './controls'
import type { LanesGeometry, LanesView } from './view'

/** A press that moves further than this pans, in px. */
const PAN_FROM = 4
/** The wheel's turning (px) that doubles the time shown. */
const WHEEL_DOUBLES = 240
/** ms between looks at what has moved under a pointer that rests */
const LOOK_EVERY = 120

export type AnyLanesView<Pointed> = LanesView<LanesGeometry, Pointed>

/** What joins the canvases to the page. */
export interface LaneHandles<View> {
  area: RefObject<HTMLDivElement | null>
  base: RefObject<HTMLCanvasElement | null>
  overlay: RefObject<HTMLCanvasElement | null>
  view: RefObject<View | null>
  /** called after each drawing */
  onDraw: RefObject<(() => void) | null>
}

export interface LaneHover<Pointed> extends PointerPlace {
  pointed: Pointed
}

/** What a point means to the instrument. */
export interface LanePointing<Pointed> {
  /** what is outlined while it is pointed at; null: nothing */
  idOf(pointed: Pointed): number | null
  /** null: on none */
  click(pointed: Pointed | null): void
}

/** The wheel zooms about the pointer; turned sideways, or with Shift, it moves through time. */
function useWheel<Pointed>({ view, area }: LaneHandles<AnyLanesView<Pointed>>, controls: LaneControls): void {
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const onWheel = (event: WheelEvent): void => {
      if (view.current === null) return
      event.preventDefault()
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        controls.panBy((sideways / view.current.geometry.plot) * controls.shown.span)
        return
      }
      const at = view.current.momentAt(event.clientX - element.getBoundingClientRect().left)
      controls.zoomBy(2 ** (event.deltaY / WHEEL_DOUBLES), at)
    }
    // React listens passively, where the page's own zoom could not be kept from happening
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [view, area, controls])
}

/** What lies under the pointer, also when the picture moves under a pointer that rests. */
function useHover<Pointed>(handles: LaneHandles<AnyLanesView<Pointed>>, { idOf }: LanePointing<Pointed>) {
  const { view, area, onDraw } = handles
  const [hover, setHover] = useState<LaneHover<Pointed> | null>(null)
  const place = useRef<{ x: number; y: number } | null>(null)
  const looked = useRef(0)
  const look = useCallback((): void => {
    const lanes = view.current
    const at = place.current
    const pointed = lanes === null || at === null ? null : lanes.pointed(at.x, at.y)
    lanes?.hover(pointed === null ? null : idOf(pointed))
    looked.current = performance.now()
    const { width = 0, height = 0 } = lanes?.geometry ?? {}
    setHover(pointed === null || at === null ? null : { pointed, ...at, width, height })
  }, [view, idOf])
  useEffect(() => {
    onDraw.current = () => {
      if (place.current !== null && performance.now() - looked.current > LOOK_EVERY) look()
    }
    return () => {
      onDraw.current = null
    }
  }, [onDraw, look])
  const move = (event: PointerEvent | null): void => {
    const box = area.current?.getBoundingClientRect()
    place.current =
      event === null || box === undefined ? null : { x: event.clientX - box.left, y: event.clientY - box.top }
    look()
  }
  return { hover, move }
}

/** A drag moves through time, a click selects, keys do both. */
export function useLaneEvents<Pointed>(
  handles: LaneHandles<AnyLanesView<Pointed>>,
  controls: LaneControls,
  pointing: LanePointing<Pointed>,
) {
  const { view } = handles
  const { hover, move } = useHover(handles, pointing)
  const [focused, setFocused] = useState(false)
  const press = useRef<{ x: number; shown: ShownTime; panning: boolean } | null>(null)
  useWheel(handles, controls)
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { span, end } = controls.shown
      // what is held stays under the pointer, although the simulation goes on
      const held = { span, end: end ?? view.current?.view.to ?? controls.now }
      press.current = { x: event.clientX, shown: held, panning: false }
    },
    onPointerMove(event: PointerEvent) {
      const held = press.current
      if (held !== null && Math.abs(event.clientX - held.x) > PAN_FROM) held.panning = true
      if (held?.panning && view.current !== null)
        controls.panBy(((held.x - event.clientX) / view.current.geometry.plot) * held.shown.span, held.shown)
      move(held?.panning ? null : event)
    },
    onPointerUp(event: PointerEvent) {
      const held = press.current
      press.current = null
      if (held === null || held.panning || view.current === null) return
      const box = event.currentTarget.getBoundingClientRect()
      pointing.click(view.current.pointed(event.clientX - box.left, event.clientY - box.top))
    },
    onPointerCancel() {
      press.current = null
    },
    onPointerLeave() {
      move(null)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.metaKey || !controls.key(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onFocus: (): void => setFocused(true),
    onBlur: (): void => setFocused(false),
  }
  return { hover, focused, handlers }
}
