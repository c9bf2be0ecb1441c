/** The file of a lesson, and the JSON Schema generated from it. */
import { z } from 'zod'
import { factNamed, isOfEffects, LESSON_FACTS, LESSON_PLACE, type LessonFact } from '../../../preload/contract'
import { jsonSchemaOf, list } from '../scenario/check/lists'
import { label, strict, wholeNumber } from '../scenario/format/quantities'

const FACTS = Object.keys(LESSON_FACTS) as LessonFact[]

const LEAST_STEPS = 5
const MOST_STEPS = 8
const MOST_CONTROLS = 4

/** Of the interface's controls and parts, those that a step may point at. */
const ROLES = [
  'button',
  'switch',
  'tab',
  'radio',
  'combobox',
  'textbox',
  'slider',
  'checkbox',
  'region',
  'grid',
  'list',
  'option',
] as const

/** A text with facts in it. @param sides what may be asked of a fact beside what it is now */
const withFacts = (description: string, sides: readonly string[]) =>
  label(description).superRefine((text, context) => {
    for (const [place, name = '', side] of text.matchAll(LESSON_PLACE)) {
      if (factNamed(name) !== null && (side === undefined || sides.includes(side))) continue
      const known = ['{fact}', ...sides.map((each) => `{fact.${each}}`)]
      const last = known.pop()
      const expected = known.length === 0 ? last : `${known.join(', ')} or ${last}`
      context.addIssue({ code: 'custom', message: `no ${place}, but ${expected}` })
    }
  })

const changed = withFacts('what changed, with {fact}, {fact.before} and {fact.change} for its numbers', [
  'before',
  'change',
])

const control = strict(
  {
    role: z.enum(ROLES).meta({ description: 'its ARIA role' }),
    name: withFacts('its accessible name, whole, with {fact} for what the simulation says by then', []),
  },
  'A control of the interface.',
)

const condition = strict(
  {
    fact: z.enum(FACTS).meta({ description: 'what the simulation shows' }),
    effect: label('the name of the effect whose presses are meant').optional(),
    is: z.union([z.string(), z.boolean()]).optional().meta({ description: 'a word, or true or false' }),
    atLeast: wholeNumber(0, 'bytes, µs or a count').optional(),
    atMost: wholeNumber(0, 'bytes, µs or a count').optional(),
    grows: wholeNumber(1, 'by at least so much since the step began').optional(),
    falls: wholeNumber(1, 'by at least so much since the step began').optional(),
  },
  'What must hold; all that is given.',
).superRefine((given, context) => {
  const { fact, effect, ...asked } = given
  const known = FACTS.filter(isOfEffects).join(', ')
  const unasked = effect === undefined || isOfEffects(fact) ? null : `"effect" only with ${known}`
  const expected = unasked ?? conditionProblem(fact, asked)
  if (expected !== null) context.addIssue({ code: 'custom', message: expected })
})

type Asked = Partial<Record<'atLeast' | 'atMost' | 'grows' | 'falls', number | undefined>> & {
  is?: string | boolean | undefined
}

/** @returns what was expected of the fact's condition; null: it is one */
function conditionProblem(fact: LessonFact, { is, ...numbers }: Asked): string | null {
  const unit = LESSON_FACTS[fact]
  const hasNumbers = Object.values(numbers).some((value) => value !== undefined)
  if (unit === 'text' && (typeof is !== 'string' || hasNumbers)) return `"is" with a word, as ${fact} is one`
  if (unit === 'switch' && (typeof is !== 'boolean' || hasNumbers))
    return `"is" with true or false, as ${fact} is a switch`
  if (unit !== 'text' && unit !== 'switch' && (is !== undefined || !hasNumbers))
    return `at least one of "atLeast", "atMost", "grows", "falls", as ${fact} is a number`
  return null
}

const step = strict(
  {
    do: label('what to do, in one sentence'),
    why: label('why, in one sentence'),
    at: list(control, {
      min: [1, 'at least one control'],
      max: [MOST_CONTROLS, `at most ${MOST_CONTROLS} controls`],
    }).meta({ description: 'the way to the control: the last that is there is pointed at' }),
    done: list(condition, { min: [1, 'at least one condition'] }).meta({ description: 'when the step is done' }),
    changed,
  },
  'One step.',
)

/** A project as a scenario file has it, which is checked as one. */
const project = z
  .record(z.string(), z.unknown())
  .meta({ description: 'a scenario: see scenario.schema.json', $ref: 'scenario.schema.json' })

export const lessonSchema = strict(
  {
    $schema: z.string().optional().meta({ description: 'where this schema is, for editors' }),
    lesson: z.literal(1).meta({ description: 'format version' }),
    project,
    steps: list(step, {
      min: [LEAST_STEPS, `at least ${LEAST_STEPS} steps`],
      max: [MOST_STEPS, `at most ${MOST_STEPS} steps`],
    }),
  },
  'A lesson: a project, and what to do in it step by step.',
).meta({ title: 'Trimline lesson' })

/** The JSON Schema (draft 2020-12) of a lesson's file, as text. */
export function lessonSchemaText(): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return `${JSON.stringify({ $schema, ...jsonSchemaOf(lessonSchema) }, null, 2)}\n`
}
