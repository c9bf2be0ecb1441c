/** Pointer, wheel, scrolling and keys of the heap map. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isChord } from '../../../keyboard'
import { selectResource, setDefragmentationTab, useStore } from '../../../store/store'
import { type HeapCursor, type ShownPart, WHOLE } from '../../../store/tabs/defragmentation'
import { type HeapStep, rangeOfCursor, stepped } from './keys'
import { HEADING, pannedPart, revealedPart, zoomedPart } from './layout'
import type { HeapMapView, PointedRange } from './view'

/** A press that moves further than this pans, in px. */
const PAN_FROM = 4
/** One step of the keys and buttons. */
export const ZOOM_STEP = 0.5
/** The wheel's turning (px) that doubles what is shown. */
const WHEEL_DOUBLES = 240
const PAN_SHARE = 0.2

export interface HeapHover extends PointedRange {
  x: number
  y: number
  /** width and height of the map, to keep the tooltip inside */
  width: number
  height: number
}

export function zoomHeaps(factor: number, about?: number): void {
  setDefragmentationTab({ shown: zoomedPart(useStore.getState().defragmentationTab.shown, factor, about) })
}

function panHeaps(by: number): void {
  setDefragmentationTab({ shown: pannedPart(useStore.getState().defragmentationTab.shown, by) })
}

/** Selects a range, and the heap that it lies in: here and in the other instruments. */
function selectRange({ block, range }: PointedRange): void {
  setDefragmentationTab({ cursor: { block: block.id, offset: block.offsets[range]! } })
  if (block.allocation >= 0) selectResource(block.allocation)
}

export function clearRange(): void {
  setDefragmentationTab({ cursor: null })
  if (useStore.getState().selectedId !== null) selectResource(null)
}

const STEPS: Readonly<Record<string, HeapStep>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
}

/** Brings the range under a cursor into view, with as little motion as it takes. */
export function revealCursor(view: HeapMapView, scroller: HTMLElement, cursor: HeapCursor): void {
  const here = rangeOfCursor(view.layout, cursor)
  const place = here === null ? null : view.placeOf(here.block, here.range)
  if (place === null) return
  const { pitch } = view.layout.measure
  if (place.top < scroller.scrollTop + HEADING) scroller.scrollTop = place.top - HEADING
  else if (place.top + pitch > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = place.top + pitch - scroller.clientHeight
  }
  const { shown } = useStore.getState().defragmentationTab
  const revealed: ShownPart = revealedPart(shown, place.start, place.end)
  if (revealed !== shown) setDefragmentationTab({ shown: revealed })
}

/** @returns whether the key means something here */
function onKey(event: KeyboardEvent, view: HeapMapView, scroller: HTMLElement): boolean {
  const { cursor, shown } = useStore.getState().defragmentationTab
  if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
    panHeaps((event.key === 'ArrowLeft' ? -1 : 1) * PAN_SHARE * (shown.to - shown.from))
    return true
  }
  const step = STEPS[event.key]
  if (step !== undefined) {
    const page = Math.max(1, Math.floor(scroller.clientHeight / view.layout.measure.pitch) - 1)
    const next = stepped(view.layout, cursor, step, page)
    if (next !== null) setDefragmentationTab({ cursor: next })
    return true
  }
  switch (event.key) {
    case 'Enter':
    case ' ': {
      const here = rangeOfCursor(view.layout, cursor)
      if (here !== null) selectRange(here)
      return true
    }
    case '+':
    case '=':
      zoomHeaps(ZOOM_STEP)
      return true
    case '-':
      zoomHeaps(1 / ZOOM_STEP)
      return true
    case '0':
      setDefragmentationTab({ shown: WHOLE })
      return true
    case 'Escape':
      clearRange()
      return true
    default:
      return false
  }
}

/** With Control the wheel zooms about the pointer; sideways, or with Shift, it pans; else the rows scroll by themselves. */
function useWheel(view: RefObject<HeapMapView | null>, scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const onWheel = (event: WheelEvent): void => {
      if (view.current === null) return
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        const share = view.current.shareAt(event.clientX - element.getBoundingClientRect().left)
        zoomHeaps(2 ** (event.deltaY / WHEEL_DOUBLES), share)
        return
      }
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
      if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return
      event.preventDefault()
      const { from, to } = useStore.getState().defragmentationTab.shown
      panHeaps((sideways / view.current.plot) * (to - from))
    }
    // React listens passively, where the page's own zoom could not be kept from happening
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [view, scroller])
}

interface Press {
  x: number
  y: number
  top: number
  shown: ShownPart
  panning: boolean
}

/** A drag pans, a click selects, keys do both. */
export function useHeapEvents(view: RefObject<HeapMapView | null>, scroller: RefObject<HTMLElement | null>) {
  const [hover, setHover] = useState<HeapHover | null>(null)
  const [focused, setFocused] = useState(false)
  const press = useRef<Press | null>(null)
  useWheel(view, scroller)
  const pointed = (event: PointerEvent): HeapHover | null => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - left
    const y = event.clientY - top
    const found = view.current?.pointed(x, y) ?? null
    return found === null ? null : { ...found, x, y, width, height }
  }
  const look = (found: HeapHover | null): void => {
    view.current?.hover(found)
    setHover(found)
  }
  const handlers = {
    onPointerDown(event: PointerEvent) {
      // beyond the client width lies the scroll bar, which has its own drag
      if (event.button !== 0 || event.nativeEvent.offsetX > event.currentTarget.clientWidth) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { shown } = useStore.getState().defragmentationTab
      press.current = { x: event.clientX, y: event.clientY, top: event.currentTarget.scrollTop, shown, panning: false }
    },
    onPointerMove(event: PointerEvent) {
      const held = press.current
      if (held === null) return look(pointed(event))
      const [dx, dy] = [held.x - event.clientX, held.y - event.clientY]
      if (Math.hypot(dx, dy) > PAN_FROM) held.panning = true
      if (!held.panning || view.current === null) return
      const { from, to } = held.shown
      setDefragmentationTab({ shown: pannedPart(held.shown, (dx / view.current.plot) * (to - from)) })
      event.currentTarget.scrollTop = held.top + dy
      look(null)
    },
    onPointerUp(event: PointerEvent) {
      const held = press.current
      press.current = null
      if (held === null || held.panning) return
      const found = pointed(event)
      if (found === null) clearRange()
      else selectRange(found)
    },
    onPointerCancel() {
      press.current = null
    },
    onPointerLeave: () => look(null),
    onScroll: () => view.current?.scrollTo(scroller.current?.scrollTop ?? 0),
    onKeyDown(event: KeyboardEvent) {
      if (isChord(event) || view.current === null || scroller.current === null) return
      if (!onKey(event, view.current, scroller.current)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onFocus: (): void => setFocused(true),
    onBlur: (): void => setFocused(false),
  }
  return { hover, focused, handlers }
}
