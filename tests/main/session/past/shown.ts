/** What is the same whenever one comes to a moment of a run, and however (LB-02). */
import type { LiveRig } from '../live-rig'
import { visible } from '../visible'

/** What a person sees of the run, without what is of the window, of the real machine, and of whether time goes on. */
export function ofRun(live: LiveRig): unknown {
  const {
    clock,
    branches: _,
    idle,
    project,
    selection: __,
    delay: _______,
    heapMap,
    defragmentation,
    ...rest
  } = visible(live.fresh())
  const { layout: ___, dirty: ____, ...shown } = project
  const { realIdleSeconds: _____, ...known } = idle
  // the page's own numbers of heaps are those in which it came to see them
  const place = new Map(heapMap.blocks.map(({ id }, index) => [id, index]))
  const heaps = {
    ...heapMap,
    byId: [],
    byAllocation: [...heapMap.byAllocation].map(([allocation, { id }]) => [allocation, place.get(id)]),
    blocks: heapMap.blocks.map(({ id: ______, ...block }) => block),
  }
  const moves = defragmentation.moves.map((move) => ({ ...move, from: place.get(move.from), to: place.get(move.to) }))
  return { ...rest, now: clock.now, idle: known, project: shown, heaps, defragmentation: { ...defragmentation, moves } }
}
