/**
 * Where traces and summaries go: one file each for one scenario, folders for several (SC-05). Everything that can be
 * known to go wrong is found before anything runs.
 */
import { realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { writeError } from '../files/file-error'
import { nodeFileSystem } from '../files/file-system'
import { descriptorOf, endOfLinks } from '../files/target'
import { shownValue } from '../session/scenario'
import type { Input } from './inputs'
import { STDIN, STDOUT, UsageError } from './io'

/** What `run` can write, and how the files of several scenarios end. */
const ENDINGS = { trace: '.jsonl', summary: '.json', perfetto: '.pftrace', references: '.csv' } as const

type OutputKind = keyof typeof ENDINGS
const KINDS = Object.keys(ENDINGS) as OutputKind[]

export type OutputOptions = { [Kind in OutputKind]?: string }

/** Which file it is, and what messages call it. */
type NamedInput = Pick<Input, 'file' | 'label'>

/** Absolute paths, or STDOUT; undefined: not asked for. */
export type OutputPaths = { [Kind in OutputKind]: string | undefined }

/**
 * @param policies files with policies of one's own that are read as well
 * @returns one entry per input
 * @throws UsageError when two outputs would be one file, an output would overwrite a scenario or a policy, or a place is
 * not writable
 */
export function planOutputs(
  inputs: readonly Input[],
  options: OutputOptions,
  policies: readonly string[] = [],
): OutputPaths[] {
  const several = inputs.length > 1
  for (const kind of KINDS)
    refuseNoName(kind, options[kind], several ? 'a folder, as there are several scenarios' : 'a file')
  if (several && KINDS.some((kind) => options[kind] !== undefined)) refuseSameBase(inputs)
  const path = (kind: OutputKind, base: string) => {
    const option = options[kind]
    if (option === undefined) return undefined
    return several ? resolve(join(option, `${base}${ENDINGS[kind]}`)) : place(option)
  }
  const plan = inputs.map(
    ({ base }): OutputPaths => ({
      trace: path('trace', base),
      summary: path('summary', base),
      perfetto: path('perfetto', base),
      references: path('references', base),
    }),
  )
  if (several) for (const kind of KINDS) makeFolder(kind, options[kind])
  const asked = (option: keyof OutputPaths) =>
    plan.flatMap((paths) => (paths[option] === undefined ? [] : [{ option, path: paths[option] }]))
  refuseOverlap([...read(inputs, 'scenario'), ...policiesRead(policies)], KINDS.flatMap(asked))
  return plan
}

/**
 * As planOutputs, for one input and its only output.
 * @param option what asked for it, without dashes
 * @param what the input is
 * @param policies files with policies of one's own that are read as well
 */
export function planOutput(
  input: NamedInput,
  option: string,
  file: string,
  what = 'scenario',
  policies: readonly string[] = [],
): string {
  return planEach(input, { [option]: file }, what, policies)[option] as string
}

/**
 * As planOutput, for several outputs of one input, of which no two may be one file.
 * @param options by what asked for it, without dashes; undefined: not asked for
 */
export function planEach<Option extends string>(
  input: NamedInput,
  options: Readonly<Record<Option, string | undefined>>,
  what = 'scenario',
  policies: readonly string[] = [],
): Partial<Record<Option, string>> {
  const plan: Partial<Record<Option, string>> = {}
  const asked: { option: Option; path: string }[] = []
  for (const option in options) {
    const file = options[option]
    if (file === undefined) continue
    refuseNoName(option, file, 'a file')
    const path = place(file)
    plan[option] = path
    asked.push({ option, path })
  }
  refuseOverlap([...read([input], what), ...policiesRead(policies)], asked)
  return plan
}

/**
 * What stands where the name was left out: nothing, as of a variable that is not set, or the option that comes next. Either
 * would be taken for a name: of the folder that one is in, of a file that nobody asked for.
 */
function refuseNoName(option: string, file: string | undefined, expected: string): void {
  if (file === '') throw new UsageError(`--${option}: found "", which is no name; expected ${expected}`)
  if (file?.startsWith('--'))
    throw new UsageError(
      `--${option}: found ${shownValue(file)}, which looks like an option; expected ${expected} (./${shownValue(file)} is one of that name)`,
    )
}

/** Files that are read, by their place, and what they are called. */
type Read = readonly [path: string, called: string]

function read(inputs: readonly NamedInput[], what: string): Read[] {
  return inputs.map(({ file, label }) => [filePlace(resolve(file)), `${what} ${label}`])
}

function policiesRead(files: readonly string[]): Read[] {
  return read(
    files.filter((file) => file !== STDIN).map((file) => ({ file, label: file })),
    'policy',
  )
}

/** Standard output by whatever name, so that all know that something else cannot be said there. */
function place(file: string): string {
  return file === STDOUT || descriptorOf(file) === 1 ? STDOUT : resolve(file)
}

/** File systems that do not tell A from a are the rule on Windows and macOS. */
const caseless = process.platform === 'win32' || process.platform === 'darwin'
const same = (name: string) => (caseless ? name.toLowerCase() : name)

function refuseSameBase(inputs: readonly Input[]): void {
  const seen = new Map<string, string>()
  for (const { base, label } of inputs) {
    const other = seen.get(same(base))
    if (other !== undefined) {
      throw new UsageError(
        `${other} and ${label} would write the same output files, "${base}.…"; rename one or run them one at a time`,
      )
    }
    seen.set(same(base), label)
  }
}

function makeFolder(option: string, folder: string | undefined): void {
  if (folder === undefined) return
  if (folder === STDOUT) {
    throw new UsageError(
      `--${option}: found "-", standard output, which takes one output; expected a folder, as there are several scenarios (./- is one of that name)`,
    )
  }
  if (statOf(folder)?.isDirectory() === false) {
    throw new UsageError(`--${option}: found the file ${folder}; expected a folder, as there are several scenarios`)
  }
  try {
    nodeFileSystem.makeFolder(resolve(folder))
  } catch (error) {
    const { reason, advice } = writeError(folder, error, false)
    throw new UsageError(`--${option}: the folder ${shownValue(folder)} cannot be made: ${reason}. ${advice}`)
  }
}

function refuseOverlap(inputs: readonly Read[], outputs: readonly { option: string; path: string }[]): void {
  const called = new Map(inputs)
  const taken = new Set<string>()
  for (const { option, path } of outputs) {
    if (path === STDOUT) {
      if (taken.has(path))
        throw new UsageError(`--${option}: standard output is given for two outputs; give a file for one`)
      taken.add(path)
      continue
    }
    const key = filePlace(path)
    const input = called.get(key)
    if (input !== undefined) throw new UsageError(`--${option}: ${path} would overwrite the ${input}`)
    if (taken.has(key)) throw new UsageError(`--${option}: ${path} is given for two outputs`)
    // devices such as /dev/null may take any number
    if (statOf(path)?.isFile() !== false) taken.add(key)
    checkWritable(option, path)
  }
}

/** Of a name that is too long, or a link that leads to itself, the folder is not at fault. */
const NOT_OF_FOLDER: ReadonlySet<string> = new Set(['ENAMETOOLONG', 'ELOOP'])

function checkWritable(option: string, path: string): void {
  // a file is made, or replaced, where its links lead
  const folder = dirname(endOf(path))
  /** what would be at fault */
  let at = folder
  try {
    const there = statSync(path, { throwIfNoEntry: false })
    if (there?.isDirectory() === true) {
      throw new UsageError(`--${option}: found the folder ${path}; expected a file, as there is one scenario`)
    }
    if (there !== undefined) {
      at = path
      nodeFileSystem.mayWrite(path)
    }
    // a pipe is written to where it is, a file is replaced
    if (there === undefined || there.isFile()) {
      at = folder
      nodeFileSystem.mayWrite(folder)
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { reason, advice, code } = writeError(path, error, false)
    const where = at === path || NOT_OF_FOLDER.has(code ?? '') ? '' : `${shownValue(at)}: `
    throw new UsageError(`--${option}: ${shownValue(path)} cannot be written: ${where}${reason}. ${advice}`)
  }
  if (statOf(folder)?.isDirectory() === false) {
    throw new UsageError(`--${option}: ${path} cannot be written: ${folder} is not a folder`)
  }
}

/** undefined when there is nothing (or nothing that can be seen) at the path. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // the reason is found, and told, when it is written to
    return undefined
  }
}

/** @param path absolute @returns the same for every name of one file, whether it is there or not */
export function filePlace(path: string): string {
  try {
    return same(realpathSync(path))
  } catch {
    // not there yet: it is made where a link leads, and its folder may be a link too
    const end = endOf(path)
    try {
      return same(join(realpathSync(dirname(end)), basename(end)))
    } catch {
      return same(end)
    }
  }
}

function endOf(path: string): string {
  try {
    return endOfLinks(path, nodeFileSystem)
  } catch (error) {
    // links in a circle, or a folder that may not be entered, which a link may have led to: it is told when it is written to
    return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : path
  }
}
