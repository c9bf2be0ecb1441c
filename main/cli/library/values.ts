/** What other programs hand the library, which from plain JavaScript can be anything (SC-02). */
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OwnPolicy, POLICY_NAMES, type PolicyChoice, type PolicyName } from '../../../preload/contract'
import { ownPolicyOf } from '../../policies/own/read'
import { parseScenario, parseSize, problemsToText, type Scenario } from '../../session/scenario'
import { type CliIo, UsageError } from '../io'
import { isPolicyPath, type ReadFor, readPolicies } from '../policies'
import type { PolicyInput, ScenarioInput } from './types'

/** What the command line would say is kept, to be thrown. */
export interface LibraryIo extends CliIo {
  /** takes what was said */
  said(): string
}

/** What commands are connected to when a program calls them: they print nothing. */
export function libraryIo(): LibraryIo {
  let said = ''
  return {
    out: () => {},
    err: (text) => {
      said += text
    },
    stdin: () => {
      throw new UsageError('found "-", standard input; expected a file')
    },
    terminal: undefined,
    said: () => said.trimEnd(),
  }
}

/** @throws TypeError for what is no scenario: its message names each field, what was found and what was expected (SC-02) */
export function scenarioOf(input: ScenarioInput): Scenario {
  const parsed = parseScenario(input instanceof Uint8Array ? input : new TextEncoder().encode(textOf(input)))
  if (parsed.ok) return parsed.scenario
  throw new TypeError(problemsToText(parsed.problems, 'scenario'))
}

function textOf(input: string | object): string {
  if (typeof input === 'string') return input
  if (typeof input === 'object') return JSON.stringify(input)
  throw new TypeError(`found ${shown(input)}, expected a scenario: its file, the text of it, or an object`)
}

/** @throws TypeError for what is no policy, cannot be read, or is there twice */
export async function policiesOf(inputs: readonly PolicyInput[], readFor: ReadFor = 'runs'): Promise<PolicyChoice[]> {
  const io = libraryIo()
  try {
    const choices = await readPolicies(inputs.map(policyOf), io, readFor)
    if (choices !== undefined) return choices
  } catch (error) {
    if (error instanceof UsageError) throw new TypeError(error.message)
    throw error
  }
  throw new TypeError(io.said())
}

function policyOf(input: PolicyInput): PolicyName | { path: string } | OwnPolicy {
  if (typeof input === 'string') {
    const name = POLICY_NAMES.find((known) => known === input)
    if (name !== undefined) return name
    if (isPolicyPath(input)) return { path: resolve(input) }
  } else if (input instanceof URL) return { path: fileURLToPath(input) }
  else if (typeof input === 'object' && input !== null) {
    if ('path' in input && typeof input.path === 'string') return { path: resolve(input.path) }
    if ('text' in input && typeof input.text === 'string' && typeof input.file === 'string') {
      const read = ownPolicyOf(basename(input.file), new TextEncoder().encode(input.text))
      if ('problem' in read) throw new TypeError(`${input.file}: ${read.problem}`)
      return read.own
    }
  }
  throw new TypeError(
    `found no policy ${shown(input)}, expected one of ${POLICY_NAMES.join(', ')}; a module such as ./mine.mjs; { path }; or { file, text }`,
  )
}

/** @throws TypeError for what is no seed */
export function seedOf(seed: unknown): number | undefined {
  if (seed === undefined || (typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0)) return seed
  throw new TypeError(`found seed ${shown(seed)}, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`)
}

/** @param size bytes, or a text with a unit of its own @returns bytes @throws TypeError for what is no size */
export function sizeOf(size: number | string): number {
  const parsed = parseSize(size)
  if (parsed.ok) return parsed.value
  throw new TypeError(`found size ${shown(size)}, expected ${parsed.expected}`)
}

/** A file to write. @returns its absolute path @throws TypeError for what is none */
export function outputOf(name: string, path: unknown): string | undefined {
  if (path === undefined) return undefined
  if (typeof path === 'string' && path !== '') return resolve(path)
  throw new TypeError(`found ${name} ${shown(path)}, expected the path of a file`)
}

/** @param names of options that there are @throws TypeError for what is no object of them */
export function optionsOf<Options extends object>(options: Options | null, names: readonly (keyof Options)[]): Options {
  if (typeof options !== 'object' || Array.isArray(options))
    throw new TypeError(`found options ${shown(options)}, expected an object`)
  const stranger = Object.keys(options ?? {}).find((name) => !names.some((known) => known === name))
  if (stranger !== undefined) throw new TypeError(`found option ${stranger}, expected of ${names.join(', ')}`)
  return options ?? ({} as Options)
}

/** As a program would write it, which JSON can not of all. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}
