/** What the native menu shows, gathered from the frames as they go by. */
import type { Frame, Speed, Theme } from '../../../preload/contract'

export interface MenuModel {
  running: boolean
  /** the simulated system has stopped with a bug check: time does not go on (GP-25) */
  ended: boolean
  speed: Speed
  simulatedIdle: boolean
  /** a scenario decides whether the OS is idle */
  scriptedIdle: boolean
  recent: readonly string[]
  theme: Theme
  /** what Undo takes back, and Redo does again; null: nothing */
  undoName: string | null
  redoName: string | null
  /** the page with the questions lies over the editor */
  atStartPage: boolean
  /** there is a comparison, and all of its runs are there */
  compared: boolean
}

export const INITIAL_MENU: MenuModel = {
  running: false,
  ended: false,
  speed: 1,
  simulatedIdle: false,
  scriptedIdle: false,
  recent: [],
  theme: 'system',
  undoName: null,
  redoName: null,
  atStartPage: false,
  compared: false,
}

/** @returns the same object when the frame changes nothing that the menu shows */
export function withFrame(model: MenuModel, frame: Frame): MenuModel {
  const { clock, gpu, idle, project, variants } = frame
  const next: MenuModel = {
    running: clock.running,
    ended: gpu === undefined ? model.ended : gpu.bugCheck !== null,
    speed: clock.speed,
    simulatedIdle: idle === undefined ? model.simulatedIdle : idle.source === 'simulated' && idle.idle,
    scriptedIdle: idle === undefined ? model.scriptedIdle : idle.source === 'scripted',
    recent: project?.recent ?? model.recent,
    theme: project?.theme ?? model.theme,
    undoName: project === undefined ? model.undoName : project.undoName,
    redoName: project === undefined ? model.redoName : project.redoName,
    atStartPage: project === undefined ? model.atStartPage : project.start !== undefined,
    compared: variants === undefined ? model.compared : variants !== null && variants.frontier !== null,
  }
  return same(model, next) ? model : next
}

function same(a: MenuModel, b: MenuModel): boolean {
  const { recent: _, ...others } = a
  const keys = Object.keys(others) as (keyof typeof others)[]
  const recentSame = a.recent.length === b.recent.length && a.recent.every((path, i) => path === b.recent[i])
  return recentSame && keys.every((key) => a[key] === b[key])
}
