/** What only several fields of a command tell together: as the file format has it, so that what is done can be recorded. */
import type { z } from 'zod'
import { checkPasses, checkSubmit, type DraftWork, type PassedWork } from '../scenario/check/gpu'
import { IssueList } from '../scenario/check/lists'

/** Engine and kind of work, times of passes and of the whole (GP-06). */
export function effectIssues(effect: PassedWork, context: z.core.$RefinementCtx): void {
  const issues = new IssueList()
  checkPasses(effect, [], issues)
  hand(issues, context)
}

/** Engine and kind of work, times of parts and of the whole (GP-06, GP-17). */
export function submitIssues(submit: DraftWork, context: z.core.$RefinementCtx): void {
  const issues = new IssueList()
  checkSubmit(submit, [], issues)
  hand(issues, context)
}

function hand({ issues }: IssueList, context: z.core.$RefinementCtx): void {
  for (const { path, found, expected } of issues)
    context.addIssue({ code: 'custom', path: [...path], message: `found ${found}, expected ${expected}` })
}
