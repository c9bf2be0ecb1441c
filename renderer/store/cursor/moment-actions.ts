/**
 * What can be done at a moment: the one list, for the cursor's bar. A new action is one more entry here.
 */
import { explainMoment } from '../delays/actions'
import { type Store, setInterface, setLaboratoryTab } from '../store'
import { goTo } from '../wishes/travel'
import { setMoment } from './cursor'

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
  {
    id: 'go-back',
    label: 'Go back here',
    title: 'Takes everything to this moment, the Preview included; what came after is kept (LB-02)',
    isOffered: ({ view: { clock, project } }, t) => t < clock.now && project.opening === null,
    run: (t) => void goTo(t),
  },
]

/** The Laboratory, with this session parting from that moment on as what is compared (LB-03). @param t µs */
export function compareFrom(t: number): void {
  setMoment(t)
  setLaboratoryTab({ input: 'here', isOpen: true })
  setInterface({ tab: 'laboratory' })
}
