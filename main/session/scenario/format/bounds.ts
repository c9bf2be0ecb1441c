/** Counts and quantities that may lie between two values: `3`, or `{ min?, max? }`. */
import { z } from 'zod'
import { strict, wholeNumber } from './quantities'

/** `{ min?, max? }` with at least one of them, in order. */
export function bounds<Value extends z.ZodType<number>>(value: Value, description: string) {
  return strict({ min: value.optional(), max: value.optional() }, description)
    .meta({ minProperties: 1 })
    .transform(({ min, max }, context) => {
      if (min === undefined && max === undefined) {
        context.addIssue({ code: 'custom', input: {}, message: '"min", "max" or both' })
        return z.NEVER
      }
      if (min !== undefined && max !== undefined && min > max) {
        context.addIssue({ code: 'custom', input: min, message: `at most "max" (${max})`, path: ['min'] })
        return z.NEVER
      }
      return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
    })
}

const ERROR = { error: 'a whole number, or an object with "min", "max" or both' }

const count = wholeNumber(0, 'a count')
export const counted = z.union([count, bounds(count, 'inclusive')], ERROR)

/** What goes below 0 as well: references, of which a layer below the policy may count one Evict too many (PL-43). */
const balance = z.int({ error: 'a whole number' }).meta({ description: 'a count, which may be below 0' })
export const balanced = z.union([balance, bounds(balance, 'inclusive')], ERROR)
