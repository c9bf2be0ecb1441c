import { capture } from './spawn.mjs'

/**
 * Runs npm, the one that runs this script if one does, and keeps what it prints.
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function npm(args, options) {
  const own = process.env.npm_execpath
  const program = own?.endsWith('npm-cli.js') ? [process.execPath, own] : ['npm']
  return capture(program[0] ?? '', [...program.slice(1), ...args], options)
}
