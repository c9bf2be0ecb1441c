/** What heap types are called, as a list of choices. */
import { POOL_HEAPS } from '../../preload/contract'

export const HEAP_OPTIONS = POOL_HEAPS.map((value) => ({ value, text: value.toUpperCase() }))
