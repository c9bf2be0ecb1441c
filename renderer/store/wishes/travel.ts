/**
 * To another moment of the run (LB-02). A drag asks for more moments than the session can go to: the newest wins, also over
 * one that is on its way.
 */
import { send, useStore } from '../store'
import { NEXT_FRAME, when } from './when'

interface Goal {
  /** µs */
  time: number
  /** of another branch than that which is shown */
  branch: number | undefined
}

/**
 * ms that the session has for one moment before it is sent to a newer one: most it shows within that. Twice as long after
 * each that was given up, so that a drag over a run in which every way is longer shows something too.
 */
const PATIENCE = 150

let wanted: Goal | null = null
/** is told of a newer wish; null: nobody waits for one */
let overtaken: (() => void) | null = null
let travel: Promise<void> | null = null

/**
 * Takes everything that is shown to that moment; it is only looked at until something is done there.
 * @param time µs of the branch that is shown, or of that one
 * @returns when it is shown, or a later wish, or the person gave up
 */
export function goTo(time: number, branch?: number): Promise<void> {
  wanted = { time: Math.max(0, Math.round(time)), branch }
  overtaken?.()
  travel ??= travels().finally(() => {
    travel = null
  })
  return travel
}

/**
 * To a moment of a run that was compared, which becomes a branch (LB-06). @param row its place in the table @param time µs
 * @returns once it is shown: whether the session goes there
 */
export async function openRun(row: number, time: number): Promise<boolean> {
  wanted = null
  const { ok } = await send({ kind: 'openRun', row, time })
  if (ok) await arrived(time)
  return ok
}

/**
 * What was compared on a file, or on a run that is over, takes the session's place (LB-06). @param end µs, of its runs
 * @returns once it is played to its end: whether it is; the person may keep what is unsaved, or give up on the way
 */
export async function openCompared(end: number): Promise<boolean> {
  wanted = null
  const { ok } = await send({ kind: 'openCompared' })
  if (!ok) return false
  // the new session says so itself, and that it is on its way
  await when(() => (useStore.getState().view.variants?.branch ?? null) !== null, NEXT_FRAME)
  await when(isThere)
  return useStore.getState().view.clock.now === end
}

/** To the end of a branch, where it goes on. */
export async function returnTo(branch: number): Promise<void> {
  wanted = null
  await send({ kind: 'returnTo', branch })
}

/** To the end of the run that was restarted, with its branches. */
export async function returnToRunBefore(): Promise<void> {
  wanted = null
  await send({ kind: 'returnToRunBefore' })
}

async function travels(): Promise<void> {
  let patience = PATIENCE
  while (wanted !== null) {
    const { time, branch } = wanted
    wanted = null
    const result = await send({ kind: 'goTo', time, ...(branch === undefined ? {} : { branch }) })
    if (!result.ok) continue
    const isShown = await arrivedOrOvertaken(time, patience)
    patience = isShown ? PATIENCE : 2 * patience
  }
}

/** @param patience ms from which on a newer wish comes before it @returns whether it is shown */
async function arrivedOrOvertaken(time: number, patience: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const newerWish = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      if (wanted !== null) resolve(false)
      else overtaken = () => resolve(false)
    }, patience)
  })
  const isShown = await Promise.race([arrived(time).then(() => true), newerWish])
  // what has not come yet is of the next way
  clearTimeout(timer)
  overtaken = null
  return isShown
}

/** The session says itself that it is still on its way, with the next frame. */
async function arrived(time: number): Promise<void> {
  const before = useStore.getState().view.seq
  await when(() => {
    const { seq, clock, branches, project } = useStore.getState().view
    if (clock.now === time || project.opening?.stage === 'going') return true
    // at the end of a line time may have gone on since
    return seq !== before && branches.end === null
  }, NEXT_FRAME)
  await when(isThere)
}

const isThere = (): boolean => useStore.getState().view.project.opening?.stage !== 'going'
