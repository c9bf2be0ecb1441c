/**
 * What the built app takes of a core while the simulation runs and nobody touches anything, by the operating system's own
 * account of all of its processes; where that cannot be read, or there is no display, there are no rows.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './table'

/** share of a core */
const MOST = 0.03
/** ms: until the window is drawn and the driver's compiler is warm, which is half a minute on a busy machine, and then */
const SETTLES = 45_000
const MEASURED = 15_000
/** of /proc, as every Linux has it */
const TICKS_PER_SECOND = 100

interface Taken {
  readonly kind: string
  /** s of processor time so far */
  readonly seconds: number
}

export async function idle(): Promise<Row[]> {
  if (process.platform !== 'linux' || process.env.DISPLAY === undefined) return []
  const folder = mkdtempSync(join(tmpdir(), 'trimline-idle-'))
  const project = join(folder, 'quiet.json')
  writeFileSync(project, JSON.stringify({ trimline: 1, system: { profile: 'measured-2018' } }))
  const length = Math.ceil((SETTLES + MEASURED + 4_000) / 1000)
  const options = [`--user-data-dir=${folder}`, `--scenario=${project}`, `--exit-after=${length}s`]
  const app = spawn(process.execPath, ['scripts/start.mjs', ...options], { stdio: 'ignore' })
  const ended = new Promise((done) => app.once('exit', done))
  try {
    await wait(SETTLES)
    const before = taken(app.pid as number)
    await wait(MEASURED)
    const after = taken(app.pid as number)
    const shares = sharesOf(before, after)
    const total = [...shares.values()].reduce((sum, share) => sum + share, 0)
    const parts = [...shares].map(([kind, share]) => `${kind} ${percent(share)}`).join(', ')
    const target = { text: `≤ ${percent(MOST)}`, met: after.size > 0 && total <= MOST }
    return [
      {
        group: 'idle',
        what: `share of a core: ${parts}`,
        median: percent(total),
        best: percent(total),
        ratios: [],
        target,
      },
    ]
  } finally {
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Shares of a core by kind of process. */
function sharesOf(before: ReadonlyMap<number, Taken>, after: ReadonlyMap<number, Taken>): Map<string, number> {
  const shares = new Map<string, number>()
  for (const [pid, { kind, seconds }] of after) {
    const used = (seconds - (before.get(pid)?.seconds ?? 0)) / (MEASURED / 1000)
    shares.set(kind, (shares.get(kind) ?? 0) + used)
  }
  return shares
}

/** All processes that this one has started, and it. */
function taken(root: number): Map<number, Taken> {
  const all = readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? [])
  const known = new Set([root])
  for (let grows = true; grows; ) {
    const found = all.filter(({ pid, parent }) => known.has(parent) && !known.has(pid))
    for (const { pid } of found) known.add(pid)
    grows = found.length > 0
  }
  return new Map(all.filter(({ pid }) => known.has(pid)).map(({ pid, kind, seconds }) => [pid, { kind, seconds }]))
}

/** null: it has ended meanwhile */
function processOf(pid: number): (Taken & { pid: number; parent: number }) | null {
  try {
    // the name, in parentheses, can have anything in it
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const kind = /--type=([a-z-]+)/.exec(line)?.[1] ?? (line.includes('start.mjs') ? 'start' : 'main')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { pid, parent: Number(fields[1]), kind, seconds: ticks / TICKS_PER_SECOND }
  } catch {
    return null
  }
}
