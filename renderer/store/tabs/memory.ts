/** What the Memory tab shows: kept while another tab is shown. Only the interface has it. */
import type { ShownTime } from '../shown-time'

/** As of lanes; `isAll`: everything that is kept, while it follows. */
export interface ChartShown extends ShownTime {
  isAll: boolean
}

/** What is in memory as cells or as rows, and how it is moved. */
export type MemoryTabView = 'map' | 'table' | 'paging'

export interface MemoryTab {
  /** which time the memory chart shows */
  chart: ChartShown
  /** the chart is as high as what it shows, where that is far below the budget */
  fitsData: boolean
  view: MemoryTabView
  /** the paging operation that is explained, by its id; null: none */
  operationId: number | null
}

export const FIRST_MEMORY_TAB: MemoryTab = {
  view: 'map',
  operationId: null,
  chart: { span: 60_000_000, end: null, isAll: false },
  fitsData: true,
}
