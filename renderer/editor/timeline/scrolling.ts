/** How far the timeline is scrolled: with the playhead, and so that zooming keeps in its place what is looked at. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isPlaying, type Store, useStore } from '../../store/store'
import { zoomBy } from './actions'
import { anchored, momentUnder, pageTo } from './page'
import { xOf } from './scale'

/** wheel of one notch, in px */
const NOTCH = 100
/** a notch zooms by */
const ZOOM_OF_NOTCH = 1.25

interface Held {
  pps: number
  left: number
}

/** A person has put the playhead there; or it plays, and is to be followed. */
function isFollowed(state: Store): boolean {
  return isPlaying(state) ? state.timelineTab.follow : state.wantsPlayhead !== null
}

/**
 * @param heads px of the names beside the tracks, which stay
 * @param pps px of a second
 */
export function useScrolling(frame: RefObject<HTMLDivElement | null>, heads: number, pps: number): void {
  const held = useRef<Held>({ pps, left: 0 })
  const pointer = useRef<{ moment: number; x: number } | null>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const onScroll = (): void => {
      held.current.left = element.scrollLeft
    }
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const x = Math.max(0, event.clientX - element.getBoundingClientRect().left - heads)
      pointer.current = { moment: momentUnder(x, element.scrollLeft, held.current.pps), x }
      zoomBy(ZOOM_OF_NOTCH ** (-event.deltaY / NOTCH))
    }
    element.addEventListener('scroll', onScroll)
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
    }
  }, [frame, heads])
  useEffect(
    () =>
      useStore.subscribe((state, before) => {
        const element = frame.current
        if (element === null || state.playhead === before.playhead || !isFollowed(state)) return
        const x = xOf(state.playhead, held.current.pps)
        const next = pageTo(x, element.scrollLeft, element.clientWidth - heads)
        if (next !== null) element.scrollLeft = next
      }),
    [frame, heads],
  )
  useLayoutEffect(() => {
    const element = frame.current
    const { pps: before, left } = held.current
    if (element === null || before === pps) return
    const width = element.clientWidth - heads
    const { playhead } = useStore.getState()
    const { moment, x } = pointer.current ?? anchored(playhead, left, width, before)
    pointer.current = null
    element.scrollLeft = xOf(moment, pps) - x
    held.current = { pps, left: element.scrollLeft }
  }, [frame, heads, pps])
}
