/** What the Background tab shows: kept while another tab is shown. Only the interface has it. */
import type { BackgroundMode, MeasurementsAction } from '../../../preload/contract'
import type { ShownTime } from '../shown-time'

const BACKGROUND_VIEWS = ['activity', 'shaders', 'workflows'] as const
type BackgroundTabView = (typeof BACKGROUND_VIEWS)[number]

/** The next call of SetBackgroundProcessingMode, as it is being filled in. */
export interface ModeForm {
  mode: BackgroundMode
  action: MeasurementsAction
  signal: boolean
  /** the event goes along whatever the action */
  anyway: boolean
  drain: boolean
}

export interface BackgroundTab {
  view: BackgroundTabView
  shown: ShownTime
  /** number of a task; null: none. It may be forgotten since. */
  selectedTask: number | null
  form: ModeForm
}

/** Two seconds: a compilation takes tens of milliseconds. */
const FIRST_SHOWN: ShownTime = { span: 2_000_000, end: null }

export const FIRST_BACKGROUND_TAB: BackgroundTab = {
  view: 'activity',
  shown: FIRST_SHOWN,
  selectedTask: null,
  form: { mode: 'ALLOWED', action: 'KEEP_ALL', signal: false, anyway: false, drain: false },
}
