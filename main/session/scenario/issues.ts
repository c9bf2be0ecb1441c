/**
 * Turns what zod reports into issues: path, what was found, what was expected, and a hint where a name is close or
 * belongs to a system that is not there yet.
 */
import type { z } from 'zod'
import { MAX_ISSUES } from './lists'
import { describe, type Issue, listOf, type Path } from './problems'
import { suggest } from './suggest'

/** Verbs that the format names, whose systems are still to come. */
const LATER: Record<string, string> = {
  defragment: 'the memory allocator, which defragments, is not part of this version yet',
}

/** Why this verb is refused although the format has it; undefined for any other. */
function notYet(verb: string): string | undefined {
  return Object.hasOwn(LATER, verb) ? LATER[verb] : undefined
}

/**
 * The message of every issue is what was expected. Schemas that know better give their own message; this is for the
 * others.
 */
export function expectedText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(String(issue.expected))
    case 'invalid_value':
      return issue.values.length === 1 ? listOf(issue.values) : `one of ${listOf(issue.values)}`
    default:
      return undefined
  }
}

function typeText(type: string): string {
  const texts: Record<string, string> = {
    string: 'a string',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  }
  return texts[type] ?? type
}

/** @param input what was validated, to say what was found */
export function issuesOf(error: z.core.$ZodError, input: unknown): Issue[] {
  return convertAll(error.issues, input)
}

/**
 * An object with an unknown field is only told so: what zod's later checks say about the object as a whole (no verb,
 * no condition) follows from that.
 */
function convertAll(issues: readonly z.core.$ZodIssue[], input: unknown): Issue[] {
  const unknown = new Set(
    issues.filter(({ code }) => code === 'unrecognized_keys').map(({ path }) => JSON.stringify(path)),
  )
  return issues
    .filter(({ code, path }) => code !== 'custom' || !unknown.has(JSON.stringify(path)))
    .flatMap((issue) => convert(issue, input))
}

function convert(issue: z.core.$ZodIssue, input: unknown): Issue[] {
  const { path } = issue
  const found = valueAt(input, issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_ISSUES).map((key) => unknownField(path, key, issue.message))
  if (issue.code === 'invalid_union') {
    // the branch that takes this kind of value says more precisely what is wrong inside it
    const inside = issue.errors.filter(
      (branch) => !branch.some(({ path: at, code }) => at.length === 0 && code === 'invalid_type'),
    )
    const [branch] = inside
    if (inside.length === 1 && branch !== undefined) {
      return convertAll(
        branch.map((nested) => ({ ...nested, path: [...path, ...nested.path] })),
        input,
      )
    }
  }
  if (issue.code === 'invalid_key') {
    return [{ path, found: describe(path.at(-1)), expected: issue.message, atKey: true }]
  }
  const hint = hintFor(found, issue)
  return [{ path, found: describe(found), expected: issue.message, ...(hint === undefined ? {} : { hint }) }]
}

function unknownField(path: Path, key: string, fields: string): Issue {
  const reason = isStep(path) ? notYet(key) : undefined
  const known = fields.split(', ')
  const near = suggest(key, known)
  const hint = reason ?? (near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`)
  return {
    path: [...path, key],
    found: reason === undefined ? 'an unknown field' : `the verb ${JSON.stringify(key)}`,
    expected: `only the fields ${fields}`,
    ...(hint === undefined ? {} : { hint }),
    atKey: true,
  }
}

function hintFor(found: unknown, issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_value' || typeof found !== 'string') return undefined
  const near = suggest(found, issue.values.map(String))
  return near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`
}

function isStep(path: Path): boolean {
  return path.length === 2 && path[0] === 'steps'
}

/** The value at a path, undefined where there is none. */
export function valueAt(input: unknown, path: Path): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}
