/**
 * One output of a command: a file that appears whole or not at all, a pipe or a device, or standard output (SC-17). A
 * reader that has seen enough, such as `head`, is no error: nothing more is written to it.
 */
import { AtomicFile, type LeftOver } from '../files/atomic-file'
import { FileError } from '../files/file-error'
import { shownValue } from '../session/scenario'
import { type CliIo, STDOUT } from './io'

export interface Output {
  /** @throws FileError when it cannot be written, such as on a full disk; the file is given up then */
  write(content: string | Uint8Array): void
  /** Puts the file in place. @throws FileError as write does */
  commit(): void
  /** Gives the file up; without effect after commit. */
  discard(): void
  /** whoever read it does not read any more */
  readonly unread: boolean
}

/**
 * @param path absolute, or STDOUT
 * @param keep what an interrupt leaves of it is kept beside its place, and said: "the trace"
 * @throws FileError when it cannot be written to
 */
export function openOutput(path: string, io: CliIo, keep?: string): Output {
  if (path === STDOUT) return standardOutput(io)
  const interrupted = ({ partial, bytes, trouble }: LeftOver) => {
    const where = partial === null ? 'nothing' : `the first ${bytes} bytes`
    const kept = partial === null ? 'was kept' : `are in ${shownValue(partial)}`
    const why =
      trouble === null
        ? ''
        : `, ${partial === null ? '' : 'without the rest, '}as it could not be written: ${shownValue(trouble)}`
    io.err(`interrupted: ${where} of ${keep} ${kept}${why}; ${shownValue(path)} is as it was\n`)
  }
  return new QuietFile(path, keep === undefined ? {} : { interrupted })
}

/** Writes a small output whole. @throws FileError when it cannot be written */
export function writeOutput(path: string, text: string, io: CliIo): void {
  const output = openOutput(path, io)
  output.write(text)
  output.commit()
}

/**
 * Where a command says what is for people: on standard error when an output takes standard output, so that whatever
 * reads that finds nothing else in it.
 */
export function voice(io: CliIo, ...outputs: readonly (string | undefined)[]): (text: string) => void {
  return outputs.includes(STDOUT) ? io.err : io.out
}

function standardOutput(io: CliIo): Output {
  return {
    write: (content) => io.out(content),
    commit: () => {},
    discard: () => {},
    get unread() {
      return io.unread?.() === true
    },
  }
}

class QuietFile implements Output {
  readonly #file: AtomicFile
  unread = false

  constructor(path: string, options: Pick<ConstructorParameters<typeof AtomicFile>[1] & object, 'interrupted'>) {
    this.#file = new AtomicFile(path, { ...options, streams: true })
  }

  write(content: string | Uint8Array): void {
    this.#quietly(() => this.#file.write(content))
  }

  commit(): void {
    this.#quietly(() => this.#file.commit())
  }

  discard(): void {
    this.#file.discard()
  }

  #quietly(action: () => void): void {
    if (this.unread) return
    try {
      action()
    } catch (error) {
      if (!(error instanceof FileError) || error.code !== 'EPIPE') throw error
      this.unread = true
    }
  }
}
