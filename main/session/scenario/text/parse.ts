/**
 * From a file to a resolved scenario, or to everything that is wrong with it (SC-02).
 */
import type { z } from 'zod'
import { IssueList, MAX_ISSUES } from '../check/lists'
import { semanticIssues } from '../check/semantics'
import { totalIssues } from '../check/totals'
import { draftOf } from '../format/draft'
import { fileSchema } from '../format/file'
import { GRANULE } from '../format/quantities'
import { stepSchema, verbError } from '../format/steps'
import type { Scenario } from '../format/types'
import { withProfile } from '../profiles'
import { expectedText } from './expected'
import { issuesOf, valueAt } from './issues'
import { describe, type Issue, type Problem } from './problems'
import { locate, readJson, readJsonText, type TextResult, toProblem } from './text'

export type ParseResult = { ok: true; scenario: Scenario } | { ok: false; problems: Problem[] }

type CheckResult = { ok: true; scenario: Scenario } | { ok: false; issues: Issue[] }

const AFTER_LAST_STEP = 1_000_000

/**
 * Reads a scenario file.
 * @param bytes the file's content, UTF-8
 * @returns the scenario with every default filled in, or all problems, in the order of the file
 */
export function parseScenario(bytes: Uint8Array): ParseResult {
  return fromText(readJson(bytes))
}

/** As parseScenario, from text. */
export function parseScenarioText(text: string): ParseResult {
  return fromText(readJsonText(text))
}

/**
 * Names for which the check before a run would refuse a scenario, as nothing in it makes them (SC-16). It finds no more at
 * a time than it has room for problems: with those that it found in `unmade` it finds the next.
 * @param value as JSON.parse makes it
 */
export function unmadeNames(value: unknown): ReadonlySet<string> {
  const draft = draftOf(fileSchema, withProfile(value))
  return draft === null ? new Set() : semanticIssues(draft).unknown
}

/** As parseScenario, from a value as JSON.parse makes it; problems have no line and column. */
export function validateScenario(value: unknown): ParseResult {
  const result = check(value)
  return result.ok ? result : { ok: false, problems: result.issues.map(toProblem) }
}

function fromText(read: TextResult): ParseResult {
  if (!read.ok) return read
  const result = check(read.value)
  if (result.ok) return read.repeats.length === 0 ? result : { ok: false, problems: read.repeats }
  return { ok: false, problems: [...read.repeats, ...locate(result.issues, read.text)] }
}

function check(file: unknown): CheckResult {
  const value = withProfile(file)
  const parsed = fileSchema.safeParse(value, { error: expectedText })
  const format = parsed.success ? [] : [...issuesOf(parsed.error, value), ...verbIssues(value)]
  // with so many issues the file is no scenario, and reading it leniently is not worth the memory
  const draft = format.length < MAX_ISSUES ? draftOf(fileSchema, value) : null
  const semantic = draft === null ? [] : [...totalIssues(draft), ...semanticIssues(draft).issues]
  if (parsed.success && semantic.length === 0) return { ok: true, scenario: resolve(parsed.data) }
  return { ok: false, issues: withoutRepeats([...format, ...semantic]) }
}

/** Fills in what depends on other fields. */
function resolve(file: z.output<typeof fileSchema>): Scenario {
  const { trimline, name, seed, system, app, steps, until, unmade, source, license, derived } = file
  const last = steps.at(-1)
  return {
    trimline,
    name,
    seed,
    system: { ...system, budget: system.budget ?? defaultBudget(system.localMemory) },
    app,
    steps,
    until: until ?? Math.min((last?.at ?? 0) + AFTER_LAST_STEP, Number.MAX_SAFE_INTEGER),
    ...(unmade === undefined ? {} : { unmade }),
    ...(source === undefined ? {} : { source }),
    ...(license === undefined ? {} : { license }),
    ...(derived === undefined ? {} : { derived }),
  }
}

/** 90 % of the local memory, down to 64 KiB; exact, as the product may exceed 2^53. */
function defaultBudget(localMemory: number): number {
  const granule = BigInt(GRANULE)
  return Number(((BigInt(localMemory) * 9n) / 10n / granule) * granule)
}

const STEP_FIELDS: ReadonlySet<string> = new Set(Object.keys(stepSchema.in.shape))

/** zod does not come to a step's choice of verbs when another field of it is bad, so that is looked at here too. */
function verbIssues(file: unknown): Issue[] {
  const steps = valueAt(file, ['steps'])
  if (!Array.isArray(steps)) return []
  const found = new IssueList()
  for (const [i, step] of (steps as unknown[]).entries()) {
    if (found.full) break
    if (typeof step !== 'object' || step === null || Array.isArray(step)) continue
    const expected = verbError(step)
    // an unknown field is what was meant for the verb, and is reported already
    if (expected === undefined || Object.keys(step).some((key) => !STEP_FIELDS.has(key))) continue
    found.add({ path: ['steps', i], found: describe(step), expected })
  }
  return found.issues
}

/** Enough of a part to tell it from others: names of megabytes are not copied for each issue. */
function short(part: PropertyKey): PropertyKey {
  const text = String(part)
  return typeof part === 'number' || text.length <= 1000
    ? part
    : `${text.length} ${text.slice(0, 1000)}${text.slice(-1000)}`
}

function withoutRepeats(issues: Issue[]): Issue[] {
  const seen = new Set<string>()
  return issues.filter(({ path, expected }) => {
    const key = JSON.stringify([path.map(short), expected])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
