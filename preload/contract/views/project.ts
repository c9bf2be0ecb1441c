/** The project, what was kept of one, and notices, as the page shows them. */
import type { AppSettings } from '../app-settings'
import type { AllocationMode, Theme } from '../names'
import type { PanelLayout, TimelineSpec } from '../specs'
import type { LessonView, StartView } from './lessons'
import type { OpeningView } from './system'

export interface ProjectView {
  title: string
  path: string | null
  dirty: boolean
  canUndo: boolean
  canRedo: boolean
  /** what Undo takes back, and what Redo does again: "Blur radius", "Split clip"; null: nothing */
  undoName: string | null
  redoName: string | null
  /** earlier edits that can no longer be undone, as only the last ones are kept */
  undoForgotten: number
  /** effects and clips that could not be created: the user's all the same, until they are removed */
  unmade: readonly UnmadeView[]
  recent: string[]
  /** names of effects in the order in which they are on the clip now, finished submissions only */
  stack: string[]
  timeline: TimelineView
  /** as the file has it, or as it was set since; null: the project says nothing of it */
  layout: PanelLayout | null
  /** texels */
  width: number
  height: number
  /** of effects; media are always placed */
  allocation: AllocationMode
  /** as it started */
  app: AppSettings
  theme: Theme
  /** null: nothing is being opened */
  opening: OpeningView | null
  /** unsaved changes of an app that died, to be restored or discarded; absent: there are none */
  recovery?: RecoveryView
  /** what the app itself has to say; absent: nothing */
  notices?: NoticeView[]
  /** the file that was saved last, of whatever kind; absent: none since the app started */
  saved?: SavedView
  /** the policy's file that was opened last was refused: it is the one that `reloadPolicy` reads; absent: it is not */
  policyRefused?: true
  /** in the place of the project, which waits as it is; absent: no lesson is open */
  lesson?: LessonView
  /** absent: the page with the questions is closed */
  start?: StartView
}

/** What the page shows before its first frame. It is written into the page that the window opens with, under this name. */
export interface FirstView extends Pick<ProjectView, 'theme' | 'recent' | 'start'> {
  /** the window is not shown before the application has read what it was given: the page need not wait until it is */
  unseen?: true
}
export const FIRST_VIEW = 'trimline-first-view'

/** Recent projects on the page of questions: the others are in File > Open Recent. */
export const MOST_RECENT_AT_START = 4

/**
 * The page as it is built shows what the window opens with before any script of it has run. What is not always there stands
 * between comments of these names: `<!--start-->` … `<!--/start-->`.
 */
export const OPENING = {
  /** the page of questions */
  start: 'start',
  /** its list of recent projects, with an entry for each that is called RECENT_PROJECT */
  recent: 'recent',
  /** links to what the editor consists of: where it is what the window opens with, that is fetched at once */
  editor: 'editor',
} as const

/** Stands for the path of a recent project. */
export const RECENT_PROJECT = '\u{F8FF}recent\u{F8FF}'

/** What lies on the timeline. An effect of `stack` that has no track in it is everywhere, after those that have one. */
export interface TimelineView extends TimelineSpec {
  /** µs: the end of what lies on it */
  length: number
}

export interface UnmadeView {
  name: string
  kind: 'effect' | 'clip'
  /** what creating it returned */
  hresult: string
}

/** Unsaved changes that an app which died has left. */
export interface RecoveryView {
  id: string
  /** of the project */
  name: string
  /** where it is saved; null: it never was */
  path: string | null
  /** ms since 1970 at which the project was like this */
  savedAt: number
  /** how many more there are after this one */
  others: number
}

export interface SavedView {
  /** from 1 */
  id: number
  path: string
}

/** Said until it is dismissed, or until what it says has passed. */
export interface NoticeView {
  id: string
  text: string
}
