/** What is wrong with a scenario, said so that it can be put right (SC-02). */

import { MOST_OF_LINE, shownLines, shownValue } from './shown'

export type Path = readonly PropertyKey[]

/** One thing that is wrong, before its place in the file is known. */
export interface Issue {
  path: Path
  found: string
  expected: string
  /** a likely correction, or the reason of a refusal */
  hint?: string
  /** the field's name is wrong rather than its value */
  atKey?: boolean
}

export interface Problem {
  /** `steps[3].at`; empty for the file as a whole */
  path: string
  found: string
  expected: string
  hint?: string
  /** from 1, where the file's text is known */
  line?: number
  /** from 1, in UTF-16 code units */
  column?: number
}

/** `['steps', 3, 'at']` → `steps[3].at` */
export function pathToText(path: Path): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else if (isPlain(String(part))) text += text === '' ? String(part) : `.${String(part)}`
    else text += `[${quoted(String(part))}]`
  }
  return shownValue(text)
}

/** Says what a value is, in a few words. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'a number that is too large'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value !== 'object') return String(value)
  const keys = Object.keys(value)
  // no more than are shown
  const texts = keys.slice(0, MOST_QUOTED).map(quoted)
  return keys.length === 0 ? 'an empty object' : shownValue(`an object with ${texts.join(', ')}`, MOST_QUOTED)
}

/** `"a", "b" or "c"` */
export function listOf(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value))
  const last = texts.pop() ?? 'nothing'
  return texts.length === 0 ? last : `${texts.join(', ')} or ${last}`
}

/** One line per problem: `file:line:column: path: found …; expected …; hint`; after some how many more there are. */
export function problemsToText(problems: readonly Problem[], fileName: string): string {
  const file = shownValue(fileName)
  return `${shownLines(problems.map((problem) => lineOf(problem, file))).join('\n')}\n`
}

function lineOf(problem: Problem, fileName: string): string {
  const place = problem.line === undefined ? fileName : `${fileName}:${problem.line}:${problem.column ?? 1}`
  const subject = problem.path === '' ? '' : `${problem.path}: `
  const hint = problem.hint === undefined ? '' : `; ${problem.hint}`
  const before = `${place}: ${subject}found ${problem.found}; expected `
  // what to do stands last: of a long list of all that could stand there it is the list that is cut
  const room = Math.max(MOST_QUOTED, MOST_OF_LINE - before.length - hint.length)
  return `${before}${shownValue(problem.expected, room)}${hint}`
}

/** code units of a value that is quoted in the middle of a message */
const MOST_QUOTED = 80

/** In double quotes, as JSON has it. */
export function quoted(text: string): string {
  return shownValue(JSON.stringify(text.slice(0, MOST_QUOTED + 1)), MOST_QUOTED)
}

function isPlain(name: string): boolean {
  return name.length <= MOST_QUOTED && /^[A-Za-z_$][\w$]*$/.test(name)
}

/** As it may be kept: a file can give rise to thousands, each with a name of megabytes. */
export function shownIssue(issue: Issue): Issue {
  const { found, expected, hint } = issue
  return {
    ...issue,
    found: shownValue(found),
    expected: shownValue(expected, MOST_OF_EXPECTED),
    ...(hint === undefined ? {} : { hint: shownValue(hint) }),
  }
}

/** lists of what is known are long */
const MOST_OF_EXPECTED = 2000
