/** One line of a `.sets.jsonl` file: the first says what it is, each further one is a submission. */
import { z } from 'zod'
import { list } from '../../scenario/check/lists'
import { label, strict, wholeNumber } from '../../scenario/format/quantities'
import { expectedText } from '../../scenario/text/expected'
import { issuesOf } from '../../scenario/text/issues'
import { describe } from '../../scenario/text/problems'
import { locate, readJsonText } from '../../scenario/text/text'
import { badLine } from '../capture'
import { shorn } from '../names'

const HEAPS = ['default', 'upload', 'readback'] as const
const ENGINES = ['3d', 'compute', 'copy'] as const

const headSchema = strict(
  {
    trimlineSets: z.literal(1),
    name: label('of the workload').optional(),
    source: label('where it is from').optional(),
    license: label('under which it may be used').optional(),
    derived: list(label('what is not recorded')).optional(),
  },
  'The first line.',
)

const memberSchema = strict(
  {
    id: label('of the resource'),
    size: wholeNumber(0, 'bytes').optional(),
    heap: z.enum(HEAPS).optional(),
  },
  'A resource that the submission needs.',
)

const lineSchema = strict(
  {
    t: wholeNumber(0, 'µs'),
    set: list(memberSchema),
    gpuTime: wholeNumber(0, 'µs').optional(),
    engine: z.enum(ENGINES).optional(),
    context: label('that it is submitted to').optional(),
    free: list(label('of a resource')).optional(),
  },
  'A submission.',
)

export type SetsHead = z.output<typeof headSchema>
export type SetsLine = z.output<typeof lineSchema>

/** @param line its number, from 1 @throws CaptureError with the line's number */
export function readHead(text: string, line: number): SetsHead {
  return read(headSchema, text, line)
}

/** @param line its number, from 1 @throws CaptureError with the line's number */
export function readLine(text: string, line: number): SetsLine {
  return read(lineSchema, text, line)
}

function read<Schema extends z.ZodType>(schema: Schema, text: string, line: number): z.output<Schema> {
  const json = readJsonText(text, 'a submission, which nests no deeper than 3')
  const problem = json.ok ? json.repeats[0] : json.problems[0]
  if (!json.ok || problem !== undefined) {
    const { path = '', found = describe(text), expected = 'JSON', column = 1 } = problem ?? {}
    const place = path === '' ? `column ${column}` : `column ${column}: ${shorn(path)}`
    throw badLine(line, place, ofLine(shorn(found)), ofLine(expected))
  }
  const parsed = schema.safeParse(json.value, { error: expectedText })
  if (parsed.success) return parsed.data
  // as it stands there: what is beyond 2⁵³ is no longer what was written
  const [issue] = locate(issuesOf(parsed.error, json.value), json.text)
  throw badLine(
    line,
    shorn(issue?.path ?? ''),
    shorn(issue?.found ?? 'something else'),
    issue?.expected ?? 'a line of a .sets.jsonl file',
  )
}

/** The text that is read ends with the line, and the file goes on. */
const ofLine = (said: string): string => (said === 'the end of the file' ? 'the end of the line' : said)
