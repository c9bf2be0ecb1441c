import { expect, it } from 'vitest'
import { z } from 'zod'
import { issuesOf, valueAt } from '../../../../../main/session/scenario/text/issues'

const schema = z.strictObject(
  {
    mode: z.enum(['eager', 'lazy'], { error: '"eager" or "lazy"' }),
    size: z.union([z.int({ error: 'bytes' }), z.strictObject({ min: z.int({ error: 'a least' }) })]),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'mode, size' : undefined) },
)

/** What is wrong with it. */
function found(input: unknown): ReturnType<typeof issuesOf> {
  const { error } = schema.safeParse(input)
  if (error === undefined) throw new Error('expected something to be wrong')
  return issuesOf(error, input)
}

it('says of a value what was found and expected, with what it is close to [SC-02]', () => {
  expect(found({ mode: 'eagar', size: 1 })).toEqual([
    { path: ['mode'], found: '"eagar"', expected: '"eager" or "lazy"', hint: 'did you mean "eager"?' },
  ])
  expect(found({ mode: 'quite other', size: 1 })).toEqual([
    { path: ['mode'], found: '"quite other"', expected: '"eager" or "lazy"' },
  ])
})

it('means a number or true, not the text that was found, where only that is taken [SC-02]', () => {
  const literals = z.strictObject({ version: z.literal(1, { error: '1' }), lock: z.literal(true, { error: 'true' }) })
  const input = { version: '1', lock: 'true' }
  const { error } = literals.safeParse(input)
  expect(error === undefined ? [] : issuesOf(error, input)).toEqual([
    { path: ['version'], found: '"1"', expected: '1', hint: 'did you mean 1?' },
    { path: ['lock'], found: '"true"', expected: 'true', hint: 'did you mean true?' },
  ])
})

it('says of a field that nobody knows which are known, at its name [SC-02] [SC-04]', () => {
  expect(found({ mode: 'lazy', size: 1, sise: 2 })).toEqual([
    {
      path: ['sise'],
      found: 'an unknown field',
      expected: 'only the fields mode, size',
      hint: 'did you mean "size"?',
      atKey: true,
    },
  ])
})

it('of a union says what is wrong in the branch that takes this kind of value [SC-02]', () => {
  expect(found({ mode: 'lazy', size: { min: 'a' } })).toEqual([
    { path: ['size', 'min'], found: '"a"', expected: 'a least' },
  ])
})

it('takes a list or an object for none of the texts that stand beside it, and an object for that which has its fields [SC-02]', () => {
  const text = z.enum(['one', 'two'], { error: '"one" or "two"' })
  const number = z.int({ error: 'a number' })
  const unions = z.object({
    listed: z.union([text, z.array(text)]),
    named: z.union([text, z.strictObject({ core: number })]),
    either: z.union([z.strictObject({ name: text }), z.strictObject({ cookie: number })]),
  })
  const input = { listed: ['one', 'twos'], named: { core: 'x' }, either: { cookie: 'y' } }
  const { error } = unions.safeParse(input)
  expect(error === undefined ? [] : issuesOf(error, input)).toEqual([
    { path: ['listed', 1], found: '"twos"', expected: '"one" or "two"', hint: 'did you mean "two"?' },
    { path: ['named', 'core'], found: '"x"', expected: 'a number' },
    { path: ['either', 'cookie'], found: '"y"', expected: 'a number' },
  ])
})

it('finds the value at a path, and nothing where there is none', () => {
  const input = { steps: [{ at: 0 }, { at: 5 }] }
  expect([valueAt(input, ['steps', 1, 'at']), valueAt(input, ['steps', 2, 'at'])]).toEqual([5, undefined])
  // what every object has is no field of the file
  expect(valueAt(input, ['toString'])).toBeUndefined()
})
