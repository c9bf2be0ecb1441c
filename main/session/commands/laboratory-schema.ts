/** The shapes of commands that compare (LB). */
import { z } from 'zod'
import { COMPARISON_INPUTS, DEVICE_PROFILES, POLICY_NAMES, RECORDED } from '../../../preload/contract'
import { type Dimensions, dimensionsOf, MOST_DIMENSIONS } from '../laboratory/comparison/variants'

const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** budgets that a comparison has at most: with every policy that is as much as a person waits for */
const MOST_BUDGETS = 8
const distinct = <Value extends z.ZodType>(value: Value, most: number) =>
  z
    .array(value)
    .min(1)
    .max(most)
    .refine((list) => new Set(list).size === list.length, { error: 'each once' })

/** LB-03 */
function isProduct({
  preemption,
  ...others
}: Omit<Dimensions, 'preemption'> & { preemption?: true | undefined }): boolean {
  const count = dimensionsOf({ ...others, preemption: preemption && [] })
  return count >= 1 && count <= MOST_DIMENSIONS
}

export const laboratorySchemas = [
  z
    .strictObject({
      kind: z.literal('compareVariants'),
      policies: distinct(z.enum(POLICY_NAMES), POLICY_NAMES.length).optional(),
      budgets: distinct(whole, MOST_BUDGETS).optional(),
      profiles: distinct(z.enum(DEVICE_PROFILES), DEVICE_PROFILES.length).optional(),
      preemption: z.literal(true).optional(),
      input: z.enum(COMPARISON_INPUTS).optional(),
      from: whole.optional(),
    })
    .refine(isProduct, { error: 'one or two of policies, budgets, profiles and preemption' }),
  z.strictObject({ kind: z.literal('compareBranches'), branches: distinct(whole.min(1), 2).min(2) }),
  z.strictObject({ kind: z.literal('compareRuns'), one: whole, other: whole }),
  z.strictObject({ kind: z.literal('openRun'), row: whole, time: whole }),
  z.strictObject({
    kind: z.literal('showRecords'),
    row: whole,
    column: z.enum(RECORDED),
  }),
] as const
