/** The commands `policy new` and `policy check` (LB-16). */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { breathe } from '../files/breathe'
import { policyLabel } from '../policies/own/label'
import { canBeNamed } from '../policies/own/read'
import { GUIDE, TEMPLATE, TYPES } from '../policies/own/starter'
import { type CheckedRule, checkRules } from '../session/kit/check'
import { shownValue } from '../session/scenario'
import { type CliIo, STDOUT, UsageError } from './io'
import { writeOutput } from './output'
import { isPolicyPath, type PolicyArgument, readPolicies } from './policies'
import { EXIT, type Exit } from './run'
import { oneLine } from './summary-text'
import { type Column, tableText } from './table'

/**
 * Writes the example and, beside it, the declaration of what policies are given and the page that leads to one of one's
 * own. What is there stays. On standard output it stands alone.
 * @throws UsageError for a file that is there, unless `force` says that it is to be replaced, and for a name that would be
 * refused when it is read (SC-16)
 */
export function newPolicyCommand(file: string, { force }: { force?: true }, io: CliIo): Exit {
  if (file === STDOUT) {
    writeOutput(STDOUT, TEMPLATE, io)
    return EXIT.ok
  }
  if (file === '') throw new UsageError('found "", which is no name; expected a file to write, such as mine.mjs')
  const path = resolve(file)
  if (!canBeNamed(basename(path)))
    throw new UsageError(`found ${shownValue(file)}, a name that no scenario can have; choose another`)
  if (existsSync(path) && statSync(path).isDirectory())
    throw new UsageError(
      `found the folder ${shownValue(file)}; expected a file to write, such as ${shownValue(join(file, 'mine.mjs'))}`,
    )
  if (existsSync(path) && force === undefined)
    throw new UsageError(
      `found ${shownValue(file)}, which stays as it is; choose another name, or say --force to replace it`,
    )
  writeOutput(path, TEMPLATE, io)
  io.out(`${shownValue(file)}: a policy that works, to be changed\n`)
  for (const [beside, what] of [
    [TYPES, 'what it is given'],
    [GUIDE, 'how to change it, in ten minutes'],
  ] as const) {
    const place = join(dirname(path), beside.file)
    const kept = existsSync(place) && force === undefined
    if (!kept) writeOutput(place, beside.text, io)
    io.out(`${shownValue(join(dirname(file), beside.file))}: ${what}${kept ? ', as it was' : ''}\n`)
  }
  // a name alone would be that of a built-in one, and what begins with a hyphen an option
  const next = isPolicyPath(file) && !file.startsWith('-') ? file : `./${file}`
  // what cannot be shown as it is cannot be typed from there
  if (shownValue(next) === next) io.out(`next: trimline policy check ${asArgument(next)}\n`)
  return EXIT.ok
}

/**
 * One word of a command line that is copied. Where it is not one by itself it is in quotes: single ones, in which the shells of
 * Unix take everything as it is, and double ones on Windows, of whose names none has any.
 */
function asArgument(text: string): string {
  if (process.platform === 'win32') return /^[\p{L}\p{N}_:.\\/-]+$/u.test(text) ? text : `"${text}"`
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Runs the kit and says which rules are kept, and for which there was no occasion. */
export async function checkPolicyCommand(policy: PolicyArgument, io: CliIo): Promise<Exit> {
  const [choice] = (await readPolicies([policy], io, 'check')) ?? []
  if (choice === undefined) return EXIT.badInput
  const rules = await checkRules(choice, breathe)
  const broken = rules.filter((rule) => rule.broken !== null)
  const unseen = rules.filter((rule) => rule.unseen !== null)
  const noOccasion = rules.filter((rule) => rule.noOccasion !== null)
  io.out(`${oneLine(policyLabel(choice))}: ${saidOf(rules.length, broken.length, unseen.length, noOccasion.length)}\n`)
  io.out(tableText(RULE_COLUMNS, rules))
  for (const { name, broken: how } of broken) io.out(`${name}: ${oneLine(how ?? '')}\n`)
  // each reason once, as it is that of many
  for (const why of new Set(unseen.map((rule) => rule.unseen))) io.out(`not seen: ${oneLine(why ?? '')}\n`)
  for (const why of new Set(noOccasion.map((rule) => rule.noOccasion))) io.out(`no occasion: ${oneLine(why ?? '')}\n`)
  return broken.length === 0 ? EXIT.ok : EXIT.failed
}

const RULE_COLUMNS: readonly Column<CheckedRule>[] = [
  { heading: 'rule', align: 'left', text: ({ name }) => name },
  { heading: '', align: 'left', text: stateOf },
  { heading: 'a sound policy', align: 'left', text: ({ text }) => text },
]

function stateOf({ broken, unseen, noOccasion }: CheckedRule): string {
  if (broken !== null) return 'BROKEN'
  if (unseen !== null) return 'not seen'
  return noOccasion === null ? 'kept' : 'no occasion'
}

function saidOf(rules: number, broken: number, unseen: number, noOccasion: number): string {
  const without = noOccasion === 0 ? '' : `, ${noOccasion} without an occasion`
  if (broken > 0 || unseen > 0)
    return `${broken} of ${rules} rules broken${unseen === 0 ? '' : `, ${unseen} not seen to the end`}${without}`
  return noOccasion === 0
    ? `sound: all ${rules} rules are kept`
    : `sound: ${rules - noOccasion} of ${rules} rules are kept${without}`
}
