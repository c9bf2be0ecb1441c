/** Steps as they are read when nothing is wrong with them: a file can have millions. */
import { parsedBy, type Quick } from '../check/lists'
import { valueAt } from '../text/issues'
import { draftOf } from './draft'
import { stepSchema, VALUES } from './steps'
import type { Step } from './types'

/**
 * A step without mistakes, as stepSchema makes it, by the schemas of the two fields that it has: the schema of all of them
 * asks after each of the fifty that are not there, which takes kilobytes for a step of twenty bytes.
 */
export const quickStep: Quick<Step> = (step) => {
  if (typeof step !== 'object' || step === null || Object.keys(step).length !== 2) return undefined
  const verb = Object.keys(step).find((field) => field !== 'at')
  const schema = VALUES.get(verb ?? '')
  if (schema === undefined) return undefined
  const at = draftOf(stepSchema.in.shape.at, valueAt(step, ['at']))
  const value = at === null ? undefined : parsedBy(schema, valueAt(step, [verb ?? '']))?.value
  // sound: the schemas of the time and of this verb have made them
  return value === undefined ? undefined : ({ at, verb, value } as Step)
}
