/**
 * Lists and collections of issues with an end: a file of some megabytes can hold millions of mistakes, and listing
 * them all would need more memory than there is.
 */
import { z } from 'zod'
import type { Issue } from './problems'

/** After this many issues in one place, the rest of that place is not looked at. */
export const MAX_ISSUES = 1000

const BoundedArray = z.core.$constructor<z.ZodArray>('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def)
  inst._zod.parse = (payload, context) => {
    const input = payload.value
    if (!Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input, inst })
      return payload
    }
    const output: unknown[] = []
    payload.value = output
    for (const [index, value] of input.entries()) {
      const result = def.element._zod.run({ value, issues: [] }, context)
      if (result instanceof Promise) throw new z.core.$ZodAsyncError()
      for (const issue of z.core.util.prefixIssues(index, result.issues)) payload.issues.push(issue)
      if (payload.issues.length >= MAX_ISSUES) break
      output.push(result.value)
    }
    return payload
  }
})

/** As z.array, but it stops at MAX_ISSUES (as z.array it may come to an overflow of the stack by then). */
export function list<Element extends z.ZodType>(element: Element): z.ZodArray<Element> {
  return new BoundedArray({ type: 'array', element }) as z.ZodArray<Element>
}

/** Issues, up to MAX_ISSUES. */
export class IssueList {
  readonly issues: Issue[] = []

  get full(): boolean {
    return this.issues.length >= MAX_ISSUES
  }

  /** Without effect when full. */
  add(issue: Issue): void {
    if (!this.full) this.issues.push(issue)
  }
}
