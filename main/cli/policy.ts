/** The commands `policy new` and `policy check` (LB-16). */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { breathe } from '../files/breathe'
import { policyLabel } from '../policies/own/label'
import { canBeNamed } from '../policies/own/read'
import { GUIDE, TEMPLATE, TYPES } from '../policies/own/starter'
import { checkRules } from '../session/kit/check'
import { shownValue } from '../session/scenario'
import { type CliIo, STDOUT, UsageError } from './io'
import { writeOutput } from './output'
import { isPolicyPath, type PolicyArgument, readPolicies } from './policies'
import { EXIT, type Exit } from './run'
import { oneLine } from './summary-text'
import { tableText } from './table'

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
  const path = resolve(file)
  if (!canBeNamed(basename(path)))
    throw new UsageError(`found ${shownValue(file)}, a name that no scenario can have; choose another`)
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
  // a name alone would be that of a built-in one
  io.out(`next: trimline policy check ${shownValue(isPolicyPath(file) ? file : `./${file}`)}\n`)
  return EXIT.ok
}

/** Runs the kit and says which rules are kept. */
export async function checkPolicyCommand(policy: PolicyArgument, io: CliIo): Promise<Exit> {
  const [choice] = (await readPolicies([policy], io, 'check')) ?? []
  if (choice === undefined) return EXIT.badInput
  const rules = await checkRules(choice, breathe)
  const broken = rules.filter((rule) => rule.broken !== null)
  const columns = [
    { heading: 'rule', align: 'left' as const, text: ({ name }: (typeof rules)[number]) => name },
    {
      heading: '',
      align: 'left' as const,
      text: (rule: (typeof rules)[number]) => (rule.broken === null ? 'kept' : 'BROKEN'),
    },
    { heading: 'a sound policy', align: 'left' as const, text: ({ text }: (typeof rules)[number]) => text },
  ]
  io.out(
    `${oneLine(policyLabel(choice))}: ${broken.length === 0 ? `sound: all ${rules.length} rules are kept` : `${broken.length} of ${rules.length} rules broken`}\n`,
  )
  io.out(tableText(columns, rules))
  for (const { name, broken: how } of broken) io.out(`${name}: ${oneLine(how ?? '')}\n`)
  return broken.length === 0 ? EXIT.ok : EXIT.failed
}
