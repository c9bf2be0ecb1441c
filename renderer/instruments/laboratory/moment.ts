/** From what was compared to a moment of the session. */
import type { VariantRow } from '../../../preload/contract'
import { setMoment } from '../../store/cursor/cursor'
import { toast, useStore } from '../../store/store'
import { goTo } from '../../store/travel'
import { exactTime } from '../../widgets/format'

/**
 * Goes to a moment of a run and puts the time cursor there, where that run is this session's own (LB-06, LB-02). Of
 * another run the session has the moment alone: the cursor goes there, and it is said what can be done.
 * @param run whose record it is @param t µs
 * @returns when it is shown
 */
export async function openMoment(run: Pick<VariantRow, 'label' | 'isInput'>, t: number): Promise<void> {
  const { variants, clock } = useStore.getState().view
  const branch = variants?.branch ?? null
  if (!run.isInput || branch === null) {
    const shown = clock.now >= t && branch !== null
    if (shown) setMoment(t)
    const where = shown ? 'The cursor is at the same moment of this session. ' : ''
    const text = `${exactTime(t)} is of the run under ${run.label}, which this session did not do. ${where}Put ${run.label} in charge, with Use, to have it happen here.`
    toast('info', text)
    return
  }
  await goTo(t, branch)
  // a later wish may have led elsewhere, and a refusal nowhere: then it may be out of sight
  const { view } = useStore.getState()
  if (view.branches.shown === branch && view.clock.now >= t) setMoment(t)
}
