/** From what was compared to a moment of the session. */
import type { VariantRow } from '../../../preload/contract'
import { setMoment } from '../../store/cursor/cursor'
import { toast, useStore } from '../../store/store'
import { goTo } from '../../store/travel'
import { exactTime } from '../../widgets/format'

/**
 * Goes to a moment of a run and puts the time cursor there, where that run is this session's own (LB-06, LB-02). Of
 * another run the session has no moments: that is said.
 * @param run whose record it is @param t µs
 * @returns when it is shown
 */
export async function openMoment(run: Pick<VariantRow, 'label' | 'isInput'>, t: number): Promise<void> {
  const { variants } = useStore.getState().view
  const branch = variants?.branch ?? null
  if (!run.isInput || branch === null) {
    const text = `${exactTime(t)} of the run under ${run.label}, which is not what this session did: nothing here shows it.`
    toast('info', text)
    return
  }
  await goTo(t, branch)
  // a later wish may have led elsewhere, and a refusal nowhere: then it may be out of sight
  const { clock, branches } = useStore.getState().view
  if (branches.shown === branch && clock.now >= t) setMoment(t)
}
