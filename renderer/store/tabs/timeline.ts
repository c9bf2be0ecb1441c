/** What the timeline shows beside what lies on it: kept by the interface alone. */
import type { TimelineEdit } from '../../../preload/contract'

/** What is chosen on the timeline, by its id there. */
export interface TimelineChoice {
  readonly kind: 'clip' | 'span'
  readonly id: string
}

/** Where media would lie that are dragged over the timeline. Moments in µs. */
export interface Placing {
  readonly media: string
  readonly start: number
  readonly end: number
  readonly track: number
  /** the moment that it went to; null: it is free */
  readonly snapped: number | null
}

export interface TimelineTab {
  /** times as wide as it fits: 1 shows all of it */
  zoom: number
  /** what is dragged goes to edges, to the playhead and to the start where they are near */
  snap: boolean
  /** it turns its page with the playhead while it plays */
  follow: boolean
  chosen: TimelineChoice | null
  /** null: nothing is dragged over it */
  placing: Placing | null
  /** what Paste puts at the playhead; null: nothing was copied */
  copied: Extract<TimelineEdit, { edit: 'insert' | 'addSpan' }> | null
}

export const MOST_ZOOM = 64

export const FIRST_TIMELINE_TAB: TimelineTab = {
  zoom: 1,
  snap: true,
  follow: true,
  chosen: null,
  placing: null,
  copied: null,
}
