/** The lines of a run as the page shows them (LB-02). Times in µs. */
import type { DifferenceView } from './difference'

export interface BranchView {
  id: number
  name: string
  /** the branch that it parted from, and when; null: the run as it began */
  parent: number | null
  from: number
  /** null: it goes on as it is shown now */
  end: number | null
  /** steps that it has of its own; null: it goes on */
  commands: number | null
}

export interface BranchesView {
  /** the branch that is shown */
  shown: number
  /** its end, while an earlier moment is looked at: the clock's; null: it is shown as it goes on */
  end: number | null
  /** in the order in which they began */
  branches: BranchView[]
  /** that which was deleted last and can be restored; null: none */
  deleted: { id: number; name: string } | null
  /** earlier ones that are kept no more */
  forgotten: number
  /**
   * the run that was shown before this one, that before a restart or after it, which can be returned to: how many branches
   * it has, and its end, µs; null: there was none
   */
  before: { branches: number; end: number } | null
}

/** Two branches run side by side (LB-06). */
export interface BranchComparisonView extends DifferenceView {
  /** the first and the second */
  branches: readonly [number, number]
}
