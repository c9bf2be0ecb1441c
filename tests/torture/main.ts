/// <reference types="vite/client" />
/** Runs one attack, or each in turn, and prints a line of figures for it. Exit status 1: something failed; 2: bad arguments. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { figuresLine, type Torture } from './torture'

const targets = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: Torture }>('./targets/*.ts')).map(([path, load]) => [
    path.slice('./targets/'.length, -'.ts'.length),
    load,
  ]),
)
const names = Object.keys(targets).sort()
const USAGE = `npm run torture -- NAME… [--count N] [--from N] [--seconds N] [--seed N]; the names are: ${names.join(', ')}, all`

/** Failures that are printed whole; the rest is counted. */
const SHOWN = 8

class UsageError extends Error {}

function whole(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(text)) throw new UsageError(`--${name}: found "${text}", expected a whole number`)
  return Number(text)
}

function asked() {
  const number = { type: 'string' } as const
  const options = { count: number, from: number, seconds: number, seed: number }
  const { positionals, values } = parseArgs({ options, allowPositionals: true })
  const unknown = positionals.filter((name) => name !== 'all' && !names.includes(name))
  if (positionals.length === 0 || unknown.length > 0)
    throw new UsageError(positionals.length === 0 ? 'found no name' : `found ${unknown.join(', ')}`)
  return {
    names: positionals.includes('all') ? names : positionals,
    count: whole(values.count, 'count'),
    from: whole(values.from, 'from') ?? 0,
    seconds: whole(values.seconds, 'seconds'),
    seed: whole(values.seed, 'seed') ?? 1,
  }
}

/** Where a file that failed is kept; at once, as an attack may never come to wait for anything. @returns its path */
function kept(root: string, name: string, file: Uint8Array): string {
  const folder = join(root, 'test-results', 'torture')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}-${createHash('sha256').update(file).digest('hex').slice(0, 12)}`)
  writeFileSync(path, file)
  return path
}

async function attack(name: string, { count, from, seconds, seed }: ReturnType<typeof asked>): Promise<boolean> {
  const { default: torture } = await (targets[name] as () => Promise<{ default: Torture }>)()
  if (from > 0 && torture.inParts !== true) throw new UsageError(`--from: ${name} begins with its first item`)
  const started = performance.now()
  const root = process.env.TRIMLINE_ROOT as string
  const say = (text: string): boolean => process.stderr.write(`${name}: ${text}\n`)
  const result = await torture.run({
    seed,
    from,
    seconds: seconds ?? torture.seconds,
    count: count ?? torture.aim,
    root,
    say,
    failed: ({ what, repeat }, file) => {
      say(`FAILED ${what}\n  again: ${repeat}`)
      if (file !== undefined) say(`the file is ${kept(root, name, file)}`)
    },
  })
  const took = ((performance.now() - started) / 1000).toFixed(0)
  for (const { what, repeat } of result.failures.slice(0, SHOWN))
    process.stdout.write(`  ${what}\n    again: ${repeat}\n`)
  const more = result.failures.length - SHOWN
  if (more > 0) process.stdout.write(`  and ${more} more\n`)
  process.stdout.write(`${figuresLine(name, torture, result)}, ${took} s, seed ${seed}\n`)
  return result.failures.length === 0
}

try {
  const what = asked()
  let held = true
  for (const name of what.names) held = (await attack(name, what)) && held
  process.exitCode = held ? 0 : 1
} catch (error) {
  process.stderr.write(error instanceof UsageError ? `${error.message}\n${USAGE}\n` : `${(error as Error).stack}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
