/** What is the same whenever one comes to a moment of a run, and however (LB-02). */
import type { LiveRig } from '../live-rig'
import { visible, withHeapsByPlace } from '../visible'

/** What a person sees of the run, without what is of the window, of the real machine, and of whether time goes on. */
export function ofRun(live: LiveRig): unknown {
  const shown = withHeapsByPlace(visible(live.fresh()))
  const { clock, branches: _, idle, project, selection: __, delay: ___, ...rest } = shown
  const { layout: ____, dirty: _____, ...known } = project
  const { realIdleSeconds: ______, ...simulated } = idle
  return { ...rest, now: clock.now, idle: simulated, project: known }
}
