/** Keys of the timeline, wherever in it the focus is. */
import type { KeyboardEvent } from 'react'
import type { TimelineItem } from '../../../preload/contract'
import { actionsOf, type KeyRow, shortcutsOf } from '../../key-table'
import { toggleLoop } from '../../store/play'
import {
  choose,
  clearMarks,
  copy,
  dropRenders,
  markHere,
  paste,
  remove,
  render,
  split,
  toggleFollow,
  toggleSnap,
  trimToPlayhead,
  zoomBy,
} from './actions'

type Action = () => void

const zoomIn: Action = () => zoomBy(2)
const zoomOut: Action = () => zoomBy(0.5)
const trimStart: Action = () => trimToPlayhead('start')
const trimEnd: Action = () => trimToPlayhead('end')
const removeIt: Action = () => remove(false)
const removeRipple: Action = () => remove(true)
const cut: Action = () => {
  copy()
  remove(false)
}

const KEYS = {
  split: { held: 'alone', keys: { s: split }, does: 'Split at the playhead', also: { Ctrl: { k: split } } },
  trimStart: { held: 'alone', keys: { '[': trimStart }, does: 'Trim the start of what is chosen to the playhead' },
  trimEnd: { held: 'alone', keys: { ']': trimEnd }, does: 'Trim the end of what is chosen to the playhead' },
  remove: {
    held: 'alone',
    keys: { Delete: removeIt },
    does: 'Delete what is chosen',
    also: { alone: { Backspace: removeIt } },
  },
  ripple: {
    held: 'Shift',
    keys: { Delete: removeRipple },
    does: 'Delete, and close the gap',
    also: { Shift: { Backspace: removeRipple } },
  },
  cut: { held: 'Ctrl', keys: { x: cut }, does: 'Cut what is chosen' },
  copy: { held: 'Ctrl', keys: { c: copy }, does: 'Copy what is chosen' },
  paste: { held: 'Ctrl', keys: { v: paste }, does: 'Paste at the playhead' },
  letGo: { held: 'alone', keys: { Escape: () => choose(null) }, does: 'Choose nothing' },
  snap: { held: 'alone', keys: { n: toggleSnap }, does: 'Snap to edges and to the playhead' },
  render: {
    held: 'alone',
    keys: { r: render },
    does: 'Render between In and Out, else what is chosen, else all of it, into GPU memory',
  },
  drop: { held: 'Shift', keys: { r: dropRenders }, does: 'Give the memory of rendered spans back' },
  follow: {
    held: 'alone',
    keys: { f: toggleFollow },
    does: 'The timeline turns its page when the playhead leaves it while it plays',
  },
  zoomIn: {
    held: 'alone',
    keys: { '+': zoomIn },
    does: 'Zoom in',
    // where + is = with Shift, either will do
    also: { alone: { '=': zoomIn }, Shift: { '+': zoomIn } },
  },
  zoomOut: { held: 'alone', keys: { '-': zoomOut }, does: 'Zoom out' },
} as const satisfies Record<string, KeyRow<Action>>

const actionOf = actionsOf<Action>(Object.values(KEYS))

/** As the list of shortcuts and tooltips say them. */
export const SHORTCUTS = shortcutsOf<keyof typeof KEYS, Action>(KEYS)

/** What the items of the native menu do. */
export const TIMELINE_ACTIONS: Readonly<Record<TimelineItem, () => void>> = {
  split,
  trimStart,
  trimEnd,
  copyChosen: copy,
  pasteChosen: paste,
  deleteChosen: removeIt,
  rippleDelete: removeRipple,
  markIn: () => markHere('in'),
  markOut: () => markHere('out'),
  clearMarks,
  loop: toggleLoop,
  render,
  dropRenders,
  snap: toggleSnap,
  follow: toggleFollow,
  timelineZoomIn: zoomIn,
  timelineZoomOut: zoomOut,
}

/** Carries the key out where the timeline has it. */
export function onTimelineKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return
  const action = actionOf(event.ctrlKey || event.metaKey ? 'Ctrl' : event.shiftKey ? 'Shift' : 'alone', event.key)
  if (action === undefined) return
  event.preventDefault()
  action()
}
