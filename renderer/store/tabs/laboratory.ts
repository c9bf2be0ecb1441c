/** What is chosen in the Laboratory tab: kept while another tab is shown. Only the interface has it. */
import type { ComparisonInput, DeviceProfile, PolicyId, PolicyName } from '../../../preload/contract'

/** What can be varied, two of them at most (LB-03). */
export const DIMENSIONS = ['policies', 'budgets', 'profiles', 'preemption'] as const
export type Dimension = (typeof DIMENSIONS)[number]

export interface LaboratoryTab {
  input: ComparisonInput
  /** in the order in which they were chosen */
  dimensions: readonly Dimension[]
  /** null: nobody has chosen, which means the first ones and the one in charge */
  policies: readonly PolicyId[] | null
  /** as they are typed: `512MiB, 1GiB` */
  budgets: string
  profiles: readonly DeviceProfile[]
  /** what is varied is shown to be chosen; null: until something is compared */
  isOpen: boolean | null
  /** places in the table of the two runs whose difference is asked for; null: nobody has chosen */
  pair: readonly [number, number] | null
  /** something led here to compare, and the button that begins has not had the focus yet */
  isAsked: boolean
}

/** Chosen at first: those that nothing is known to be wrong with, and doing nothing to hold them against. */
export const FIRST_POLICIES: readonly PolicyName[] = [
  'none',
  'submission-lru',
  'mapping-layer-periodic',
  'driver-managed',
  'fence-lru',
  'creative-app-fixed',
  'd3dx12-residency-fixed',
]

export const FIRST_LABORATORY_TAB: LaboratoryTab = {
  input: 'session',
  dimensions: ['policies'],
  policies: null,
  budgets: '',
  profiles: [],
  isOpen: null,
  pair: null,
  isAsked: false,
}
