/** Pointer, wheel and keys of the worker lanes. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { setBackgroundTab, useBackgroundTab } from '../store/background-tab'
import type { ShownTime } from '../store/gpu-lanes'
import { useStore } from '../store/store'
import { neighbourTask } from './background-lane-list'
import type { PointedTask, TaskLanesView } from './background-lanes-view'
import { fitted, panned, revealed, viewOf, zoomed } from './gpu-view'

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
const shownNow = (): ShownTime => useBackgroundTab.getState().shown
const show = (shown: ShownTime): void => setBackgroundTab({ shown })

export interface TaskHover {
  pointed: PointedTask
  x: number
  y: number
  width: number
  height: number
}

/** @param about µs: keeps its place; null: the selected task does, or else the middle */
export function zoomBy(factor: number, about: number | null = null): void {
  show(zoomed(shownNow(), nowOf(), factor, about ?? selectedInView()))
}

/** When the selected task started, where that is shown; null: nowhere. */
function selectedInView(): number | null {
  const record = useStore.getState().view.backgroundHistory.tasks.get(useBackgroundTab.getState().selectedTask)
  const start = record?.started ?? record?.ended ?? null
  const { from, to } = viewOf(shownNow(), nowOf(), 1)
  return start !== null && start >= from && start <= to ? start : null
}

/** From the first task or frame that is kept until now. */
export function fitAll(): void {
  const { backgroundHistory, frameTimes, clock } = useStore.getState().view
  const { tasks } = backgroundHistory
  const first = tasks.count === 0 ? undefined : tasks.at(0)
  const from = Math.min(first?.queued ?? first?.started ?? clock.now, frameTimes.items[0]?.t ?? clock.now)
  show(fitted(from === clock.now ? 0 : from, clock.now))
}

export function toggleFollow(): void {
  const { span, end } = shownNow()
  show({ span, end: end === null ? Math.max(span, nowOf()) : null })
}

/** Selects a task and brings it into view; null clears the selection. */
export function selectTask(task: number | null): void {
  const record = useStore.getState().view.backgroundHistory.tasks.get(task)
  if (record === undefined) {
    setBackgroundTab({ selectedTask: null })
    return
  }
  const start = record.started ?? record.ended ?? record.queued ?? nowOf()
  setBackgroundTab({
    selectedTask: record.task,
    shown: revealed(shownNow(), nowOf(), start, record.ended ?? Math.max(start, nowOf())),
  })
}

function selectNext(by: 1 | -1): void {
  const { tasks } = useStore.getState().view.backgroundHistory
  const next = neighbourTask(tasks, useBackgroundTab.getState().selectedTask, by)
  if (next !== null) selectTask(next)
}

/** @returns whether the key means something here */
function onKey({ key, ctrlKey, altKey }: KeyboardEvent): boolean {
  const shown = shownNow()
  const selects = ctrlKey || altKey
  const pan = (direction: 1 | -1): void => show(panned(shown, nowOf(), direction * shown.span * PAN_SHARE))
  switch (key) {
    case 'ArrowLeft':
      if (selects) selectNext(-1)
      else pan(-1)
      return true
    case 'ArrowRight':
      if (selects) selectNext(1)
      else pan(1)
      return true
    case 'ArrowUp':
      selectNext(-1)
      return true
    case 'ArrowDown':
      selectNext(1)
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
      show({ span: shown.span, end: null })
      return true
    case 'Escape':
      selectTask(null)
      return true
    default:
      return false
  }
}

/** The wheel zooms about the pointer; turned sideways, or with Shift, it moves through time. */
function useWheel(view: RefObject<TaskLanesView | null>, area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const onWheel = (event: WheelEvent): void => {
      if (view.current === null) return
      event.preventDefault()
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        const shown = shownNow()
        show(panned(shown, nowOf(), (sideways / view.current.geometry.plot) * shown.span))
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
  view: RefObject<TaskLanesView | null>,
  area: RefObject<HTMLElement | null>,
  onDraw: RefObject<(() => void) | null>,
) {
  const [hover, setHover] = useState<TaskHover | null>(null)
  const place = useRef<{ x: number; y: number } | null>(null)
  const looked = useRef(0)
  const look = useCallback((): void => {
    const lanes = view.current
    const at = place.current
    const pointed = lanes === null || at === null ? null : lanes.pointed(at.x, at.y)
    lanes?.hover(pointed?.task ?? null)
    looked.current = performance.now()
    const { width = 0, height = 0 } = lanes?.geometry ?? {}
    setHover(pointed === null || at === null ? null : { pointed, ...at, width, height })
  }, [view])
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
export function useTaskLaneEvents(
  view: RefObject<TaskLanesView | null>,
  area: RefObject<HTMLElement | null>,
  onDraw: RefObject<(() => void) | null>,
) {
  const { hover, move } = useHover(view, area, onDraw)
  const [focused, setFocused] = useState(false)
  const press = useRef<{ x: number; shown: ShownTime; panning: boolean } | null>(null)
  useWheel(view, area)
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const shown = shownNow()
      // what is held stays under the pointer, although the simulation goes on
      const end = shown.end ?? view.current?.view.to ?? nowOf()
      press.current = { x: event.clientX, shown: { span: shown.span, end }, panning: false }
    },
    onPointerMove(event: PointerEvent) {
      const held = press.current
      if (held !== null && Math.abs(event.clientX - held.x) > PAN_FROM) held.panning = true
      if (held?.panning && view.current !== null) {
        const by = ((held.x - event.clientX) / view.current.geometry.plot) * held.shown.span
        show(panned(held.shown, nowOf(), by))
      }
      move(held?.panning ? null : event)
    },
    onPointerUp(event: PointerEvent) {
      const held = press.current
      press.current = null
      if (held === null || held.panning || view.current === null) return
      const box = event.currentTarget.getBoundingClientRect()
      selectTask(view.current.pointed(event.clientX - box.left, event.clientY - box.top)?.task ?? null)
    },
    onPointerCancel() {
      press.current = null
    },
    onPointerLeave() {
      move(null)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.metaKey || !onKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onFocus: (): void => setFocused(true),
    onBlur: (): void => setFocused(false),
  }
  return { hover, focused, handlers }
}
