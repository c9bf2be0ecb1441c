/** Pointer, wheel and keys of the lanes. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { ENGINES } from '../../preload/contract'
import { setLanes, useLanes } from '../store/gpu-lanes'
import { setInterface, useStore } from '../store/store'
import { acrossEngines, nearestOf, neighbourOf } from './gpu-hit'
import type { GpuLanesView, Pointed } from './gpu-lanes-view'
import { fitted, panned, revealed, zoomed } from './gpu-view'

/** A press that moves further than this pans, in px. */
const PAN_FROM = 4
/** One step of the keys and buttons. */
export const ZOOM_STEP = 0.5
/** The wheel's turning (px) that doubles the time shown. */
const WHEEL_DOUBLES = 240
const PAN_SHARE = 0.2
/** ms between looks at what has moved under a pointer that rests */
const LOOK_EVERY = 120

const nowOf = (): number => useStore.getState().view.clock.now

export interface LaneHover {
  pointed: Pointed
  x: number
  y: number
  /** width and height of the lanes, to keep the tooltip inside */
  width: number
  height: number
}

export function zoomBy(factor: number, about: number | null = null): void {
  setLanes({ shown: zoomed(useLanes.getState().shown, nowOf(), factor, about) })
}

/** Everything that is kept. */
export function fitAll(): void {
  const { packets } = useStore.getState().view.gpuHistory
  const from = packets.count === 0 ? 0 : packets.columns.starts[packets.slotOf(packets.oldestId)]!
  setLanes({ shown: fitted(from, nowOf()) })
}

export function toggleFollow(): void {
  const { shown } = useLanes.getState()
  setLanes({ shown: { span: shown.span, end: shown.end === null ? Math.max(shown.span, nowOf()) : null } })
}

/** Selects a packet and brings it into view; null clears the selection. */
export function selectPacket(id: number | null): void {
  const { packets } = useStore.getState().view.gpuHistory
  if (!packets.has(id)) {
    setLanes({ selectedId: null })
    return
  }
  const slot = packets.slotOf(id)
  const { starts, ends } = packets.columns
  setLanes({ selectedId: id, shown: revealed(useLanes.getState().shown, nowOf(), starts[slot]!, ends[slot]!) })
}

type Step = 'previous' | 'next' | 'up' | 'down'

/** The packet that a key leads to from the selected one; the newest in view when none is selected. */
function selectByKey(step: Step, view: GpuLanesView | null): void {
  const { packets } = useStore.getState().view.gpuHistory
  const { selectedId } = useLanes.getState()
  if (!packets.has(selectedId)) {
    const to = view?.view.to ?? nowOf()
    const found = ENGINES.map((_, engine) => nearestOf(packets, engine, to)).find((id) => id !== null)
    if (found !== undefined) selectPacket(found)
    return
  }
  const isSideways = step === 'previous' || step === 'next'
  const by = step === 'previous' || step === 'up' ? -1 : 1
  const id = isSideways ? neighbourOf(packets, selectedId, by) : acrossEngines(packets, selectedId, by)
  if (id !== null) selectPacket(id)
}

/** @returns whether the key means something here */
function onKey(event: KeyboardEvent, view: GpuLanesView | null): boolean {
  const { shown } = useLanes.getState()
  const pan = (direction: 1 | -1): void =>
    setLanes({ shown: panned(shown, nowOf(), direction * shown.span * PAN_SHARE) })
  const selects = event.ctrlKey || event.altKey
  switch (event.key) {
    case 'ArrowLeft':
      if (selects) selectByKey('previous', view)
      else pan(-1)
      return true
    case 'ArrowRight':
      if (selects) selectByKey('next', view)
      else pan(1)
      return true
    case 'ArrowUp':
      selectByKey('up', view)
      return true
    case 'ArrowDown':
      selectByKey('down', view)
      return true
    case '+':
    case '=':
      zoomBy(ZOOM_STEP)
      return true
    case '-':
      zoomBy(1 / ZOOM_STEP)
      return true
    case '0':
      fitAll()
      return true
    case 'End':
      setLanes({ shown: { span: shown.span, end: null } })
      return true
    case 'Escape':
      selectPacket(null)
      return true
    default:
      return false
  }
}

/** The wheel zooms about the pointer; turned sideways, or with Shift, it moves through time. */
function useWheel(view: RefObject<GpuLanesView | null>, area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const onWheel = (event: WheelEvent): void => {
      if (view.current === null) return
      event.preventDefault()
      const { shown } = useLanes.getState()
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        const by = (sideways / view.current.geometry.plot) * shown.span
        setLanes({ shown: panned(shown, nowOf(), by) })
        return
      }
      const at = view.current.momentAt(event.clientX - element.getBoundingClientRect().left)
      zoomBy(2 ** (event.deltaY / WHEEL_DOUBLES), at)
    }
    // React listens passively, where the page's own zoom could not be kept from happening
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [view, area])
}

/** What lies under the pointer, also when the picture moves under a pointer that rests. */
function useHover(
  view: RefObject<GpuLanesView | null>,
  area: RefObject<HTMLElement | null>,
  onDraw: RefObject<(() => void) | null>,
) {
  const [hover, setHover] = useState<LaneHover | null>(null)
  const place = useRef<{ x: number; y: number } | null>(null)
  const looked = useRef(0)
  const look = useMemo(
    () => (): void => {
      const lanes = view.current
      const at = place.current
      const pointed = lanes === null || at === null ? null : lanes.pointed(at.x, at.y)
      lanes?.hover(pointed?.kind === 'packet' ? pointed.id : null)
      looked.current = performance.now()
      const { width = 0, height = 0 } = lanes?.geometry ?? {}
      setHover(pointed === null || at === null ? null : { pointed, ...at, width, height })
    },
    [view],
  )
  useEffect(() => {
    onDraw.current = () => {
      if (place.current !== null && performance.now() - looked.current > LOOK_EVERY) look()
    }
    return () => {
      onDraw.current = null
    }
  }, [onDraw, look])
  return {
    hover,
    move(event: PointerEvent | null): void {
      const box = area.current?.getBoundingClientRect()
      place.current =
        event === null || box === undefined ? null : { x: event.clientX - box.left, y: event.clientY - box.top }
      look()
    },
  }
}

function click(pointed: Pointed | null): void {
  if (pointed?.kind === 'packet') selectPacket(pointed.id)
  else if (pointed?.kind === 'mark') setInterface({ moment: pointed.placed.mark.t })
  else selectPacket(null)
}

/** A drag moves through time, a click selects, keys do both. */
export function useLaneEvents(
  view: RefObject<GpuLanesView | null>,
  area: RefObject<HTMLElement | null>,
  onDraw: RefObject<(() => void) | null>,
) {
  const { hover, move } = useHover(view, area, onDraw)
  const [focused, setFocused] = useState(false)
  const press = useRef<{ x: number; shown: { span: number; end: number | null }; panning: boolean } | null>(null)
  useWheel(view, area)
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { shown } = useLanes.getState()
      // what is held stays under the pointer, although the simulation goes on
      const end = shown.end ?? view.current?.view.to ?? nowOf()
      press.current = { x: event.clientX, shown: { span: shown.span, end }, panning: false }
    },
    onPointerMove(event: PointerEvent) {
      const held = press.current
      if (held !== null && Math.abs(event.clientX - held.x) > PAN_FROM) held.panning = true
      if (held?.panning && view.current !== null) {
        const by = ((held.x - event.clientX) / view.current.geometry.plot) * held.shown.span
        setLanes({ shown: panned(held.shown, nowOf(), by) })
      }
      move(held?.panning ? null : event)
    },
    onPointerUp(event: PointerEvent) {
      const held = press.current
      press.current = null
      if (held === null || held.panning || view.current === null) return
      const box = event.currentTarget.getBoundingClientRect()
      click(view.current.pointed(event.clientX - box.left, event.clientY - box.top))
    },
    onPointerCancel() {
      press.current = null
    },
    onPointerLeave() {
      move(null)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.metaKey || !onKey(event, view.current)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onFocus: (): void => setFocused(true),
    onBlur: (): void => setFocused(false),
  }
  return { hover, focused, handlers }
}
