/** What the native menu shows, gathered from the frames as they go by. */
import type { Frame, Speed, Theme } from '../../../preload/contract'

export interface MenuModel {
  running: boolean
  speed: Speed
  simulatedIdle: boolean
  /** a scenario decides whether the OS is idle */
  scriptedIdle: boolean
  recent: readonly string[]
  theme: Theme
  /** what Undo takes back, and Redo does again; null: nothing */
  undoName: string | null
  redoName: string | null
}

export const INITIAL_MENU: MenuModel = {
  running: false,
  speed: 1,
  simulatedIdle: false,
  scriptedIdle: false,
  recent: [],
  theme: 'system',
  undoName: null,
  redoName: null,
}

/** @returns the same object when the frame changes nothing that the menu shows */
export function withFrame(model: MenuModel, frame: Frame): MenuModel {
  const { clock, idle, project } = frame
  const next: MenuModel = {
    running: clock.running,
    speed: clock.speed,
    simulatedIdle: idle === undefined ? model.simulatedIdle : idle.source === 'simulated' && idle.idle,
    scriptedIdle: idle === undefined ? model.scriptedIdle : idle.source === 'scripted',
    recent: project?.recent ?? model.recent,
    theme: project?.theme ?? model.theme,
    undoName: project === undefined ? model.undoName : project.undoName,
    redoName: project === undefined ? model.redoName : project.redoName,
  }
  return same(model, next) ? model : next
}

function same(a: MenuModel, b: MenuModel): boolean {
  const keys = ['running', 'speed', 'simulatedIdle', 'scriptedIdle', 'theme', 'undoName', 'redoName'] as const
  const recentSame = a.recent.length === b.recent.length && a.recent.every((path, i) => path === b.recent[i])
  return recentSame && keys.every((key) => a[key] === b[key])
}
