/** What is wrong with a scenario, said so that it can be put right (SC-02). */

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
    else if (/^[A-Za-z_$][\w$]*$/.test(String(part))) text += text === '' ? String(part) : `.${String(part)}`
    else text += `[${clip(JSON.stringify(String(part)))}]`
  }
  return text
}

/** Says what a value is, in a few words. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return clip(JSON.stringify(value))
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'a number that is too large'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value !== 'object') return String(value)
  const keys = Object.keys(value).map((key) => JSON.stringify(key))
  return keys.length === 0 ? 'an empty object' : clip(`an object with ${keys.join(', ')}`)
}

/** `"a", "b" or "c"` */
export function listOf(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value))
  const last = texts.pop() ?? 'nothing'
  return texts.length === 0 ? last : `${texts.join(', ')} or ${last}`
}

/** One line per problem: `file:line:column: path: found …; expected …; hint`. */
export function problemsToText(problems: readonly Problem[], fileName: string): string {
  return problems.map((problem) => `${lineOf(problem, fileName)}\n`).join('')
}

function lineOf(problem: Problem, fileName: string): string {
  const place = problem.line === undefined ? fileName : `${fileName}:${problem.line}:${problem.column ?? 1}`
  const subject = problem.path === '' ? '' : `${problem.path}: `
  const hint = problem.hint === undefined ? '' : `; ${problem.hint}`
  return `${place}: ${subject}found ${problem.found}; expected ${problem.expected}${hint}`
}

function clip(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`
}
