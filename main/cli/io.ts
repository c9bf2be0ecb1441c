/** What the command line is connected to; tests connect it to strings. */
import { writeFile } from '../files/atomic-file'
import { FileError } from '../files/file-error'
import { refuseFolder } from '../files/stream-read'

/** On the command line: standard input where a file is read, standard output where one is written (SC-17). */
export const STDIN = '-'
export const STDOUT = '-'

export interface CliIo {
  out(content: string | Uint8Array): void
  err(text: string): void
  /** reads at most `limit` bytes, and some more when there are more */
  stdin(limit: number): Uint8Array | Promise<Uint8Array>
  /** all of standard input, a piece at a time; when absent it is read at once */
  pieces?(): AsyncIterable<Uint8Array>
  /** where progress can be drawn; undefined when stderr is no terminal */
  terminal: NodeJS.WriteStream | undefined
  /** whether whoever read standard output does not read any more */
  unread?(): boolean
}

let unread = false

export const processIo: CliIo = {
  out: (content) => {
    if (!unread && !writeTo('/dev/stdout', 'standard output', content)) unread = true
  },
  // what cannot be said changes nothing of what was found: the exit status tells that
  err: (text) => {
    try {
      writeTo('/dev/stderr', 'standard error', text)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
    }
  },
  stdin: async (limit) => {
    // its stream would be empty
    refuseFolder('standard input', 0)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of process.stdin) {
      chunks.push(chunk as Uint8Array)
      length += (chunk as Uint8Array).length
      if (length > limit) break
    }
    return Buffer.concat(chunks)
  },
  pieces: () => {
    refuseFolder('standard input', 0)
    return process.stdin
  },
  terminal: process.stderr.isTTY ? process.stderr : undefined,
  unread: () => unread,
}

/**
 * Waits for a reader that is slower, so that what is not read yet does not fill memory.
 * @returns false when the reader has gone
 * @throws FileError such as for a full disk
 */
function writeTo(path: string, name: string, content: string | Uint8Array): boolean {
  try {
    writeFile(path, content, { streams: true })
    return true
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    if (error.code === 'EPIPE') return false
    throw new FileError(name, 'written', error.reason, error.advice, { code: error.code, cause: error })
  }
}

/** What the person asked for cannot be done: bad input, an unwritable place. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Nobody reads standard output any more, and the command was for nothing else. No error: exit status 0. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError'
}

/** The reason in the words of the operating system, without its code's syntax: "no such file or directory". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return /^[A-Z]+: ([^,]+),/.exec(error.message)?.[1] ?? error.message
}
