/**
 * The schemas of sizes, durations and names. In all schemas of this folder an error's message is what was expected;
 * what was found is added by issues.ts.
 */

import { z } from 'zod'
import { GRANULE } from '../../../../preload/contract'
import { MAX_ISSUES, readBy } from '../check/lists'
import {
  DURATION_PATTERN,
  durationToText,
  parseDuration,
  parseSize,
  type Quantity,
  SIZE_PATTERN,
  sizeToText,
} from './units'

export { GRANULE }

export interface QuantityOptions {
  min?: number
  /** the largest, and what is expected of one that is larger [the largest whole number that is exact] */
  max?: readonly [most: number, expected: string]
  multipleOf?: number
}

/** A size; comes out in bytes. */
export function size(description: string, options: QuantityOptions = {}) {
  const { min = 0, multipleOf = 1 } = options
  const multiple = options.multipleOf === undefined ? '' : ` that is a multiple of ${sizeToText(options.multipleOf)}`
  const atLeast = min === 0 ? '' : ` of at least ${sizeToText(min)}`
  const expected = `a size${atLeast}${multiple}: a whole number of bytes, or a string with B, KiB, MiB or GiB like "64MiB"`
  // the largest exact one may be no multiple
  const most = Number.MAX_SAFE_INTEGER - (Number.MAX_SAFE_INTEGER % multipleOf)
  const max = options.max ?? [most, `a size of at most ${most} bytes`]
  return quantity(SIZE_PATTERN, parseSize, expected, max, options).meta({ description: `${description} (size)` })
}

/** A duration; comes out in microseconds. */
export function duration(description: string, options: QuantityOptions = {}) {
  const { min = 0 } = options
  const atLeast = min === 0 ? '' : ` of at least ${durationToText(min)}`
  const expected = `a duration${atLeast}: a whole number of microseconds, or a string with us, ms, s, min or h like "1.5s"`
  const most = Number.MAX_SAFE_INTEGER
  const max = options.max ?? [most, `a duration of at most ${most} microseconds`]
  return quantity(DURATION_PATTERN, parseDuration, expected, max, options).meta({
    description: `${description} (duration)`,
  })
}

/**
 * A whole number of at least `min`.
 * @param max how many of what it counts at most [the largest that is exact]
 * @param expected of a larger one
 */
export function wholeNumber(min: number, description: string, max?: number, expected = `at most ${max}`) {
  const exact = Number.MAX_SAFE_INTEGER
  const error = orTooLarge(
    `a whole number of at least ${min}`,
    max === undefined ? [exact, `a whole number of at most ${exact}`] : [max, expected],
  )
  // one that is not exact is too large for the maximum, too, and told once
  const number = z.int({ error, abort: true }).min(min, { error })
  return (max === undefined ? number : number.max(max, { error })).meta({ description })
}

/** What is too large to be taken, or to be exact, is no less a whole number: it is told the largest that is taken. */
function orTooLarge(expected: string, [most, atMost]: readonly [number, string]) {
  return ({ input }: { input?: unknown }) => (typeof input === 'number' && input > most ? atMost : expected)
}

/** One side of a picture. */
export const MOST_TEXELS = 16_384
/** A width, height, depth or count of a texture, at least 1. */
export const texels = (description: string) => wholeNumber(1, description, MOST_TEXELS, `at most ${MOST_TEXELS} texels`)

/** true or false. */
export const flag = (description: string) => z.boolean().meta({ description })

/** A name that is not empty. */
export function label(description: string) {
  const error = 'a name that is not empty'
  return z.string({ error }).min(1, { error }).meta({ description })
}

/**
 * A name that is not one of the system's own, so that whose a record is can be told from it.
 * @param taken what it may not be
 * @param whose that is
 */
export function othersLabel(description: string, taken: string, whose: string) {
  return label(description)
    .refine((name) => name !== taken, { error: `another name: this is ${whose}` })
    .meta({ description, not: { const: taken } })
}

function quantity(
  pattern: RegExp,
  parse: (input: unknown) => Quantity,
  expected: string,
  limit: readonly [most: number, expected: string],
  { min = 0, max, multipleOf = 1 }: QuantityOptions,
) {
  const error = orTooLarge(expected, limit)
  const [most, atMost] = limit
  const least = z.int({ error, abort: true }).min(min, { error })
  const integer = max === undefined ? least : least.max(most, { error })
  const number = multipleOf === 1 ? integer : integer.multipleOf(multipleOf, { error })
  const written = z.union([number, z.string({ error }).regex(pattern, { error })], { error })
  const read = (input: unknown): Quantity => {
    const result = parse(input)
    if (result.ok ? result.value > most : result.tooLarge === true) return { ok: false, expected: atMost }
    return !result.ok || (result.value >= min && result.value % multipleOf === 0) ? result : { ok: false, expected }
  }
  return readBy(written, read)
}

/** An object that takes no other fields (SC-04). For an unknown one the error's message is the list of the known. */
export function strict<Shape extends z.core.$ZodShape>(shape: Shape, description: string) {
  return z
    .strictObject(shape, {
      error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : undefined),
    })
    .meta({ description })
}

/** As strict, but every field may be absent, only not all of them. */
export function some<Shape extends z.core.$ZodShape>(shape: Shape, description: string, expected: string) {
  return strict(shape, description)
    .partial()
    .meta({ description, minProperties: 1 })
    .refine((fields) => Object.keys(fields).length > 0, { error: expected })
}

/**
 * Checks what several fields tell together, once each of them is good by itself: a refinement of the schema would also
 * see fields that are bad, as texts that are no quantity.
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  check: (
    value: z.output<Schema>,
    refuse: (path: (string | number)[], found: unknown, expected: string) => void,
  ) => void,
) {
  return schema.transform((value, context) => {
    check(value, (path, input, message) => {
      if (context.issues.length < MAX_ISSUES) context.addIssue({ code: 'custom', input, message, path })
    })
    return value
  })
}

/**
 * Of a list of names that stand for a set: one that stands there twice is a slip, and the second one would say nothing.
 * @param what one of them is called
 */
export function eachOnce<Schema extends z.ZodType<readonly string[]>>(
  names: Schema,
  description: string,
  what = 'name',
) {
  return checked(names.meta({ description, uniqueItems: true }), (values, refuse) => {
    const seen = new Set<string>()
    values.forEach((value, i) => {
      if (seen.has(value)) refuse([i], value, `each ${what} once`)
      seen.add(value)
    })
  })
}
