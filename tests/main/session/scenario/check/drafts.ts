/** Files and steps as the checks read them, and what the checks have found. */
import type { FileDraft, StepDraft } from '../../../../../main/session/scenario/check/draft'
import type { IssueList } from '../../../../../main/session/scenario/check/lists'
import { draftOf } from '../../../../../main/session/scenario/format/draft'
import { fileSchema } from '../../../../../main/session/scenario/format/file'
import { stepSchema } from '../../../../../main/session/scenario/format/steps'
import { pathToText } from '../../../../../main/session/scenario/text/problems'

/** A file with no effects, unless it says so. */
export function fileOf({ app, ...file }: { app?: object; [field: string]: unknown } = {}): FileDraft {
  const draft = draftOf(fileSchema, { trimline: 1, app: { effects: [], ...app }, ...file })
  if (draft === null) throw new Error('expected an object')
  return draft
}

/** The steps of a file, one a second. */
export function inTime(...steps: object[]): object[] {
  return steps.map((step, second) => ({ at: `${second}s`, ...step }))
}

export function stepOf(step: object): StepDraft {
  const draft = draftOf(stepSchema, { at: 0, ...step })
  if (draft === null) throw new Error('expected an object')
  return draft
}

/** Each issue as path, what was found and what was expected. */
export function told({ issues }: IssueList): string[] {
  return issues.map(({ path, found, expected }) => `${pathToText(path)}: ${found}; ${expected}`)
}

/** Where the issues are, without why. */
export function places({ issues }: IssueList): string[] {
  return issues.map(({ path }) => pathToText(path))
}
