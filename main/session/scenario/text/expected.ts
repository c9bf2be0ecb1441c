/** What zod expected, in our words. */
import type { z } from 'zod'
import { listOf } from './problems'

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
    case 'invalid_union':
      return Array.isArray(issue.options) ? `one of ${listOf(issue.options)}` : undefined
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
