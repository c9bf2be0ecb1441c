/**
 * The menu of the timeline and of what is played: everything that keys do there. Keys without Ctrl are shown beside their
 * items and carried out by the page, which knows whether somebody is typing.
 */
import type { MenuItemConstructorOptions as Item } from 'electron'
import { ACCELERATORS, type MenuItem } from '../../../preload/contract'

const SEPARATOR: Item = { type: 'separator' }

/** @param mac its menus would take a key without Ctrl from whoever types */
export function timelineMenu({ renderer }: { renderer: (item: MenuItem) => void }, mac: boolean): Item[] {
  const item = (id: MenuItem, label: string, key?: string): Item => ({
    id,
    label,
    click: () => renderer(id),
    ...(key === undefined || mac ? {} : { accelerator: key, registerAccelerator: false }),
  })
  return [
    item('split', '&Split at the Playhead', 'S'),
    item('trimStart', 'Trim Start &to the Playhead', '['),
    item('trimEnd', 'Trim &End to the Playhead', ']'),
    SEPARATOR,
    item('copyChosen', '&Copy Clip or Span', 'CmdOrCtrl+C'),
    item('pasteChosen', '&Paste at the Playhead', 'CmdOrCtrl+V'),
    item('deleteChosen', '&Delete', 'Delete'),
    item('rippleDelete', '&Ripple Delete', 'Shift+Delete'),
    SEPARATOR,
    item('markIn', 'Mark &In', 'I'),
    item('markOut', 'Mark &Out', 'O'),
    item('clearMarks', 'Clear In and O&ut', 'Shift+X'),
    { ...item('loop', '&Loop'), accelerator: ACCELERATORS.loop.keys },
    SEPARATOR,
    item('render', 'Re&nder', 'R'),
    item('dropRenders', 'Drop Renders', 'Shift+R'),
    SEPARATOR,
    item('snap', 'Sn&ap', 'N'),
    item('follow', '&Follow the Playhead', 'F'),
    item('timelineZoomIn', '&Zoom In on the Timeline', '+'),
    item('timelineZoomOut', 'Zoo&m Out of the Timeline', '-'),
  ]
}
