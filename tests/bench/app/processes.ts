/** Processor time and memory of processes by the operating system's own account: /proc, as every Linux has it. */
import { readdirSync, readFileSync } from 'node:fs'

export interface Taken {
  readonly kind: string
  /** s of processor time so far, of all threads */
  readonly seconds: number
  /** how often its threads have waited for something and were woken */
  readonly wakes: number
}

/** Whether the account can be read here. */
export const CAN_READ = process.platform === 'linux'

/** All processes that `root` has started, and it. */
export function taken(root: number): Map<number, Taken> {
  return new Map(family(root).map((pid): [number, Taken] => [pid, { kind: kindOf(pid), ...timesOf(pid) }]))
}

/** Between two looks, by kind of process: share of a core, and wake-ups a second. */
export function sharesOf(
  before: ReadonlyMap<number, Taken>,
  after: ReadonlyMap<number, Taken>,
  seconds: number,
): Map<string, { share: number; wakes: number }> {
  const shares = new Map<string, { share: number; wakes: number }>()
  for (const [pid, now] of after) {
    const then = before.get(pid)
    const sum = shares.get(now.kind) ?? { share: 0, wakes: 0 }
    sum.share += (now.seconds - (then?.seconds ?? 0)) / seconds
    sum.wakes += (now.wakes - (then?.wakes ?? 0)) / seconds
    shares.set(now.kind, sum)
  }
  return shares
}

/**
 * Bytes of all processes that `root` has started, and it; what several share counts in parts (PSS). Pages of files, as of the
 * program itself, are left out: what counts of them depends on who else runs the same program.
 */
export function memoryOf(root: number): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const pid of family(root)) {
    const own = [...textOf(`/proc/${pid}/smaps_rollup`).matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm)]
    if (own.length === 0) continue
    const kind = kindOf(pid)
    const bytes = own.reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0)
    sizes.set(kind, (sizes.get(kind) ?? 0) + bytes)
  }
  return sizes
}

function family(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    // the name, in parentheses, can have anything in it
    .map((name) => ({
      pid: Number(name),
      parent: Number(
        textOf(`/proc/${name}/stat`)
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      ),
    }))
  const known = new Set([root])
  for (let grows = true; grows; ) {
    const found = all.filter(({ pid, parent }) => known.has(parent) && !known.has(pid))
    for (const { pid } of found) known.add(pid)
    grows = found.length > 0
  }
  return [...known]
}

function kindOf(pid: number): string {
  const line = textOf(`/proc/${pid}/cmdline`)
  return /--type=([a-z-]+)/.exec(line)?.[1] ?? (line.includes('start.mjs') ? 'start' : 'main')
}

function timesOf(pid: number): { seconds: number; wakes: number } {
  let [seconds, wakes] = [0, 0]
  for (const thread of foldersOf(`/proc/${pid}/task`)) {
    // nanoseconds on a processor, where ticks of a hundredth of a second would miss short ones
    seconds += Number(textOf(`${thread}/schedstat`).split(' ')[0]) / 1e9
    wakes += Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(textOf(`${thread}/status`))?.[1] ?? 0)
  }
  return { seconds, wakes }
}

function foldersOf(path: string): string[] {
  try {
    return readdirSync(path).map((name) => `${path}/${name}`)
  } catch {
    return []
  }
}

/** '': it has ended meanwhile */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
