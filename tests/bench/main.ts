/** The benchmarks, a group each, and one table of all. */
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { opening } from './app/opening'
import { playback } from './app/playback'
import { rest } from './app/rest'
import { compared, processor, write } from './baseline'
import { bound } from './bound'
import { comparison } from './comparison'
import { d3d12maAllocator } from './d3d12ma-allocator'
import { defragmentation } from './defragmentation'
import { DELAYS_CHILD, delays, delaysChild } from './delays'
import { eventQueue } from './event-queue'
import { fidelity } from './fidelity'
import { frames } from './frames'
import { hours } from './hours'
import { past } from './past'
import { residency } from './residency'
import { scale } from './scale'
import { scenarios } from './scenario'
import { scheduler } from './scheduler'
import { LOSS, type Row, tableText } from './table'
import { trace } from './trace'
import { undo } from './undo'

const GROUPS: Readonly<Record<string, () => Row[] | Promise<Row[]>>> = {
  'event-queue': eventQueue,
  trace,
  residency,
  scale,
  scheduler,
  frames,
  scenarios,
  hours,
  comparison,
  delays,
  bound,
  d3d12ma: d3d12maAllocator,
  defragmentation,
  undo,
  opening,
  idle: rest,
  playback,
  past,
}

/** Groups with a table of their own: what is compared there are simulated times, not speed. */
const TABLES: Readonly<Record<string, () => Promise<string>>> = { fidelity }

const given = process.argv.slice(2)
const option = given.indexOf('--json')
const json = option < 0 ? null : (given[option + 1] ?? '')
const asked = option < 0 ? given : given.toSpliced(option, 2)
const unknown = asked.filter((name) => GROUPS[name] === undefined && TABLES[name] === undefined)
if (asked[0] === DELAYS_CHILD) await delaysChild(asked.slice(1))
else if (json === '') {
  process.stderr.write('--json was expected to be followed by a file to write to\n')
  process.exitCode = 2
} else if (unknown.length > 0) {
  process.stderr.write(
    `no group ${unknown.join(', ')}; there are: ${Object.keys({ ...GROUPS, ...TABLES }).join(', ')}\n`,
  )
  process.exitCode = 2
} else {
  const names = asked.length > 0 ? asked : Object.keys({ ...GROUPS, ...TABLES })
  const timed = names.filter((name) => GROUPS[name] !== undefined)
  if (timed.length > 0) await run(timed)
  for (const name of names) if (TABLES[name] !== undefined) process.stdout.write(`${name}\n\n${await TABLES[name]()}`)
}

async function run(names: readonly string[]): Promise<void> {
  const busy = Math.max(0, (loadavg()[0] as number) - 1)
  process.stdout.write(`Node ${process.versions.node}, ${processor}\n`)
  // the peers of the same run suffer alike, so the ratios hold; the rates do not
  if (busy >= cpus().length)
    process.stdout.write(
      `Other programs keep all processors busy (load ${busy.toFixed(0)}): rates are lower than alone.\n`,
    )
  process.stdout.write('\n')
  const measured: Row[] = []
  for (const name of names) {
    process.stderr.write(`${name} …\n`)
    measured.push(...(await (GROUPS[name] as () => Row[] | Promise<Row[]>)()))
  }
  if (json !== null) write(resolve(json), measured)
  const rows = compared(measured)
  process.stdout.write(tableText(rows))
  const targets = rows.filter((row) => row.target !== undefined)
  const met = targets.filter((row) => row.target?.met === true)
  process.stdout.write(`\n${met.length} of ${targets.length} targets met\n`)
  const known = rows.filter(({ change }) => change !== undefined)
  const lost = known.filter(({ change }) => (change as number) < -LOSS)
  if (known.length > 0)
    process.stdout.write(`${lost.length} of ${known.length} more than ${LOSS * 100} % slower than the baseline\n`)
}
