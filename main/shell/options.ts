/**
 * The app's own command line. Chromium and Node have options of their own on the same line, so what is not ours is
 * passed over, except when it looks like one of ours misspelt: a run that silently ignores `--screnshot` is worse
 * than one that stops.
 */
import { isAbsolute, resolve } from 'node:path'
import type { Theme } from '../../preload/contract'
import { nodeFileSystem } from '../files/file-system'
import { isSameFile } from '../files/identity'
// not of the whole: this is read before the window opens
import { parseDuration } from '../session/scenario/format/units'
import { nearest } from '../session/scenario/text/suggest'

export const MIN_WIDTH = 720
export const MIN_HEIGHT = 700
/** wider or higher than any display wall; larger windows make Chromium's compositor fail */
const MAX_EDGE = 16_384
const DEFAULT_AFTER_MS = 2000
const THEMES = ['system', 'dark', 'light'] as const satisfies readonly Theme[]

const OWN = ['scenario', 'screenshot', 'after', 'exit-after', 'user-data-dir', 'theme', 'size', 'start-page'] as const
type Own = (typeof OWN)[number]

/** What `--help` says of each: its value, and what it does. */
const HELP: Readonly<Record<Own, readonly [value: string, text: string]>> = {
  scenario: ['FILE', 'plays the scenario'],
  screenshot: ['FILE', 'takes a picture of the window as a PNG'],
  after: ['TIME', `when the picture is taken [${DEFAULT_AFTER_MS / 1000}s]`],
  'exit-after': ['TIME', 'closes the app then: 8s, 1500ms, 2min'],
  'user-data-dir': ['DIR', 'keeps settings and recoveries there'],
  theme: ['NAME', THEMES.join(', ')],
  size: ['WIDTHxHEIGHT', `of the window, in pixels, from ${MIN_WIDTH}x${MIN_HEIGHT}`],
  'start-page': ['no', 'begins with the editor instead of the start page'],
}

/** What the app answers to `--help` instead of opening. */
export function usage(): string {
  const lines = OWN.map((name) => [`--${name}=${HELP[name][0]}`, HELP[name][1]] as const)
  const width = Math.max(...lines.map(([form]) => form.length)) + 2
  return [
    'Usage: trimline [options] [file]',
    '',
    'opens the desktop app, with the project, scenario or recording that is named',
    '',
    ...lines.map(([form, text]) => `  ${form.padEnd(width)}${text}`),
    `  ${'--help'.padEnd(width)}says this`,
    '',
    'The command line that runs scenarios without a window is npx trimline --help in a checkout.',
    '',
  ].join('\n')
}

/** It is asked what there is to be asked for. @param argv of the process */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(1, end < 0 ? undefined : end).includes('--help')
}

/** Paths are absolute, durations are milliseconds; null: not given. */
export interface LaunchOptions {
  /** played, or refused with exit status 2 */
  scenario: string | null
  /** a document handed over by the desktop: opened like File > Open */
  file: string | null
  screenshot: string | null
  after: number
  exitAfter: number | null
  userDataDir: string | null
  theme: Theme | null
  size: { width: number; height: number } | null
  /** the app may begin with the page of questions, where the person wants it */
  startPage: boolean
}

export type LaunchResult = { ok: true; options: LaunchOptions } | { ok: false; problems: string[] }

export interface LaunchContext {
  /** started as `electron APP …`: the first argument that is no option is the app's own folder */
  defaultApp: boolean
  /** relative paths are taken from here */
  cwd: string
}

/**
 * Reads the options from `process.argv`, in the forms `--name=value` and `--name value`.
 * @returns all problems at once, each saying what was found and what was expected
 */
export function parseLaunch(argv: readonly string[], context: LaunchContext): LaunchResult {
  const { values, positionals, problems } = split(argv.slice(1))
  const files = context.defaultApp ? positionals.slice(1) : positionals
  const path = (name: Own): string | null => absolute(values.get(name), context.cwd)
  const options: LaunchOptions = {
    scenario: path('scenario'),
    file: absolute(files[0], context.cwd),
    screenshot: path('screenshot'),
    after: duration('after', values, problems) ?? DEFAULT_AFTER_MS,
    exitAfter: duration('exit-after', values, problems),
    userDataDir: path('user-data-dir'),
    theme: theme(values.get('theme'), problems),
    size: size(values.get('size'), problems),
    startPage: startPage(values.get('start-page'), problems),
  }
  if (values.has('after') && options.screenshot === null) {
    problems.push('--after says when to take the screenshot: give --screenshot=FILE with it, or leave it out')
  }
  const opened = options.scenario ?? options.file
  if (opened !== null && options.screenshot !== null && isSameFile(opened, options.screenshot, nodeFileSystem)) {
    problems.push(`--screenshot: found ${options.screenshot}, which is opened; expected another file for the picture`)
  }
  if (files.length > 1) problems.push(`expected one file to open, found ${files.length}: ${files.join(', ')}`)
  if (files[0] !== undefined && options.scenario !== null) {
    problems.push(`found both --scenario and the file ${files[0]}: give one of them`)
  }
  return problems.length === 0 ? { ok: true, options } : { ok: false, problems }
}

/** Somebody starts the app to see what there is, not to open something. */
export function isForBrowsing(options: LaunchOptions): boolean {
  return options.startPage && options.scenario === null && options.file === null && !isUnattended(options)
}

/** Nobody is there to answer questions. */
export function isUnattended(options: Pick<LaunchOptions, 'screenshot' | 'exitAfter'>): boolean {
  return options.screenshot !== null || options.exitAfter !== null
}

interface Split {
  values: Map<Own, string>
  positionals: string[]
  problems: string[]
}

function split(args: readonly string[]): Split {
  const result: Split = { values: new Map(), positionals: [], problems: [] }
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (arg === '--') {
      result.positionals.push(...args.slice(i + 1))
      break
    }
    // the runtime's own two options with a separate value
    if (arg === '-r' || arg === '--require') i++
    else if (arg.startsWith('--')) i += option(arg, args[i + 1], result)
    else if (!arg.startsWith('-')) result.positionals.push(arg)
  }
  return result
}

/** @returns how many further arguments the option took */
function option(arg: string, next: string | undefined, { values, problems }: Split): 0 | 1 {
  const equals = arg.indexOf('=')
  const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals)
  if (!isOwn(name)) {
    const problem = unknownOption(name)
    if (problem !== null) problems.push(problem)
    return 0
  }
  const separate = equals < 0 && next !== undefined && !next.startsWith('-')
  const value = equals < 0 ? (separate ? next : '') : arg.slice(equals + 1)
  if (value === '') problems.push(`--${name} needs a value: --${name}=…`)
  else if (values.has(name)) problems.push(`--${name} is given twice: give it once`)
  else values.set(name, value)
  return separate ? 1 : 0
}

function isOwn(name: string): name is Own {
  return (OWN as readonly string[]).includes(name)
}

function unknownOption(name: string): string | null {
  if (name.startsWith('trimline')) return `unknown option --${name}: expected one of --${OWN.join(', --')}`
  const near = nearest(name, OWN, (own) => (own.length > 6 ? 2 : 1))
  return near === undefined ? null : `unknown option --${name}: did you mean --${near}?`
}

function absolute(value: string | undefined, cwd: string): string | null {
  if (value === undefined) return null
  return isAbsolute(value) ? value : resolve(cwd, value)
}

function duration(name: 'after' | 'exit-after', values: Map<Own, string>, problems: string[]): number | null {
  const text = values.get(name)
  if (text === undefined) return null
  const parsed = parseDuration(text)
  if (!parsed.ok) {
    problems.push(`--${name}=${text}: expected ${parsed.expected}`)
    return null
  }
  return parsed.value / 1000
}

function theme(text: string | undefined, problems: string[]): Theme | null {
  const found = THEMES.find((name) => name === text)
  if (text !== undefined && found === undefined) problems.push(`--theme=${text}: expected ${THEMES.join(', ')}`)
  return found ?? null
}

function startPage(text: string | undefined, problems: string[]): boolean {
  if (text !== undefined && text !== 'no') problems.push(`--start-page=${text}: expected no, or leave it out`)
  return text === undefined
}

function size(text: string | undefined, problems: string[]): LaunchOptions['size'] {
  if (text === undefined) return null
  const match = /^(\d{1,6})x(\d{1,6})$/.exec(text)
  const width = Number(match?.[1])
  const height = Number(match?.[2])
  // false for NaN too
  const fits = width >= MIN_WIDTH && height >= MIN_HEIGHT && width <= MAX_EDGE && height <= MAX_EDGE
  if (!fits) {
    problems.push(
      `--size=${text}: expected WIDTHxHEIGHT in pixels, from ${MIN_WIDTH}x${MIN_HEIGHT} to ${MAX_EDGE}x${MAX_EDGE}`,
    )
    return null
  }
  return { width, height }
}
