/**
 * Temporary files of writers: recognisable by name, so that those of writers that were killed can be removed later,
 * and never anybody else's. The name says the machine (with its space of process numbers), the process and a number.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileSystem } from './file-system'
import { machineName, processExists, statFields } from './owner'

/** short, whatever the target is called: a name has at most 255 bytes */
const NAME = /^\.trimline-([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{12})\.tmp$/

/** ms; times of files and of processes come from clocks of different grain */
const GRAIN = 2000

/** of this process, being written */
const writing = new Set<string>()
/** looked through by this process */
const clean = new Set<string>()

/** A name for a temporary file beside the target that nothing has yet; to be given back to `finished`. */
export function temporaryFor(target: string): string {
  const path = join(dirname(target), `.trimline-${machineName()}-${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
  writing.add(path)
  return path
}

/** The temporary file is gone, or in its place. */
export function finished(path: string): void {
  writing.delete(path)
}

/** As removeLeftOvers, once for each folder. */
export function removeLeftOversOnce(folder: string, fs: FileSystem): void {
  if (clean.has(folder)) return
  clean.add(folder)
  removeLeftOvers(folder, fs)
}

/**
 * Removes temporary files whose writer does not live any more. What cannot be looked at or removed stays: it is in
 * nobody's way, and the next start tries again.
 * @returns how many went
 */
export function removeLeftOvers(folder: string, fs: FileSystem): number {
  try {
    return fs.list(folder).filter((name) => isLeftOver(join(folder, name), name, fs) && remove(join(folder, name), fs))
      .length
  } catch {
    return 0
  }
}

function isLeftOver(path: string, name: string, fs: FileSystem): boolean {
  const [, on, pid] = NAME.exec(name) ?? []
  if (on !== machineName() || pid === undefined || writing.has(path)) return false
  try {
    const stats = fs.statLink(path)
    return stats?.kind === 'file' && !hasWriter(Number(pid), Number(stats.modified / 1_000_000n))
  } catch {
    return false
  }
}

function remove(path: string, fs: FileSystem): boolean {
  try {
    fs.remove(path)
    return true
  } catch {
    return false
  }
}

/**
 * @param modified when the file was last written to, ms since 1970
 * @returns false when the process is gone, or its number is of another one now, which began after the last write
 */
function hasWriter(pid: number, modified: number): boolean {
  if (!processExists(pid)) return false
  const began = startOf(pid)
  return began === undefined || modified + GRAIN >= began
}

/** When a living process began, ms since 1970; undefined where the system does not tell. */
function startOf(pid: number): number | undefined {
  if (pid === process.pid) return Date.now() - process.uptime() * 1000
  try {
    const booted = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1]
    // hundredths of a second since the boot
    const began = Number(booted) * 1000 + Number(statFields(pid)[19]) * 10
    return Number.isFinite(began) ? began : undefined
  } catch {
    return undefined
  }
}
