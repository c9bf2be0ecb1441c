/** The project as the page shows it: what lies in it, and what of it is a file's. */
import type {
  LessonView,
  NoticeView,
  OpeningView,
  ProjectView,
  RecoveryView,
  SavedView,
  StartView,
  Theme,
} from '../../../preload/contract'
import { editName } from '../commands/edit-kinds'
import { appSettings } from '../document/app-settings'
import type { WatchedSystem } from '../run/watched-system'

export interface DocumentInfo {
  title: string
  path: string | null
  recent: string[]
  theme: Theme
  recovery?: RecoveryView
  notices?: NoticeView[]
  saved?: SavedView
  policyRefused?: true
  lesson?: LessonView
  start?: StartView
}

/** @param opening what is being opened meanwhile; null: nothing */
export function projectView(
  { project, world, scenario }: Pick<WatchedSystem, 'project' | 'world' | 'scenario'>,
  document: DocumentInfo,
  opening: OpeningView | null,
): ProjectView {
  const { width, height } = world.editor.format
  return {
    ...document,
    width,
    height,
    allocation: world.editor.allocation,
    app: appSettings(scenario.app),
    dirty: project.dirty,
    canUndo: project.canUndo,
    canRedo: project.canRedo,
    undoName: editName(project.nextEdit('undo'), world),
    redoName: editName(project.nextEdit('redo'), world),
    layout: project.layout,
    timeline: { ...world.timeline.spec, length: world.timeline.length },
    undoForgotten: project.forgotten,
    unmade: world.editor.unmade.map(({ spec, hresult }) => ({
      name: spec.name,
      kind: spec.clip === undefined ? 'effect' : 'clip',
      hresult,
    })),
    stack: project.stack(true),
    opening,
  }
}
