/**
 * What can be done at a moment: the one list, for the cursor's bar and the menu of every time axis. A new action, such as
 * going back there, is one more entry here.
 */
import { explainMoment } from '../delays/actions'
import type { Store } from '../store'

export interface MomentAction {
  id: string
  label: string
  /** what it does, for the tooltip */
  title: string
  /** left out: always */
  isOffered?(state: Store, t: number): boolean
  run(t: number): void
}

export const MOMENT_ACTIONS: readonly MomentAction[] = [
  {
    id: 'why',
    label: 'Why late?',
    title: 'Shows what was late at this moment, and what it waited for (LB-08)',
    run: (t) => explainMoment(t),
  },
]
