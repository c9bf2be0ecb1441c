/**
 * Turns what zod reports into issues: path, what was found, what was expected, and a hint where a name is close.
 */
import type { z } from 'zod'
import { MAX_ISSUES } from '../check/lists'
import { describe, type Issue, type Path, shownIssue } from './problems'
import { suggest } from './suggest'

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
    .map(shownIssue)
}

function convert(issue: z.core.$ZodIssue, input: unknown): Issue[] {
  const { path } = issue
  const found = valueAt(input, issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_ISSUES).map((key) => unknownField(path, key, issue.message))
  if (issue.code === 'invalid_union') {
    // the branch that takes this kind of value says more precisely what is wrong inside it
    const branch = onlyOne(issue.errors.filter((errors) => !isOtherType(errors, found)))
    if (branch !== undefined) {
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
  const near = suggest(key, fields.split(', '))
  return {
    path: [...path, key],
    found: 'an unknown field',
    expected: `only the fields ${fields}`,
    ...(near === undefined ? {} : { hint: `did you mean ${JSON.stringify(near)}?` }),
    atKey: true,
  }
}

type Branch = readonly z.core.$ZodIssue[]

/** Of several that take such values that which knows all of the object's fields. */
function onlyOne(branches: readonly Branch[]): Branch | undefined {
  const known = branches.filter(
    (branch) => !branch.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0),
  )
  const [branch, ...others] = branches.length === 1 ? branches : known
  return others.length === 0 ? branch : undefined
}

/** A value of this type is not what that branch of a union takes at all. */
function isOtherType(branch: Branch, found: unknown): boolean {
  return branch.some((issue) => {
    if (issue.path.length > 0) return false
    if (issue.code === 'invalid_value') return !issue.values.some((value) => typeof value === typeof found)
    if (issue.code === 'invalid_union') return issue.errors.every((inside) => isOtherType(inside, found))
    return issue.code === 'invalid_type'
  })
}

function hintFor(found: unknown, issue: z.core.$ZodIssue): string | undefined {
  if (typeof found !== 'string') return undefined
  const values = valuesOf(issue)
  const near = suggest(found, values.map(String))
  if (near === undefined) return undefined
  // a number or true is meant where one is expected, not its text
  return `did you mean ${JSON.stringify(values.find((value) => String(value) === near))}?`
}

/** What an enumeration or a union's discriminator may be. */
function valuesOf(issue: z.core.$ZodIssue): readonly z.core.util.Primitive[] {
  if (issue.code === 'invalid_value') return issue.values
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []) : []
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
