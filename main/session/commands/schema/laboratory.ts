/** The shapes of commands that compare, and that ask for records (LB). */
import { z } from 'zod'
import {
  COMPARISON_INPUTS,
  DEVICE_PROFILES,
  MOST_FILE_NAME,
  type OwnPolicyId,
  POLICY_NAMES,
  RECORDED,
} from '../../../../preload/contract'
import { type Dimensions, dimensionsOf, MOST_DIMENSIONS } from '../../laboratory/comparison/variants'

const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** budgets that a comparison has at most: with every policy that is as much as a person waits for */
const MOST_BUDGETS = 8
/** characters of a resource's name: more than any has */
const MOST_NAME = 1000
/** all that there are, and some of one's own */
const MOST_POLICIES = POLICY_NAMES.length + 8

/** A policy by what it is called; whether there is such a one of one's own is for the session to know. */
export const policyId = z.union([
  z.enum(POLICY_NAMES),
  z.custom<OwnPolicyId>((id) => typeof id === 'string' && id.length <= MOST_FILE_NAME + 80 && id.includes('#')),
])

/** @returns the list, with the issue "each once" where a value stands in it twice, as a file's lists refuse it (SC-02) */
export function distinct<Value extends z.ZodType>(list: z.ZodArray<Value>) {
  return list.refine((values) => new Set(values).size === values.length, { error: 'each once' })
}

const some = <Value extends z.ZodType>(value: Value, most: number) => distinct(z.array(value).min(1).max(most))

/** LB-03 */
function isProduct({
  policies,
  preemption,
  ...others
}: Omit<Dimensions, 'preemption' | 'policies'> & {
  policies?: readonly string[] | undefined
  preemption?: true | undefined
}): boolean {
  const count = dimensionsOf({ ...others, policies: policies && [], preemption: preemption && [] })
  return count >= 1 && count <= MOST_DIMENSIONS
}

export const laboratorySchemas = [
  z.strictObject({
    kind: z.literal('showTraceLine'),
    record: z.strictObject({ t: whole, line: whole.min(1) }).nullable(),
  }),
  z
    .strictObject({
      kind: z.literal('compareVariants'),
      policies: some(policyId, MOST_POLICIES).optional(),
      budgets: some(whole, MOST_BUDGETS).optional(),
      profiles: some(z.enum(DEVICE_PROFILES), DEVICE_PROFILES.length).optional(),
      preemption: z.literal(true).optional(),
      input: z.enum(COMPARISON_INPUTS).optional(),
      from: whole.optional(),
    })
    .refine(isProduct, { error: 'one or two of policies, budgets, profiles and preemption' }),
  z.strictObject({ kind: z.literal('compareBranches'), branches: some(whole.min(1), 2).min(2) }),
  z.strictObject({ kind: z.literal('compareRuns'), one: whole, other: whole }),
  z.strictObject({ kind: z.literal('openCompared') }),
  z.strictObject({ kind: z.literal('openRun'), row: whole, time: whole }),
  z.strictObject({
    kind: z.literal('showRecords'),
    row: whole,
    column: z.enum(RECORDED),
    resource: z.string().max(MOST_NAME).optional(),
    skip: whole.optional(),
  }),
] as const
