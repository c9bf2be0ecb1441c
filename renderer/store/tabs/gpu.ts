/** What the GPU tab shows of the packets: kept while another tab is shown. Only the interface has it. */
import type { ShownTime } from '../shown-time'

export interface GpuTab {
  shown: ShownTime
  /** id of a packet; null: none. The packet may have gone since. */
  selectedId: number | null
  /** the packets in view are listed */
  table: boolean
}

/** A quarter of a second: about fifteen vertical blanks. */
const FIRST_SHOWN: ShownTime = { span: 250_000, end: null }

export const FIRST_GPU_TAB: GpuTab = { shown: FIRST_SHOWN, selectedId: null, table: false }
