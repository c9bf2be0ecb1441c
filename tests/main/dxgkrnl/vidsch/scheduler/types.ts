/** What the model of packets on engines knows, and what it is told. Times in µs. */

export type Level = 0 | 1 | 2 | 3 | 4 | 5
export type EngineName = '3d' | 'compute'
/** µs each; `saves`: at the boundaries of levels 1 to 5 */
export interface Settings {
  win7: boolean
  level: Level
  depth: number
  saves: readonly number[]
  restore: number
  request: number
  /** of TdrDelay; null: no detection */
  delay: number | null
  bugCheckAtOnce: boolean
  limitCount: number
  limitTime: number
}
export interface Submission {
  engine: EngineName
  context: string
  /** 0 to 2 */
  priority: number
  gpuTime: number
  /** how many units of levels 2 to 5 the packet has */
  units: readonly number[]
  wait?: { fence: string; value: number }
  signal?: { fence: string; value: number }
}

export interface Device {
  process: string
  removed: boolean
}
export interface Context {
  name: string
  priority: number
  device: Device
  engine: Engine
  waiting: Packet[]
  fence: number
  /** has state that was saved and must be restored */
  saved: boolean
}
export interface Packet {
  context: Context
  kind: 'standard' | 'wait'
  signals: number
  spec: Submission
  done: number
  fence: number
  again: boolean
  submitted: number
  /** stands still for so long when it starts */
  hang: number
}
export interface Request {
  fence: number
  requested: number
  arrived: boolean
  reason: string
  who: Context | null
}
export interface Engine {
  name: EngineName
  queue: Packet[]
  /** contexts that have work outside the hardware queue, by priority */
  lines: Context[][]
  loaded: Context | null
  phase: 'idle' | 'switching' | 'standing' | 'running' | 'waiting' | 'saving'
  /** of the switch, or of the packet */
  since: number
  switchTime: number
  request: Request | null
  fence: number
  /** has stopped, and its context is being saved */
  interrupted: Packet | null
  /** the start of the run of which it has been said that it takes too long */
  told: number
  /** another look at it makes the one before void */
  watch: object
  /** what was timed to happen is void when this has changed */
  turn: object
}
