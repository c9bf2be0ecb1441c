/** What only several fields of a command tell together: as the file format has it, so that what is done can be recorded. */
import type { z } from 'zod'
import type { DraftPiece } from '../scenario/check/draft-parts'
import { checkPasses, checkSubmit } from '../scenario/check/gpu'
import { IssueList } from '../scenario/check/lists'

interface Work {
  engine: string
  work?: unknown
}

interface Effect {
  gpuTime: number
  passes?: (Work & { gpuTime: number })[] | undefined
}

interface Submit extends Work {
  gpuTime: number
  parts?: { gpuTime: number; resources: string[] }[] | undefined
}

const pieceOf = ({ engine, gpuTime, work }: Work & { gpuTime: number }): DraftPiece => ({ engine, gpuTime, work })

/** Engine and kind of work, times of passes and of the whole (GP-06). */
export function effectIssues({ gpuTime, passes }: Effect, context: z.core.$RefinementCtx): void {
  const issues = new IssueList()
  checkPasses({ gpuTime, passes: passes?.map(pieceOf) }, [], issues)
  hand(issues, context)
}

/** Engine and kind of work, times of parts and of the whole (GP-06, GP-17). */
export function submitIssues({ engine, gpuTime, work, parts }: Submit, context: z.core.$RefinementCtx): void {
  const issues = new IssueList()
  checkSubmit({ engine, gpuTime, work, parts, resources: [] }, [], issues)
  hand(issues, context)
}

function hand({ issues }: IssueList, context: z.core.$RefinementCtx): void {
  for (const { path, found, expected } of issues)
    context.addIssue({ code: 'custom', path: [...path], message: `found ${found}, expected ${expected}` })
}
