/** What the Memory tab shows: kept while another tab is shown. Only the interface has it. */

/** The two views of the Memory tab. */
const MEMORY_VIEWS = ['allocations', 'paging'] as const
type MemoryTabView = (typeof MEMORY_VIEWS)[number]

export interface MemoryTab {
  view: MemoryTabView
  /** the paging operation that is explained, by its id; null: none */
  operationId: number | null
}

export const FIRST_MEMORY_TAB: MemoryTab = { view: 'allocations', operationId: null }
