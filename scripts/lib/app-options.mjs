import { resolve } from 'node:path'
import { UserError } from './fail.mjs'

/** The app's options that take a value, and whether that value is a path. */
const OPTIONS = new Map([
  ['--scenario', { path: true }],
  ['--screenshot', { path: true }],
  ['--user-data-dir', { path: true }],
  ['--after', { path: false }],
  ['--exit-after', { path: false }],
  ['--theme', { path: false }],
  ['--size', { path: false }],
  ['--start-page', { path: false }],
])

/**
 * Turns `--flag VALUE` into `--flag=value`, the only form that Chromium's own parser leaves alone, and makes
 * paths, also of a file to open, absolute. Other options pass unchanged.
 * @param {readonly string[]} args
 * @param {string} folder that relative paths are meant from
 * @returns {string[]}
 * @throws {UserError} for an option without its value
 */
export function normaliseAppOptions(args, folder) {
  /** @type {string[]} */
  const result = []
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] ?? ''
    const [name = '', ...rest] = argument.split('=')
    const option = OPTIONS.get(name)
    if (option === undefined) {
      result.push(argument.startsWith('-') ? argument : resolve(folder, argument))
      continue
    }
    const value = rest.length > 0 ? rest.join('=') : args[++i]
    if (value === undefined || value === '' || value.startsWith('--')) {
      throw new UserError(`${name}: found no value, expected ${name}=VALUE`, 2)
    }
    result.push(`${name}=${option.path ? resolve(folder, value) : value}`)
  }
  return result
}

/** npm runs scripts in the checkout; INIT_CWD is where the user typed the command. */
export function callersFolder(env = process.env) {
  return env.INIT_CWD ?? process.cwd()
}
