/** From what was compared to a moment of the session. */
import type { VariantRow } from '../../../preload/contract'
import { setInterface, toast, useStore } from '../../store/store'
import { exactTime } from '../../widgets/format'

/**
 * Marks a moment of a run in every chart, where that run is this session's own (LB-06). Of another run the session has no
 * moments: that is said, with what leads there.
 * @param run whose record it is @param t µs
 */
export function openMoment(run: Pick<VariantRow, 'label' | 'isInput'>, t: number): void {
  const { variants, clock } = useStore.getState().view
  if (run.isInput && variants?.ofSession === true && t <= clock.now) {
    setInterface({ moment: t })
    toast('info', `${exactTime(t)} is marked in the charts.`)
    return
  }
  toast(
    'info',
    `${exactTime(t)} of the run under ${run.label}, which is not what this session did: nothing here shows it.`,
  )
}
