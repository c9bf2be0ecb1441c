/** A session in which two effects were pressed, and what is done and seen when its past is looked at. */
import type { BranchesView, SessionCommand } from '../../../../preload/contract'
import { effects, type LiveRig, MIB, rig } from '../live-rig'

export const press = (effect: string): SessionCommand => ({ kind: 'applyEffect', effect })
export const goTo = (time: number, branch?: number): SessionCommand => ({
  kind: 'goTo',
  time,
  ...(branch === undefined ? {} : { branch }),
})
export const returnTo = (branch: number): SessionCommand => ({ kind: 'returnTo', branch })

/** A is pressed at 96 ms, B at 192 ms, and the run is at 288 ms. */
export function pressed(): LiveRig {
  const live = rig({ app: { effects: effects({ A: MIB, B: MIB }) } })
  live.elapse(96)
  live.must(press('A'))
  live.elapse(96)
  live.must(press('B'))
  live.elapse(96)
  return live
}

export const branchesOf = (live: LiveRig): BranchesView => live.shown.branches
export const stackOf = (live: LiveRig): readonly string[] => live.shown.project.stack
