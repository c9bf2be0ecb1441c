/** What the Delays tab shows: kept while another tab is shown. Only the interface has it. */
import type { DelayRowView } from '../../../preload/contract'

export interface DelaysTab {
  /** null: all that was late; `dropped`: frames that were never shown */
  what: DelayRowView['what'] | 'dropped' | null
  /** said where no delay explains a moment; '': nothing to say */
  note: string
}

export const FIRST_DELAYS_TAB: DelaysTab = { what: null, note: '' }
