/** What the command line is connected to; tests connect it to strings. */

export interface CliIo {
  out(text: string): void
  err(text: string): void
  /** reads at most `limit` bytes, and one more when there are more */
  stdin(limit: number): Uint8Array | Promise<Uint8Array>
  /** where progress can be drawn; undefined when stderr is no terminal */
  terminal: NodeJS.WriteStream | undefined
}

export const processIo: CliIo = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: async (limit) => {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of process.stdin) {
      chunks.push(chunk as Uint8Array)
      length += (chunk as Uint8Array).length
      if (length > limit) break
    }
    return Buffer.concat(chunks)
  },
  terminal: process.stderr.isTTY ? process.stderr : undefined,
}

/** What the person asked for cannot be done: bad input, an unwritable place. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The reason in the words of the operating system, without its code's syntax: "no such file or directory". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return /^[A-Z]+: ([^,]+),/.exec(error.message)?.[1] ?? error.message
}
