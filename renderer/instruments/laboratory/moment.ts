/** From what was compared to a moment of the session. */
import type { VariantRow } from '../../../preload/contract'
import { setMoment } from '../../store/cursor/cursor'
import { toast, useStore } from '../../store/store'
import { goTo, openRun } from '../../store/travel'
import { exactTime } from '../../widgets/format'

/**
 * Goes to a moment of a run and puts the time cursor there (LB-06, LB-02). A run that the session did not do becomes a branch
 * of it. What was compared on a file is of no run that the session can be taken to: it is said what can be done.
 * @param run whose record it is @param t µs
 * @returns when it is shown
 */
export async function openMoment(run: Pick<VariantRow, 'label' | 'isInput'>, t: number): Promise<void> {
  const { variants } = useStore.getState().view
  const branch = variants?.branch ?? null
  if (branch === null) {
    const text = `${exactTime(t)} is of the run under ${run.label}, which is not of this session. Compare on this session to be taken to its records.`
    toast('info', text)
    return
  }
  if (run.isInput) {
    await goTo(t, branch)
    // a later wish may have led elsewhere, and a refusal nowhere: then it may be out of sight
    const { view } = useStore.getState()
    if (view.branches.shown === branch && view.clock.now >= t) setMoment(t)
    return
  }
  const row = variants?.rows.findIndex(({ label }) => label === run.label) ?? -1
  if (await openRun(row, t)) setMoment(t)
}
