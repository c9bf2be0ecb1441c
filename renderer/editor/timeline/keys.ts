/** Keys of the timeline, wherever in it the focus is. */
import type { KeyboardEvent } from 'react'
import type { TimelineItem } from '../../../preload/contract'
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

interface Shortcut {
  readonly keys: string
  readonly does: string
}

/** As the list of shortcuts and tooltips say them. */
export const SHORTCUTS = {
  split: { keys: 'S', does: 'Split at the playhead' },
  remove: { keys: 'Delete', does: 'Delete what is chosen' },
  ripple: { keys: 'Shift+Delete', does: 'Delete, and close the gap' },
  copy: { keys: 'Ctrl+C', does: 'Copy what is chosen' },
  paste: { keys: 'Ctrl+V', does: 'Paste at the playhead' },
  snap: { keys: 'N', does: 'Snap to edges and to the playhead' },
  render: { keys: 'R', does: 'Render between In and Out, else what is chosen, else all of it, into GPU memory' },
  drop: { keys: 'Shift+R', does: 'Give the memory of rendered spans back' },
  follow: { keys: 'F', does: 'The timeline turns its page when the playhead leaves it while it plays' },
  clearMarks: { keys: 'Shift+X', does: 'Take In and Out away' },
  zoomIn: { keys: '+', does: 'Zoom in' },
  zoomOut: { keys: '−', does: 'Zoom out' },
} as const satisfies Record<string, Shortcut>

const PLAIN: Readonly<Record<string, () => void>> = {
  s: split,
  n: toggleSnap,
  f: toggleFollow,
  r: render,
  '+': () => zoomBy(2),
  '=': () => zoomBy(2),
  '-': () => zoomBy(0.5),
  '[': () => trimToPlayhead('start'),
  ']': () => trimToPlayhead('end'),
  delete: () => remove(false),
  backspace: () => remove(false),
  escape: () => choose(null),
}
const WITH_SHIFT: Readonly<Record<string, () => void>> = {
  delete: () => remove(true),
  backspace: () => remove(true),
  '+': () => zoomBy(2),
  r: dropRenders,
}
const WITH_CONTROL: Readonly<Record<string, () => void>> = {
  c: copy,
  v: paste,
  x: () => {
    copy()
    remove(false)
  },
  k: split,
}

/** What the items of the native menu do. */
export const TIMELINE_ACTIONS: Readonly<Record<TimelineItem, () => void>> = {
  split,
  trimStart: () => trimToPlayhead('start'),
  trimEnd: () => trimToPlayhead('end'),
  copyChosen: copy,
  pasteChosen: paste,
  deleteChosen: () => remove(false),
  rippleDelete: () => remove(true),
  markIn: () => markHere('in'),
  markOut: () => markHere('out'),
  clearMarks,
  loop: toggleLoop,
  render,
  dropRenders,
  snap: toggleSnap,
  follow: toggleFollow,
  timelineZoomIn: () => zoomBy(2),
  timelineZoomOut: () => zoomBy(0.5),
}

/** Carries the key out where the timeline has it. */
export function onTimelineKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return
  const table = event.ctrlKey || event.metaKey ? WITH_CONTROL : event.shiftKey ? WITH_SHIFT : PLAIN
  const action = table[event.key.toLowerCase()]
  if (action === undefined) return
  event.preventDefault()
  action()
}
