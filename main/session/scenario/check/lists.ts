/**
 * Lists and collections of issues with an end: a file of some megabytes can hold millions of mistakes, and listing
 * them all would need more memory than there is.
 */
import { z } from 'zod'
import { type Issue, shownIssue } from '../text/problems'

/** After this many issues in one place, the rest of that place is not looked at. */
export const MAX_ISSUES = 1000

/**
 * A quicker way to what an element's schema makes of a value, for lists of millions.
 * @returns what the schema would; undefined: the schema has to be asked
 */
export type Quick = (value: unknown, context: z.core.ParseContextInternal) => unknown

interface BoundedArray extends z.ZodArray {
  _zod: z.ZodArray['_zod'] & { def: z.core.$ZodArrayDef & { quick?: Quick | undefined } }
}

const BoundedArray = z.core.$constructor<BoundedArray>('BoundedArray', (inst, def) => {
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
      const quick = def.quick?.(value, context)
      if (quick !== undefined) {
        output.push(quick)
        continue
      }
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
export function list<Element extends z.ZodType>(element: Element, quick?: Quick): z.ZodArray<Element> {
  return new BoundedArray({ type: 'array', element, quick }) as unknown as z.ZodArray<Element>
}

const BoundedRecord = z.core.$constructor<z.ZodRecord>('BoundedRecord', (inst, def) => {
  z.ZodRecord.init(inst, def)
  inst._zod.parse = (payload, context) => {
    const input = payload.value
    if (!z.core.util.isPlainObject(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'record', input, inst })
      return payload
    }
    const output: [string, unknown][] = []
    for (const [key, value] of Object.entries(input)) {
      const name = def.keyType._zod.run({ value: key, issues: [] }, context)
      const result = def.valueType._zod.run({ value, issues: [] }, context)
      if (name instanceof Promise || result instanceof Promise) throw new z.core.$ZodAsyncError()
      for (const issue of name.issues) {
        const { message } = z.core.util.finalizeIssue(issue, context, z.core.config())
        payload.issues.push({
          code: 'invalid_key',
          origin: 'record',
          issues: [],
          input: key,
          path: [key],
          message,
          inst,
        })
      }
      for (const issue of z.core.util.prefixIssues(key, result.issues)) payload.issues.push(issue)
      if (payload.issues.length >= MAX_ISSUES) break
      output.push([key, result.value])
    }
    payload.value = Object.fromEntries(output)
    return payload
  }
})

/** As z.record, but it stops at MAX_ISSUES, and looks at every own field: also at "__proto__". */
export function record<Value extends z.ZodType>(key: z.ZodString, value: Value): z.ZodRecord<z.ZodString, Value> {
  return new BoundedRecord({ type: 'record', keyType: key, valueType: value }) as unknown as z.ZodRecord<
    z.ZodString,
    Value
  >
}

/** Issues, up to MAX_ISSUES. */
export class IssueList {
  readonly issues: Issue[] = []

  get full(): boolean {
    return this.issues.length >= MAX_ISSUES
  }

  /** Without effect when full. */
  add(issue: Issue): void {
    if (!this.full) this.issues.push(shownIssue(issue))
  }
}
