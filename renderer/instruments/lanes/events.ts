/** Pointer, wheel and keys of lanes. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { DelaySegmentView } from '../../../preload/contract'
import type { PointerPlace } from '../../canvas/tooltip'
import { type Pace, pacedTask } from '../../frame/paced'
import { follow } from '../../store/delays/links'
import { type Rows, useDrawnRows } from '../../widgets/copy-row'
import { useAxisPointer } from './axis'
import type { LaneControls } from './controls'
import type { LanesGeometry, LanesView } from './view'

/** Between looks at what has moved under a pointer that rests. */
const LOOKS: Pace = { least: 120, most: 120, share: 0 }

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
  /** null: on none @returns the moment that it stands for; null: the one at the pointer */
  click(pointed: Pointed | null): number | null
  /** what is copied of it; of null: of what is selected */
  rowsOf(pointed: Pointed | null): Rows
}

/** A segment of the chosen delay under the pointer. */
export interface SegmentHover extends PointerPlace {
  segment: DelaySegmentView
}

/** What lies under the pointer, also when the picture moves under a pointer that rests. */
function useHover<Pointed>(handles: LaneHandles<AnyLanesView<Pointed>>, { idOf }: LanePointing<Pointed>) {
  const { view, area, onDraw } = handles
  const [hover, setHover] = useState<LaneHover<Pointed> | null>(null)
  const [segment, setSegment] = useState<SegmentHover | null>(null)
  const place = useRef<{ x: number; y: number } | null>(null)
  const look = useCallback((): void => {
    const lanes = view.current
    const at = place.current
    const onStrip = lanes === null || at === null ? null : lanes.segmentAt(at.x, at.y)
    const pointed = lanes === null || at === null || onStrip !== null ? null : lanes.pointed(at.x, at.y)
    lanes?.hover(pointed === null ? null : idOf(pointed))
    const { width = 0, height = 0 } = lanes?.geometry ?? {}
    setSegment(onStrip === null || at === null ? null : { segment: onStrip, ...at, width, height })
    setHover(pointed === null || at === null ? null : { pointed, ...at, width, height })
  }, [view, idOf])
  useEffect(() => {
    const looking = pacedTask(LOOKS, look)
    // the last picture is always looked at: what is still then would be told wrongly for good
    onDraw.current = () => {
      if (place.current !== null) looking.request()
    }
    return () => {
      onDraw.current = null
      looking.cancel()
    }
  }, [onDraw, look])
  const move = (event: PointerEvent | null): void => {
    const box = area.current?.getBoundingClientRect()
    place.current =
      event === null || box === undefined ? null : { x: event.clientX - box.left, y: event.clientY - box.top }
    look()
  }
  return { hover, segment, move }
}

/** A click selects and puts the cursor there, a drag selects a range; keys do all of that. */
export function useLaneEvents<Pointed>(
  handles: LaneHandles<AnyLanesView<Pointed>>,
  controls: LaneControls,
  pointing: LanePointing<Pointed>,
) {
  const { view } = handles
  const { hover, segment, move } = useHover(handles, pointing)
  const [focused, setFocused] = useState(false)
  const { handlers: pointer, isDragging } = useAxisPointer({
    area: handles.area,
    controls,
    place: {
      momentAt: (x) => view.current?.momentAt(x) ?? null,
      plot: () => view.current?.geometry.plot ?? 1,
    },
    click(x, y) {
      const lanes = view.current
      if (lanes === null) return null
      const onStrip = lanes.segmentAt(x, y)
      if (onStrip === null) return pointing.click(lanes.pointed(x, y))
      follow(onStrip)
      return onStrip.start
    },
  })
  useDrawnRows(handles.area, (place) => {
    if (place === null) return pointing.rowsOf(null)
    const { left = 0, top = 0 } = handles.area.current?.getBoundingClientRect() ?? {}
    const pointed = view.current?.pointed(place.x - left, place.y - top) ?? null
    return pointed === null ? [] : pointing.rowsOf(pointed)
  })
  const handlers = {
    ...pointer,
    onPointerMove(event: PointerEvent) {
      pointer.onPointerMove(event)
      move(isDragging() ? null : event)
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
  return { hover, segment, focused, handlers }
}
