/**
 * Lists and collections of issues with an end: a file of some megabytes can hold millions of mistakes, and listing
 * them all would need more memory than there is.
 */
import { z } from 'zod'
import { expectedText } from '../text/expected'
import { type Issue, shownIssue } from '../text/problems'

/** After this many issues in one place, the rest of that place is not looked at. */
export const MAX_ISSUES = 1000

const IN_OUR_WORDS = { error: expectedText }

/** Times after which a schema is compiled: that takes as long as some hundred answers. */
const COMPILED_AFTER = 100

const asked = new WeakMap<z.core.$ZodType, { times: number; compiled?: z.core.$ZodType }>()

/** The schema, or, where it is asked often, what zod compiles of it, which makes nothing beside what it answers. */
function forMany(schema: z.core.$ZodType): z.core.$ZodType {
  let known = asked.get(schema)
  if (known === undefined) {
    known = { times: 0 }
    asked.set(schema, known)
  }
  if (known.compiled === undefined && ++known.times > COMPILED_AFTER) known.compiled = z.core.compile(schema)
  return known.compiled ?? schema
}

/** Whether whoever asks now wants to know why a value is refused: telling takes a hundred times what it takes to refuse. */
let isToldWhy = true

/**
 * As safeParse, for what is read by the million and is good: safeParse copies what it is given, and its failures have a
 * getter, so that the engine (V8 11.3) gives each of these objects a shape of its own, which lives until the whole heap is
 * collected and takes more than the value that is read.
 * @returns undefined: the schema refuses it
 * @throws Error when a schema would have to be waited for, which none of the format's has
 */
export function parsedBy<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): { value: z.output<Schema> } | undefined {
  const before = isToldWhy
  isToldWhy = false
  try {
    const result = forMany(schema)._zod.run({ value, issues: [] }, { async: false })
    if (result instanceof Promise) throw new Error('a schema of the format was expected to need no waiting')
    // sound: what a schema makes without issues is of its type
    return result.issues.length === 0 ? (result as { value: z.output<Schema> }) : undefined
  } finally {
    isToldWhy = before
  }
}

type Json = z.core.JSONSchema.BaseSchema

/** What a list takes before it looks at its elements. */
export type ListOf<Element extends z.ZodType> = z.ZodType<z.input<Element>[], z.input<Element>[]> & { element: Element }

/** What a collection takes before it looks at its entries. */
export type CollectionOf<Value extends z.ZodType> = z.ZodType<
  Record<string, z.input<Value>>,
  Record<string, z.input<Value>>
> & { value: Value }

/** What this grammar looks at by itself, as zod does not: its parts, and how the JSON Schema says it. */
type Parts = {
  /** @param of says a part */
  describe(of: (schema: z.ZodType) => Json): Json
} & (
  | { kind: 'list'; element: z.ZodType }
  | { kind: 'collection'; key: z.ZodString; value: z.ZodType }
  | { kind: 'read'; read: ListReading<unknown> }
)

const parts = new WeakMap<z.core.$ZodType, Parts>()

/** @returns undefined: zod looks at it */
export function partsOf(schema: z.core.$ZodType): Parts | undefined {
  return parts.get(schema)
}

/** What a text or a number comes out as, or what was expected instead. */
export type ListReading<Value> = (input: unknown) => { ok: true; value: Value } | { ok: false; expected: string }

/** How many elements a list has, and what was expected of one that has not. */
interface Limits {
  min?: readonly [count: number, expected: string]
  max?: readonly [count: number, expected: string]
}

/**
 * A quicker way to what an element's schema makes of a value, for lists of millions.
 * @returns what the schema would make; undefined: the schema has to be asked
 */
export type Quick<Value> = (value: unknown) => Value | undefined

/** As z.array, but it stops at MAX_ISSUES: z.array may come to an overflow of the stack by then. */
export function list<Element extends z.ZodType>(
  element: Element,
  { min, max, quick }: Limits & { quick?: Quick<z.output<Element>> } = {},
) {
  const whole: ListOf<Element> = Object.assign(z.any(), { element })
  const describe = (of: (schema: z.ZodType) => Json): Json => ({
    ...(min === undefined ? {} : { minItems: min[0] }),
    ...(max === undefined ? {} : { maxItems: max[0] }),
    type: 'array',
    items: of(element),
  })
  parts.set(whole, { kind: 'list', element, describe })
  return whole.transform((input, { issues }): z.output<Element>[] => {
    if (!Array.isArray(input)) {
      issues.push({ code: 'invalid_type', expected: 'array', input })
      return z.NEVER
    }
    // room for as many as there are: a list that grows has some for sixteen more, most of what many short ones take
    const output = new Array<z.output<Element>>(input.length)
    let count = 0
    for (const [index, value] of input.entries()) {
      const made = quick?.(value)
      const good = made === undefined ? parsedBy(element, value) : undefined
      if (made !== undefined) output[count++] = made
      else if (good !== undefined) output[count++] = good.value
      else refuse(element, value, [index], issues)
      if (issues.length >= MAX_ISSUES) break
    }
    if (count < output.length) output.length = count
    const limit = { origin: 'array', inclusive: true, input }
    if (min !== undefined && input.length < min[0])
      issues.push({ code: 'too_small', minimum: min[0], message: min[1], ...limit })
    if (max !== undefined && input.length > max[0])
      issues.push({ code: 'too_big', maximum: max[0], message: max[1], ...limit })
    return output
  })
}

/** As z.record, but it stops at MAX_ISSUES, and looks at every own field: also at "__proto__". */
export function record<Value extends z.ZodType>(key: z.ZodString, value: Value) {
  const whole: CollectionOf<Value> = Object.assign(z.any(), { value })
  const describe = (of: (schema: z.ZodType) => Json): Json => ({
    type: 'object',
    propertyNames: of(key),
    additionalProperties: of(value),
  })
  parts.set(whole, { kind: 'collection', key, value, describe })
  return whole.transform((input, context): Record<string, z.output<Value>> => {
    if (!isPlainObject(input)) {
      context.issues.push({ code: 'invalid_type', expected: 'record', input })
      return z.NEVER
    }
    const output: [string, z.output<Value>][] = []
    for (const [name, field] of Object.entries(input)) {
      const wrong = parsedBy(key, name) === undefined ? key.safeParse(name, IN_OUR_WORDS).error : undefined
      for (const { message } of wrong?.issues ?? [])
        context.issues.push({ code: 'invalid_key', origin: 'record', issues: [], input: name, path: [name], message })
      const good = parsedBy(value, field)
      if (good !== undefined) output.push([name, good.value])
      else refuse(value, field, [name], context.issues)
      if (context.issues.length >= MAX_ISSUES) break
    }
    return Object.fromEntries(output)
  })
}

/**
 * What a function reads: a schema is asked only why it could not, as asking takes ten times as long as reading, and a
 * scenario has a hundred sizes and durations, most of them defaults.
 * @param written how it is written; whatever it refuses the function refuses too
 */
export function readBy<Input, Value>(written: z.ZodType<Input, Input>, read: ListReading<Value>) {
  const whole: z.ZodType<Input, Input> = z.any()
  parts.set(whole, { kind: 'read', read, describe: (of) => of(written) })
  return whole.transform((input, { issues }): Value => {
    const result = read(input)
    if (result.ok) return result.value
    const before = issues.length
    refuse(written, input, [], issues)
    if (issues.length === before) issues.push({ code: 'custom', message: result.expected, input })
    return z.NEVER
  })
}

/** Not a list, and not an object of a class. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Hands what is wrong with a part on, as issues of the whole. */
function refuse(part: z.ZodType, value: unknown, path: readonly PropertyKey[], to: z.core.$ZodRawIssue[]): void {
  if (!isToldWhy) {
    to.push({ code: 'custom', input: undefined })
    return
  }
  for (const issue of part.safeParse(value, IN_OUR_WORDS).error?.issues ?? [])
    to.push({ ...issue, input: undefined, path: [...path, ...issue.path] })
}

/** The JSON Schema (draft 2020-12) of what a schema takes, lists and collections included, without `$schema`. */
export function jsonSchemaOf(schema: z.ZodType): Json {
  // what has a name is defined once, at the top, wherever it is used
  const named: Record<string, Json> = {}
  const of = (part: z.ZodType): Json => {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(part, {
      io: 'input',
      override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, parts.get(zodSchema)?.describe(of)),
    })
    Object.assign(named, $defs)
    return json
  }
  const json = of(schema)
  return Object.keys(named).length === 0 ? json : { ...json, $defs: named }
}

/** Issues, up to MAX_ISSUES. */
export class IssueList {
  readonly issues: Issue[] = []
  /** names that are among the issues because nothing makes them */
  readonly unknown = new Set<string>()

  /** @param unmade names that the file says nothing makes: using them is no mistake of writing */
  constructor(private readonly unmade: ReadonlySet<string> = new Set()) {}

  get full(): boolean {
    return this.issues.length >= MAX_ISSUES
  }

  /** Without effect when full. */
  add(issue: Issue): void {
    if (!this.full) this.issues.push(shownIssue(issue))
  }

  /** That nothing makes what is named, unless the file says so. Without effect when full. */
  addUnknown(name: string, issue: () => Issue): void {
    if (this.full || this.unmade.has(name)) return
    this.unknown.add(name)
    this.add(issue())
  }
}
