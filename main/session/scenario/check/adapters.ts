/** Physical adapters that faults and the driver's answers name are there: none is added while a run lasts (SC-14, AN-09). */

import { MOST_ADAPTERS } from '../format/faults'
import type { Path } from '../text/problems'
import { eachStep, type FileDraft } from './draft'
import type { IssueList } from './lists'

/** Finds steps that name a physical adapter that the system does not have. */
export function checkAdapters(file: FileDraft, issues: IssueList): void {
  const { physicalAdapters: adapters = null, driver } = file.system ?? {}
  if (adapters === null) return
  const has = `system.physicalAdapters is ${adapters}`
  const check = (path: Path, adapter: number | null | undefined): void => {
    if (typeof adapter !== 'number' || adapter < adapters) return
    issues.add({
      path,
      found: String(adapter),
      expected: `at most ${adapters - 1}, as ${has} and the first adapter is 0`,
    })
  }
  const fails = driver?.pagingProcessVaFails ?? false
  if (typeof fails !== 'boolean')
    for (const [i, adapter] of fails.entries()) check(['system', 'driver', 'pagingProcessVaFails', i], adapter)
  const linkedAnswers = driver?.linkedPagingProcessVa?.length ?? 0
  // more than any system could have are bad by themselves
  if (linkedAnswers > adapters - 1 && linkedAnswers < MOST_ADAPTERS) {
    const path = ['system', 'driver', 'linkedPagingProcessVa']
    const expected = `at most ${adapters - 1}, as ${has} and the first answers with pagingProcessVa`
    issues.add({ path, found: `a list of ${linkedAnswers}`, expected })
  }
  eachStep(file, ({ inject }, i) => {
    check(['steps', i, 'inject', 'adapter'], inject?.adapter)
  })
}
