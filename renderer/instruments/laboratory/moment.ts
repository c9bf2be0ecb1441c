/** From what was compared to a moment of the session. */
import type { VariantRow } from '../../../preload/contract'
import { setMoment } from '../../store/cursor/cursor'
import { useStore } from '../../store/store'
import { goTo, openCompared, openRun } from '../../store/wishes/travel'

/**
 * Goes to a moment of a run and puts the time cursor there (LB-06, LB-02). A run that the session did not do becomes a branch
 * of it; what was compared on a file, or on a run that is over, becomes the session first, which asks about what is unsaved.
 * @param run whose record it is @param t µs
 * @returns when it is shown
 */
export async function openMoment(run: Pick<VariantRow, 'label' | 'isInput'>, t: number): Promise<void> {
  const { variants } = useStore.getState().view
  if (variants === null) return
  if (variants.branch === null && !(await openCompared(variants.until))) return
  const branch = useStore.getState().view.variants?.branch ?? null
  if (branch === null) return
  if (run.isInput) {
    await goTo(t, branch)
    // a later wish may have led elsewhere, and a refusal nowhere: then it may be out of sight
    const { view } = useStore.getState()
    if (view.branches.shown === branch && view.clock.now >= t) setMoment(t)
    return
  }
  const row = variants.rows.findIndex(({ label }) => label === run.label)
  if (await openRun(row, t)) setMoment(t)
}
