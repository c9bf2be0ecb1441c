/** What the page can reach: the bridge, the items of the menu, the channels. */
import type { Command, CommandResult } from './commands'
import type { Frame } from './frame'

/** What a dropped file becomes, and where it lies on the timeline. */
export type DroppedClip = Omit<Extract<Command, { kind: 'importMedia' }>, 'kind' | 'path'>

/** What the preload script exposes as `window.trimline`. */
export interface TrimlineApi {
  platform: string
  /** of what the app runs on */
  versions: Readonly<Record<'electron' | 'chrome' | 'node', string>>
  send(command: Command): Promise<CommandResult>
  /** asks for frames, the first one full; returns the unsubscription. Each frame is acknowledged by the preload. */
  onFrame(listener: (frame: Frame) => void): () => void
  /**
   * Opens a file that a person has dropped. The page is not told where it lies, and cannot ask for another one.
   * @param file a File, as the drop has it
   */
  openDropped(file: object, what: 'project' | 'dump'): Promise<CommandResult>
  /**
   * A clip that shows a picture or video that a person has dropped.
   * @param file a File, as the drop has it; of one that the page has made, the clip has no file
   */
  importDropped(file: object, clip: DroppedClip): Promise<CommandResult>
  /** menu items that the renderer carries out (a tab to show, a drawer to open) */
  onMenu(listener: (item: MenuItem) => void): () => void
  /** whether the window can be seen, from now on: a minimised or hidden one cannot; returns the unsubscription */
  onSeen(listener: (seen: boolean) => void): () => void
}

/** What is done on the timeline. */
const TIMELINE_ITEMS = [
  'split',
  'trimStart',
  'trimEnd',
  'copyChosen',
  'pasteChosen',
  'deleteChosen',
  'rippleDelete',
  'markIn',
  'markOut',
  'clearMarks',
  'loop',
  'render',
  'dropRenders',
  'snap',
  'follow',
  'timelineZoomIn',
  'timelineZoomOut',
] as const

export type TimelineItem = (typeof TIMELINE_ITEMS)[number]

const MENU_ITEMS = [
  ...TIMELINE_ITEMS,
  'undo',
  'redo',
  'systemDrawer',
  'deviceSettings',
  'projectSettings',
  'addEffect',
  'newProject',
  'importRecording',
  'exportPerfetto',
  'play',
  'memory',
  'gpu',
  'background',
  'defragmentation',
  'delays',
  'laboratory',
  'notifications',
  'findings',
  'glossary',
  'about',
  'shortcuts',
  'reportIssue',
  'policyGuide',
  'documentation',
] as const

export type MenuItem = (typeof MENU_ITEMS)[number]

export const CHANNELS = {
  command: 'trimline:command',
  dropped: 'trimline:dropped',
  frame: 'trimline:frame',
  acknowledge: 'trimline:acknowledge',
  ready: 'trimline:ready',
  menu: 'trimline:menu',
  seen: 'trimline:seen',
} as const
