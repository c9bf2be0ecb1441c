/** The native menu, with each platform's own names and places. Pure: (model, actions) → template. */
import { basename, dirname } from 'node:path'
import type { MenuItemConstructorOptions as Item } from 'electron'
import {
  ACCELERATORS,
  type MenuItem,
  type SessionCommand,
  type ShellCommand,
  SPEEDS,
  type Theme,
} from '../../../preload/contract'
import { COMMANDS } from '../../session/commands/table'
import { aboutItem, examplesMenu, helpMenu } from './help-menu'
import type { MenuModel } from './menu-model'
import { timelineMenu } from './timeline-menu'

export interface MenuActions {
  session: (command: SessionCommand) => void
  shell: (command: ShellCommand) => void
  /** carried out by the renderer */
  renderer: (item: MenuItem) => void
  undo: () => void
  redo: () => void
  clearRecent: () => void
}

export interface MenuPlatform {
  platform: NodeJS.Platform
  /** developer tools are for a checkout, not for an installed app */
  checkout: boolean
}

const SEPARATOR: Item = { type: 'separator' }
const THEMES: readonly [Theme, string][] = [
  ['system', 'As the System'],
  ['dark', 'Dark'],
  ['light', 'Light'],
]

/**
 * The template of the native menu bar.
 * @param on decides names, places and which items there are
 */
export function buildMenu(model: MenuModel, actions: MenuActions, on: MenuPlatform): Item[] {
  const mac = on.platform === 'darwin'
  // nobody sees what would become of the editor
  const editor = (items: Item[]): Item[] => (model.atStartPage ? items.map(withoutUse) : items)
  return [
    ...(mac ? [appMenu(actions)] : []),
    { label: '&File', submenu: fileMenu(model, actions, mac) },
    { label: '&Edit', submenu: editMenu(model, actions, mac) },
    { label: '&Timeline', submenu: editor(timelineMenu(actions, mac)) },
    { label: '&Simulation', submenu: editor(simulationMenu(model, actions)) },
    { label: '&View', submenu: viewMenu(model, actions, on.checkout) },
    ...(mac ? [{ role: 'windowMenu' } as const] : []),
    { role: 'help', label: '&Help', submenu: helpMenu(actions, mac) },
  ]
}

const withoutUse = (item: Item): Item => (item.type === 'separator' ? item : { ...item, enabled: false })

function appMenu(actions: MenuActions): Item {
  return {
    label: 'Trimline',
    submenu: [
      aboutItem(actions),
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  }
}

function fileMenu(model: MenuModel, actions: MenuActions, mac: boolean): Item[] {
  return [
    { id: 'new', label: '&New…', accelerator: ACCELERATORS.new.keys, click: () => actions.renderer('newProject') },
    {
      id: 'open',
      label: '&Open…',
      accelerator: ACCELERATORS.open.keys,
      click: () => actions.shell({ kind: 'openProject' }),
    },
    { id: 'recent', label: 'Open &Recent', submenu: recentMenu(model, actions) },
    { id: 'examples', label: 'E&xamples', submenu: examplesMenu(actions) },
    SEPARATOR,
    {
      id: 'save',
      label: '&Save',
      accelerator: ACCELERATORS.save.keys,
      click: () => actions.shell({ kind: 'saveProject' }),
    },
    {
      id: 'saveAs',
      label: 'Save &As…',
      accelerator: ACCELERATORS.saveAs.keys,
      click: () => actions.shell({ kind: 'saveProjectAs' }),
    },
    {
      id: 'saveRecording',
      label: 'Save Recording as Scenario…',
      click: () => actions.shell({ kind: 'saveRecording' }),
    },
    SEPARATOR,
    {
      id: 'import',
      label: '&Import Recording…',
      click: () => actions.shell({ kind: 'importCapture' }),
    },
    {
      id: 'importWithOptions',
      label: 'Import Recording &with Options…',
      click: () => actions.renderer('importRecording'),
    },
    {
      id: 'openDump',
      label: 'Open &Memory Dump…',
      accelerator: ACCELERATORS.openDump.keys,
      // its heaps are shown in the editor, as what is exported is of it
      enabled: !model.atStartPage,
      click: () => actions.shell({ kind: 'openDump' }),
    },
    {
      id: 'saveDump',
      label: 'Save Memory &Dump…',
      accelerator: ACCELERATORS.saveDump.keys,
      enabled: !model.atStartPage,
      click: () => actions.shell({ kind: 'saveDump' }),
    },
    {
      id: 'saveComparison',
      label: 'Export &Comparison…',
      enabled: model.compared,
      click: () => actions.shell({ kind: 'saveComparison' }),
    },
    {
      id: 'exportPerfetto',
      label: 'Export for &Perfetto…',
      enabled: !model.atStartPage,
      click: () => actions.renderer('exportPerfetto'),
    },
    SEPARATOR,
    mac ? { role: 'close' } : { role: 'quit' },
  ]
}

function recentMenu(model: MenuModel, actions: MenuActions): Item[] {
  if (model.recent.length === 0) return [{ label: 'No Recent Projects', enabled: false }]
  return [
    ...model.recent.map(
      (path): Item => ({
        // a single & would be taken for a mnemonic
        label: `${basename(path)} – ${dirname(path)}`.replaceAll('&', '&&'),
        click: () => actions.shell({ kind: 'openProject', path }),
      }),
    ),
    SEPARATOR,
    { id: 'clearRecent', label: 'Clear Recent', click: () => actions.clearRecent() },
  ]
}

/** "Undo Blur radius"; a single & would be taken for a mnemonic. */
function withName(label: string, name: string | null): string {
  return name === null ? label : `${label} ${name.replaceAll('&', '&&')}`
}

/**
 * Undo and Redo stay enabled: in a text field they act on the text. The session answers when there is nothing to undo.
 */
function editMenu(model: MenuModel, actions: MenuActions, mac: boolean): Item[] {
  return [
    {
      id: 'undo',
      label: withName(labelOf('undo'), model.undoName),
      accelerator: ACCELERATORS.undo.keys,
      click: () => actions.undo(),
    },
    {
      id: 'redo',
      label: withName(labelOf('redo'), model.redoName),
      accelerator: mac ? ACCELERATORS.redo.mac : ACCELERATORS.redo.keys,
      click: () => actions.redo(),
    },
    SEPARATOR,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    SEPARATOR,
    {
      id: 'addEffect',
      label: 'Add &Effect…',
      accelerator: ACCELERATORS.addEffect.keys,
      enabled: !model.atStartPage,
      click: () => actions.renderer('addEffect'),
    },
  ]
}

/** What the table of commands calls it. */
function labelOf(kind: SessionCommand['kind']): string {
  return COMMANDS[kind].menu ?? kind
}

function simulationMenu(model: MenuModel, { session, renderer }: MenuActions): Item[] {
  const item = (id: string, command: SessionCommand, accelerator?: string): Item => ({
    id,
    label: labelOf(command.kind),
    click: () => session(command),
    ...(accelerator === undefined ? {} : { accelerator }),
  })
  return [
    {
      ...item('run', { kind: model.running && !model.ended ? 'pause' : 'run' }, ACCELERATORS.run.keys),
      enabled: !model.ended,
    },
    { ...item('step', { kind: 'step' }, ACCELERATORS.step.keys), enabled: !model.ended },
    {
      id: 'speed',
      label: 'S&peed',
      submenu: SPEEDS.map((speed) => ({
        label: `${speed}×`,
        type: 'radio',
        checked: model.speed === speed,
        click: () => session({ kind: 'setSpeed', speed }),
      })),
    },
    SEPARATOR,
    item('periodicTrim', { kind: 'periodicTrim' }, ACCELERATORS.periodicTrim.keys),
    item('restartPeriodicTrim', { kind: 'restartPeriodicTrim' }, ACCELERATORS.restartPeriodicTrim.keys),
    {
      ...item('simulateIdle', { kind: 'idle', idle: !model.simulatedIdle }, ACCELERATORS.simulateIdle.keys),
      type: 'checkbox',
      checked: model.simulatedIdle,
      enabled: !model.scriptedIdle,
    },
    SEPARATOR,
    { id: 'play', label: 'P&lay or Stop the Preview', click: () => renderer('play') },
    SEPARATOR,
    { id: 'deviceSettings', label: '&Device Settings…', click: () => renderer('deviceSettings') },
    { id: 'projectSettings', label: 'Pro&ject Settings…', click: () => renderer('projectSettings') },
    item('restart', { kind: 'restartSimulation' }, ACCELERATORS.restart.keys),
  ]
}

function viewMenu(model: MenuModel, { renderer, shell }: MenuActions, checkout: boolean): Item[] {
  const shows = (id: MenuItem, label: string, accelerator: string): Item => ({
    id,
    label,
    accelerator,
    enabled: !model.atStartPage,
    click: () => renderer(id),
  })
  return [
    shows('memory', '&Memory', ACCELERATORS.memory.keys),
    shows('gpu', '&GPU', ACCELERATORS.gpu.keys),
    shows('background', '&Background', ACCELERATORS.background.keys),
    shows('defragmentation', '&Defragmentation', ACCELERATORS.defragmentation.keys),
    shows('laboratory', '&Laboratory', ACCELERATORS.laboratory.keys),
    shows('delays', 'De&lays', ACCELERATORS.delays.keys),
    shows('notifications', '&Notifications', ACCELERATORS.notifications.keys),
    shows('findings', '&Findings', ACCELERATORS.findings.keys),
    shows('systemDrawer', '&System', ACCELERATORS.systemDrawer.keys),
    SEPARATOR,
    {
      id: 'theme',
      label: '&Theme',
      submenu: THEMES.map(([theme, label]) => ({
        label,
        type: 'radio',
        checked: model.theme === theme,
        click: () => shell({ kind: 'setTheme', theme }),
      })),
    },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    SEPARATOR,
    { role: 'reload' },
    ...(checkout ? [{ role: 'toggleDevTools' } as const] : []),
  ]
}
