/** Media that are dragged to the timeline: where they would lie, and what is sent when they are let go. */
import { setTimelineTab, useStore } from '../../store/store'
import type { Placing } from '../../store/tabs/timeline'
import { change } from './actions'
import { placeOf } from './drag'
import { snapTargets } from './rows'
import { wholeFrame } from './scale'

/** px that count as near an edge */
const NEAR = 8

/** The video track at a place of the window, and the moment there; null: none is. */
function trackAt(x: number, y: number): { track: number; moment: number; pps: number } | null {
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('.timeline-lane[data-track]')
  if (lane === null || lane === undefined) return null
  const pps = Number(lane.dataset.pps)
  const moment = ((x - lane.getBoundingClientRect().left) / pps) * 1e6
  return { track: Number(lane.dataset.track), moment, pps }
}

/** Where media would lie whose start is dragged to a place of the window; null: there is no track. */
export function placingAt(
  media: string,
  length: number,
  pointer: { clientX: number; clientY: number; altKey: boolean },
): Placing | null {
  const at = trackAt(pointer.clientX, pointer.clientY)
  if (at === null) return null
  const { playhead, timelineTab, view } = useStore.getState()
  const start = Math.max(0, at.moment)
  const dragged = {
    kind: 'clip',
    id: '',
    grip: 'body',
    start,
    end: start + length,
    open: false,
    track: at.track,
  } as const
  const targets = timelineTab.snap && !pointer.altKey ? snapTargets(view.project.timeline, playhead, '') : []
  const place = placeOf(dragged, { by: 0, up: 0, targets, near: (NEAR / at.pps) * 1e6 })
  return { media, start: place.start, end: place.end, track: place.track, snapped: place.snapped }
}

export function showPlacing(placing: Placing | null): void {
  setTimelineTab({ placing })
}

export function put({ media, start, track }: Placing): void {
  void change({ edit: 'insert', media, at: start, track })
}

/** Without a mouse: on the first track, where the playhead is. */
export function putAtPlayhead(media: string): void {
  void change({ edit: 'insert', media, at: wholeFrame(useStore.getState().playhead) })
}
