/** Reading and writing the files that a person chose; failures are answers that say what to do. */
import { basename } from 'node:path'
import type { CommandResult } from '../../../preload/contract'
import { writeFile } from '../../files/atomic-file'
import { readFile } from '../../files/bounded-read'
import { FileError } from '../../files/file-error'
import { nodeFileSystem } from '../../files/file-system'
import { type FileIdentity, sinceThen } from '../../files/identity'
import { MAX_BYTES, shownValue } from '../../session/scenario'
import { reason } from '../log'

export const CANCELLED: CommandResult = { ok: false, message: 'Cancelled.', cancelled: true }

/** @returns what a person gives up leaves what was done before as it is; all else is its own result */
export function unlessGivenUp(result: CommandResult, before: CommandResult): CommandResult {
  return !result.ok && result.cancelled === true ? before : result
}

/** For a person. @param path of the recording @param why it could not be imported (LB-19) */
export function notImported(path: string, why: string): CommandResult {
  return { ok: false, message: `Could not import ${shownValue(basename(path))}.\n${why}` }
}

/** @property identity what the file is now; also after a failure that came when it was in place already */
export type Written =
  | { ok: true; message: string; identity: FileIdentity | undefined }
  | { ok: false; message: string; identity: FileIdentity | undefined }

/** Writes to where a person chose. What it says is for that person. */
export function writeWhole(path: string, content: string | Buffer): CommandResult {
  const { ok, message } = writeKnown(path, content)
  return ok ? { ok, message, saved: path } : { ok, message }
}

/** As writeWhole, for a file whose changes by others are noticed later. */
export function writeKnown(path: string, content: string | Buffer): Written {
  try {
    return { ok: true, message: `Saved ${shownValue(path)}`, identity: writeFile(path, content) }
  } catch (error) {
    const identity = error instanceof FileError ? error.replaced : undefined
    return { ok: false, message: notWritten(path, error), identity }
  }
}

/** For a person. @param error why */
export function notWritten(path: string, error: unknown): string {
  const why = error instanceof FileError ? `${error.reason}. ${error.advice}` : reason(error)
  return `Could not write ${shownValue(path)}: ${why}`
}

/** @param limit bytes; a larger file is refused before it is read */
export function readWhole(
  path: string,
  limit: number,
): { ok: true; bytes: Uint8Array; identity: FileIdentity } | { ok: false; message: string } {
  try {
    return { ok: true, ...readFile(path, limit) }
  } catch (error) {
    const why = error instanceof FileError ? `${error.reason}. ${error.advice}` : reason(error)
    return { ok: false, message: `cannot read ${shownValue(path)}: ${why}` }
  }
}

/** Whether a project's file has another content than it is known by; one that is gone has none. */
export function hasChanged(path: string, known: FileIdentity): boolean {
  return sinceThen(path, known, () => readFile(path, MAX_BYTES).bytes, nodeFileSystem) === 'changed'
}
