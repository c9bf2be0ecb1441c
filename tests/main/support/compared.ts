/** Comparisons as they are made of their tasks, here and one after the other. */
import type { VariantComparison } from '../../../main/session/laboratory/comparison/compare'
import { comparisonFrom, comparisonTasks, runTask, type TaskResult } from '../../../main/session/laboratory/tasks'
import type { Scenario } from '../../../main/session/scenario'
import type { VariantChoice } from '../../../preload/contract'

/** @param onShare is told how much of all of it is done, 0 to 1 */
export async function compareVariants(
  scenario: Scenario,
  variants: readonly VariantChoice[],
  { from = 0, onShare }: { from?: number; onShare?: (share: number) => void } = {},
): Promise<VariantComparison> {
  const tasks = comparisonTasks({ scenario, from }, variants)
  const results: TaskResult[] = []
  for (const [done, task] of tasks.entries())
    results.push(await runTask(task, { onShare: (share) => onShare?.((done + share) / tasks.length) }))
  return comparisonFrom(results).comparison
}
