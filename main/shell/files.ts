/** Reading and writing the files that a person chose; failures are answers that say what to do. */
import { readFileSync, statSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import type { CommandResult } from '../../preload/contract'
import { reason } from './log'

export const CANCELLED: CommandResult = { ok: false, message: 'Cancelled.', cancelled: true }

export function writeWhole(path: string, content: string | Buffer): CommandResult {
  try {
    writeFileAtomic.sync(path, content)
    return { ok: true, message: `Saved ${path}` }
  } catch (error) {
    return { ok: false, message: `Could not write ${path}: ${reason(error)}. Choose another place to save to.` }
  }
}

/** @param limit bytes; a larger file is refused before it is read */
export function readWhole(
  path: string,
  limit: number,
): { ok: true; bytes: Uint8Array } | { ok: false; message: string } {
  try {
    const stats = statSync(path)
    // reading a pipe or a device could wait for ever
    if (!stats.isFile()) return { ok: false, message: `cannot read ${path}: it is no file` }
    const { size } = stats
    if (size > limit) return { ok: false, message: `${path}: found ${size} bytes; expected at most ${limit}` }
    return { ok: true, bytes: readFileSync(path) }
  } catch (error) {
    return { ok: false, message: `cannot read ${path}: ${reason(error)}` }
  }
}
