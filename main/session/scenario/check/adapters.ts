/** Physical adapters that faults and the driver's answers name are there: none is added while a run lasts (SC-14, AN-09). */

import { MOST_ADAPTERS } from '../format/faults'
import type { Path } from '../text/problems'
import type { Draft } from './draft'
import type { IssueList } from './lists'

/** Finds steps that name a physical adapter that the system does not have. */
export function checkAdapters(draft: Draft, issues: IssueList): void {
  const { physicalAdapters: adapters, linkedAnswers, driverAdapters, steps } = draft
  if (adapters === undefined) return
  const has = `system.physicalAdapters is ${adapters}`
  const check = (path: Path, adapter: number): void => {
    // what no system could have is bad by itself
    if (!Number.isInteger(adapter) || adapter < adapters || adapter >= MOST_ADAPTERS) return
    issues.add({
      path,
      found: String(adapter),
      expected: `at most ${adapters - 1}, as ${has} and the first adapter is 0`,
    })
  }
  for (const { path, adapter } of driverAdapters) check(path, adapter)
  if (linkedAnswers > adapters - 1 && linkedAnswers < MOST_ADAPTERS) {
    const path = ['system', 'driver', 'linkedPagingProcessVa']
    const expected = `at most ${adapters - 1}, as ${has} and the first answers with pagingProcessVa`
    issues.add({ path, found: `a list of ${linkedAnswers}`, expected })
  }
  steps.forEach(({ adapter }, i) => {
    if (adapter !== undefined) check(['steps', i, 'inject', 'adapter'], adapter)
  })
}
