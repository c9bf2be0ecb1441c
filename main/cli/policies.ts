/** Policies as the command line names them: those that there are, and files with one's own (LB-14). */
import { basename } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { MOST_OWN_POLICY, type OwnPolicy, type PolicyChoice, type PolicyName } from '../../preload/contract'
import { policyLabel } from '../policies/own/label'
import { moduleFault, ownPolicyOf } from '../policies/own/read'
import { durationToText, type Scenario, shownValue } from '../session/scenario'
import { labelOf, readBytes } from './inputs'
import { type CliIo, STDIN, UsageError } from './io'

export type PolicyArgument = PolicyName | { path: string }

/** Files among them. */
export function policyFilesOf(policies: readonly PolicyArgument[] = []): string[] {
  return policies.flatMap((policy) => (typeof policy === 'string' ? [] : [policy.path]))
}

/** What looks like a file is one: no policy here has a point, a slash or a backslash in its name. */
export function isPolicyPath(name: string): boolean {
  return /[./\\]/.test(name)
}

/** An entry in double quotes, or as it stands, and the comma or the end behind it. */
const ENTRY = /\s*(?:"((?:[^"]|"")*)"\s*|([^"\s,][^,]*)?)(,|$)/y

/**
 * The entries of a list, without the spaces around them. One with a comma in it, as a file's name may have, stands in
 * double quotes; within these a double quote is written twice, as in CSV.
 * @throws InvalidArgumentError: quotes that are not closed, or that something else stands behind
 */
export function entriesOf(list: string): string[] {
  const entries: string[] = []
  ENTRY.lastIndex = 0
  for (let end = ','; end !== ''; ) {
    const at = ENTRY.lastIndex
    const found = ENTRY.exec(list)
    if (found === null) {
      const expected = 'an entry in double quotes up to the next comma, such as a,"b,c"'
      throw new InvalidArgumentError(`Found ${list.slice(at)}, expected ${expected}.`)
    }
    const [, quoted, plain = '', behind = ''] = found
    entries.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
    end = behind
  }
  return entries
}

/** Whether a file that is read must be a policy's module: to run, or to be told by the kit what is wrong with it (LB-16). */
export type ReadFor = 'runs' | 'check'

/**
 * @returns each as it is run, or undefined when a file cannot be read, or read as a policy: why has been written then
 * @throws UsageError when two are the same
 */
export async function readPolicies(
  policies: readonly (PolicyArgument | OwnPolicy)[],
  io: CliIo,
  readFor: ReadFor = 'runs',
): Promise<PolicyChoice[] | undefined> {
  const choices: PolicyChoice[] = []
  let bad = false
  for (const policy of policies) {
    const choice = typeof policy !== 'string' && 'path' in policy ? await readPolicy(policy.path, io) : policy
    if (choice === undefined || (readFor === 'runs' && !isPolicy(choice, fileOf(policy), io))) bad = true
    else choices.push(choice)
  }
  if (bad) return undefined
  const labels = choices.map(policyLabel)
  const repeated = labels.find((label, i) => labels.indexOf(label) < i)
  if (repeated !== undefined) throw new UsageError(`found the policy ${repeated} twice, expected each policy once`)
  return choices
}

function fileOf(policy: PolicyArgument | OwnPolicy): string {
  if (typeof policy === 'string') return policy
  return 'path' in policy ? labelOf(policy.path) : policy.file
}

/** @returns false when its module is none: where and why has been written then */
function isPolicy(choice: PolicyChoice, file: string, io: CliIo): boolean {
  const fault = typeof choice === 'string' ? null : moduleFault(choice)
  if (fault === null) return true
  io.err(`${shownValue(file)}:${fault.line}: cannot be read as a policy: ${shownValue(fault.message)}\n`)
  return false
}

/** @returns undefined when it cannot be read: why has been written then */
async function readPolicy(path: string, io: CliIo): Promise<OwnPolicy | undefined> {
  const bytes = await readBytes(path, MOST_OWN_POLICY, io)
  if (bytes === undefined) return undefined
  const read = ownPolicyOf(path === STDIN ? 'stdin' : basename(path), bytes)
  if ('problem' in read) io.err(`${shownValue(labelOf(path))}: ${read.problem}\n`)
  return 'problem' in read ? undefined : read.own
}

/**
 * A policy that is asked for begins the run, and the file's own `policy` steps follow, while a row of `compare` has its
 * policy all the time (LB-03): whoever sees both is told why their figures differ.
 * @param policy undefined: none was asked for
 * @returns a line; empty: nothing is to be told
 */
export function policyStepsText({ steps }: Pick<Scenario, 'steps'>, policy: PolicyChoice | undefined): string {
  const own = steps.filter((step) => step.verb === 'policy')
  const [first] = own
  if (policy === undefined || first === undefined) return ''
  const which = `at ${durationToText(first.at)}, to ${shownValue(policyLabel(first.value))},`
  return own.length === 1
    ? `note: the file's policy step ${which} still counts; compare leaves it out\n`
    : `note: the file's ${own.length} policy steps, the first ${which} still count; compare leaves them out\n`
}
