import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectedText } from '../../../../../main/session/scenario/text/expected'

/** What is said of the first issue. */
function said(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value, { error: expectedText })
  return error?.issues[0]?.message
}

describe('what was expected, in our words [SC-02]', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), 1, 'a string'],
    [z.boolean(), 1, 'true or false'],
    [z.array(z.string()), 1, 'a list'],
    [z.object({}), 1, 'an object'],
    [z.record(z.string(), z.string()), 1, 'an object'],
    [z.literal(1), 2, '1'],
    [z.enum(['a', 'b', 'c']), 'd', 'one of "a", "b" or "c"'],
    // a schema that knows better
    [z.string({ error: 'a name' }), 1, 'a name'],
  ])('%#', (schema, value, text) => {
    expect(said(schema, value)).toBe(text)
  })

  it('a type that has no words of ours is named as it is', () => {
    expect(said(z.number(), 'x')).toBe('number')
  })
})
