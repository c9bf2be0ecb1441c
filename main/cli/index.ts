/**
 * The command line, `trimline`: composition root for Node, without Electron.
 *
 * @see spec SC-05 to SC-07
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { version } from '../../package.json'
import { formatCount, IMPORT_LIMITS, POLICY_NAMES, sizeText } from '../../preload/contract'
import { ALGORITHMS, type Algorithm } from '../d3d12ma/defragmentation/definitions'
import { FileError } from '../files/file-error'
import type { ImportUses } from '../session/imports/capture'
import { CAPACITIES } from '../session/laboratory/bound/references'
import { lessonSchemaText } from '../session/lessons/schema'
import { parseDuration, parseSize, schemaText, shownText, shownValue, suggest } from '../session/scenario'
import { PROFILE_NAMES, type ProfileName } from '../session/scenario/profiles'
import { type BoundCommandOptions, boundCommand } from './bound'
import { type CompareCommandOptions, compareCommand } from './compare'
import { type DefragmentCommandOptions, defragmentCommand } from './defragment'
import { type DumpCommandOptions, dumpCommand } from './dump'
import { type ExplainCommandOptions, explainCommand } from './explain'
import { addHelp } from './help'
import { type ImportCommandOptions, importCommand } from './import'
import { endOnSignals } from './interrupt'
import { type CliIo, processIo, STDIN, UnreadError, UsageError } from './io'
import { entriesOf, isPolicyPath, type PolicyArgument } from './policies'
import { checkPolicyCommand, newPolicyCommand } from './policy'
import { rulesCommand, rulesJson } from './rules'
import { checkCommand, EXIT, type RunCommandOptions, runCommand } from './run'
import { workInThread } from './workers'

workInThread()

// one bundle for the command and the library, as they are made of the same
export { bound, checkPolicy, compare, importRecording, policies, profiles, run } from './library/library'

/**
 * Runs one command.
 * @param argv what stands after the program's name
 * @returns the exit status: 0 all is well, 1 an expectation failed, 2 bad input or an output that cannot be written
 * @throws what is no mistake of the caller's or of a file: an error of this program
 */
export async function main(argv: string[], io: CliIo = processIo): Promise<number> {
  let status: number = EXIT.ok
  const program = build(io, (exit) => {
    status = exit
  })
  const listening = endOnSignals((text) => io.err(text), process)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return status
  } catch (error) {
    // commander has written its own message; help and version come this way too, with 0
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.badInput
    if (error instanceof UnreadError) return EXIT.ok
    if (!(error instanceof UsageError || error instanceof FileError)) throw error
    io.err(`${shownText(`error: ${saidBy(error)}`)}\n`)
    return EXIT.badInput
  } finally {
    listening()
  }
}

/** What is wrong with a path that is clipped stands behind it. */
function saidBy(error: UsageError | FileError): string {
  if (!(error instanceof FileError)) return error.message
  return `${shownValue(error.path)} cannot be ${error.doing}: ${error.reason}. ${error.advice}`
}

function build(io: CliIo, exit: (status: number) => void): Command {
  const program = new Command('trimline')
    .description(
      "Emulates Windows' graphics memory stack. A scenario sets a system up, does things to it at given times, and says what must hold.",
    )
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) => write(`${shownText(text.trimEnd())}\n`),
    })
    .showHelpAfterError('(trimline --help shows what there is)')
    .addHelpText(
      'after',
      '\nExit status: 0 all expectations hold, 1 some failed, 2 bad input, or an output cannot be written.\nFor a file - is standard input, or standard output; what is for people is on standard error then.',
    )
  program
    .command('run')
    .description('run scenarios and print a summary of each')
    .argument('<file...>', 'scenario files; - reads standard input')
    .option('--trace <out>', 'write the trace as JSON Lines; - is standard output; with several files a folder')
    .option('--summary <out>', 'write the summary as JSON; - is standard output; with several files a folder')
    .option(
      '--policy <name>',
      "run with this policy, a name or a module such as ./mine.mjs, instead of the file's; its policy steps still count",
      policyOption,
    )
    .option('--budget <size>', "run with this budget all the time instead of the file's: 512MiB", sizeOption)
    .option('--seed <n>', "run with this seed instead of the file's", seedOption)
    .option(
      '--perfetto <out>',
      'write the trace for Perfetto: .json in the legacy JSON form, anything else as protobuf; with several files a folder',
    )
    .option(
      '--references <out>',
      'write each use of memory as CSV, as libCacheSim reads it with -t "time-col=1,obj-id-col=2,obj-size-col=3,obj-id-is-num=true"; with several files a folder',
    )
    .action(async (files: string[], options: RunCommandOptions) => exit(await runCommand(files, options, io)))
  program
    .command('check')
    .description('validate scenarios without running them')
    .argument('<file...>', 'scenario files; - reads standard input')
    .action(async (files: string[]) => exit(await checkCommand(files, io)))
  program
    .command('schema')
    .description('print the JSON Schema of scenario files')
    .option('--lesson', 'of the files of lessons instead')
    .action(({ lesson }: { lesson?: true }) => io.out(lesson ? lessonSchemaText() : schemaText()))
  program
    .command('rules')
    .description('say what the codes of findings mean; without one: list them')
    .argument('[code...]', 'codes such as TN-34c')
    .option('--json', 'print them as JSON')
    .action((codes: string[], { json }: { json?: true }) => (json ? io.out(rulesJson(codes)) : rulesCommand(codes, io)))
  program
    .command('compare')
    .description('run one scenario several times and print a table')
    .argument('<file>', 'scenario file; - reads standard input')
    .option(
      '--policies <names>',
      'one row per policy of this list, in charge all the time: a,b,./mine.mjs; a file with a comma in its name stands ' +
        'in double quotes: a,"./b,c.mjs"; all stands for every policy that there is',
      policiesOption,
    )
    .option('--budgets <sizes>', 'one row per budget of this list: 512MiB,1GiB', budgetsOption)
    .option('--profiles <names>', 'one row per device profile of this list: a,b,c', profilesOption)
    .option('--preemption', 'one row per preemption model and granularity')
    .option('--seed <n>', "run with this seed instead of the file's", seedOption)
    .option('--json <out>', 'write the rows as JSON; - is standard output')
    .option('--html <out>', 'write a report with curves that needs no other file; - is standard output')
    .action(async (file: string, options: CompareCommandOptions) => exit(await compareCommand(file, options, io)))
  program
    .command('dump')
    .description('run a scenario and write what its app has from D3D12MA as its JSON dump')
    .argument('<file>', 'scenario file; - reads standard input')
    .option('--out <out>', 'write to this file instead of standard output, which is -')
    .option('--at <time>', 'the memory at this simulated time instead of the end: 1.5s', timeOption)
    .action(async (file: string, options: DumpCommandOptions) => exit(await dumpCommand(file, options, io)))
  addExplain(program, io, exit)
  program
    .command('bound')
    .description('run a scenario and say how little any policy could have paged in')
    .argument('<file>', 'scenario file; - reads standard input')
    .addOption(
      new Option('--capacity <room>', "the app's budget as it changes, or the segment less what other processes use")
        .choices(CAPACITIES)
        .default(CAPACITIES[0]),
    )
    .option(
      '--policy <name>',
      "run with this policy, a name or a module, instead of the file's; its policy steps still count",
      policyOption,
    )
    .option('--budget <size>', "run with this budget all the time instead of the file's: 512MiB", sizeOption)
    .option('--seed <n>', "run with this seed instead of the file's", seedOption)
    .option('--json <out>', 'write it as JSON; - is standard output')
    .action(async (file: string, options: BoundCommandOptions) => exit(await boundCommand(file, options, io)))
  addDefragment(program, io, exit)
  addImport(program, io, exit)
  addPolicy(program, io, exit)
  addHelp(program)
  return program
}

/** delays that `explain` shows, and shows at most: each has a chain that is kept in memory */
const WORST = { usual: 10, most: 10_000 }

function addExplain(program: Command, io: CliIo, exit: (status: number) => void): void {
  program
    .command('explain')
    .description('run a scenario and say why what was shown late was late')
    .argument('<file>', 'scenario file; - reads standard input')
    .addOption(
      new Option('--worst <n>', `show the n worst delays, 1 to ${formatCount(WORST.most)}`)
        .argParser(worstOption)
        .default(WORST.usual),
    )
    .option('--json <out>', 'write them as JSON; - is standard output; "index" counts the records of the trace from 0')
    .action(async (file: string, options: ExplainCommandOptions) => exit(await explainCommand(file, options, io)))
}

function addDefragment(program: Command, io: CliIo, exit: (status: number) => void): void {
  program
    .command('defragment')
    .description('compare the defragmentation algorithms on the memory of a D3D12MA JSON dump')
    .argument('<dump>', 'dump file, of Direct3D 12 or Vulkan; - reads standard input')
    .addOption(
      new Option('--algorithm <names>', 'one row per algorithm of this list: a,b,c')
        .argParser(algorithmsOption)
        .default(ALGORITHMS, ALGORITHMS.join(',')),
    )
    .addOption(
      new Option('--max-bytes-per-pass <size>', 'a pass moves no more: 16MiB')
        .argParser(sizeOption)
        .default(0, 'no limit'),
    )
    .addOption(
      new Option('--max-allocations-per-pass <n>', 'a pass has no more moves')
        .argParser(countOption)
        .default(0, 'no limit'),
    )
    .option('--json <out>', 'write the rows as JSON; - is standard output')
    .action(async (file: string, options: DefragmentCommandOptions) => exit(await defragmentCommand(file, options, io)))
}

function addImport(program: Command, io: CliIo, exit: (status: number) => void): void {
  program
    .command('import')
    .description('make a scenario of a recording: .rmv, .etl (also .gz), .sets.jsonl')
    .argument('<file>', 'recording; - reads standard input')
    .requiredOption('--out <scenario>', 'write the scenario to this file; - is standard output')
    .option(
      '--process <pid>',
      'of an .etl only: the process that is the app, instead of that with most GPU time',
      pidOption,
    )
    .option('--from <time>', 'begin at this time of the recording, with what is there then: 1.5s', timeOption)
    .option('--until <time>', 'end at this time of the recording', timeOption)
    .option(
      '--speed <n>',
      'divide the times at which things happen by this; GPU work takes as long as it did',
      speedOption,
    )
    .option('--uses <from>', 'of an .rmv only: residency, evidence, or every:16ms, which is synthetic', usesOption)
    .option(
      '--unknown-size <size>',
      'of an .etl only: import what it does not describe with this size: 64KiB',
      unknownSizeOption,
    )
    .option('--anonymous', 'numbers instead of the names that the recorded app gave')
    .action(async (file: string, options: ImportCommandOptions) => exit(await importCommand(file, options, io)))
}

function addPolicy(program: Command, io: CliIo, exit: (status: number) => void): void {
  const policy = program.command('policy').description("write and check a residency policy of one's own")
  policy
    .command('new')
    .description('write a commented policy that works, and the declaration of what it is given')
    .argument('<file>', 'module to write, such as mine.mjs; - is standard output')
    .option('--force', 'replace what is there')
    .action((file: string, options: { force?: true }) => exit(newPolicyCommand(file, options, io)))
  policy
    .command('check')
    .description('run scenarios that every sound policy passes, and say which rules it breaks')
    .argument(
      '<policy>',
      "a module such as ./mine.mjs, or a built-in policy's name; - reads standard input",
      policyOption,
    )
    .action(async (file: PolicyArgument) => exit(await checkPolicyCommand(file, io)))
  addHelp(policy)
}

const pidOption = (text: string): number => wholeOption(text, IMPORT_LIMITS.process.most)

function speedOption(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  const { least, most } = IMPORT_LIMITS.speed
  if (value >= least && value <= most) return value
  throw new InvalidArgumentError(`Expected a number from ${least} to ${most}.`)
}

function unknownSizeOption(text: string): number {
  const size = sizeOption(text)
  if (size >= IMPORT_LIMITS.unknownSize.least) return size
  throw new InvalidArgumentError('Expected a size of at least 1 byte; without the option they are left out.')
}

function usesOption(text: string): ImportUses {
  if (text === 'residency' || text === 'evidence') return { kind: text }
  const interval = text.startsWith('every:') ? timeOption(text.slice('every:'.length)) : 0
  if (interval >= IMPORT_LIMITS.interval.least) return { kind: 'every', interval }
  throw new InvalidArgumentError(
    'Expected residency, evidence or every: with a time of at least 1 ms, such as every:16ms.',
  )
}

function policyOption(name: string): PolicyArgument {
  return name === STDIN || isPolicyPath(name)
    ? { path: name }
    : knownOption(name, POLICY_NAMES, 'a path such as ./mine.mjs, or ')
}

/** code units; a line of a message has room for a few times as many */
const LONG_LIST = 100

/** @param before what else there can be */
function knownOption<Name extends string>(name: string, names: readonly Name[], before = ''): Name {
  const found = names.find((known) => known === name)
  if (found !== undefined) return found
  const near = suggest(name, names)
  const hint = near === undefined ? '' : `Did you mean ${near}? `
  const list = names.join(', ')
  // what a message's line has no room for is cut: a long list has one to itself
  const space = list.length > LONG_LIST ? '\n' : ' '
  throw new InvalidArgumentError(`${hint}Expected ${before}one of${space}${list}.`)
}

/** @param names `all` stands for every one that there is */
function policiesOption(names: string): PolicyArgument[] {
  const known = (name: string): string => {
    if (name !== 'all') policyOption(name)
    return name
  }
  return eachOnce(names, 'policy', known).flatMap((name): PolicyArgument[] =>
    name === 'all' ? [...POLICY_NAMES] : [policyOption(name)],
  )
}

function profilesOption(names: string): ProfileName[] {
  return eachOnce(names, 'profile', (name) => knownOption(name, PROFILE_NAMES))
}

/** @returns bytes */
function budgetsOption(sizes: string): number[] {
  return eachOnce(sizes, 'budget', sizeOption, sizeText)
}

function algorithmsOption(names: string): Algorithm[] {
  return eachOnce(names, 'algorithm', (name) => knownOption(name, ALGORITHMS))
}

/** A list with commas. @param shown what messages call one of it */
function eachOnce<Value extends string | number>(
  names: string,
  what: string,
  parse: (name: string) => Value,
  shown: (value: Value) => string = String,
): Value[] {
  const list = entriesOf(names).map(parse)
  const repeated = list.find((name, i) => list.indexOf(name) < i)
  if (repeated === undefined) return list
  throw new InvalidArgumentError(`Found the ${what} ${shown(repeated)} twice, expected each ${what} once.`)
}

const seedOption = (text: string): number => wholeOption(text, Number.MAX_SAFE_INTEGER)

const worstOption = (text: string): number => wholeOption(text, WORST.most, 1)

/** As D3D12MA has it, a UINT32. */
const countOption = (text: string): number => wholeOption(text, 0xffffffff)

function wholeOption(text: string, most: number, least = 0): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
}

/** @returns bytes */
function sizeOption(text: string): number {
  const size = parseSize(/^\d+$/.test(text) ? Number(text) : text)
  if (size.ok) return size.value
  throw new InvalidArgumentError(`Expected ${size.expected}.`)
}

/** @returns µs */
function timeOption(text: string): number {
  const time = parseDuration(/^\d+$/.test(text) ? Number(text) : text)
  if (time.ok) return time.value
  throw new InvalidArgumentError(`Expected ${time.expected}.`)
}
