/**
 * A file that appears whole or not at all: written to a temporary one beside it, which takes its place at the end.
 * What is no ordinary file (a device, a pipe) is written to directly.
 */
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { reasonOf, UsageError } from './io'
import { statOf } from './outputs'

const BUFFER = 256 * 1024

/** Temporary files of this process, removed when it ends early. */
const temporary = new Set<string>()
process.on('exit', () => {
  for (const path of temporary) rmSync(path, { force: true })
})

export class AtomicFile {
  readonly #target: string
  readonly #temporary: string | undefined
  readonly #descriptor: number
  #pending: string[] = []
  #pendingLength = 0
  #open = true

  /** @throws UsageError when the place cannot be written to */
  constructor(path: string) {
    const before = statOf(path)
    // a link stays, and what it points to is replaced
    this.#target = before === undefined ? path : realpathSync(path)
    this.#temporary = before === undefined || before.isFile() ? `${this.#target}.${process.pid}.tmp` : undefined
    this.#descriptor = this.#try(() => openSync(this.#temporary ?? this.#target, 'w'))
    if (this.#temporary !== undefined) temporary.add(this.#temporary)
  }

  /** @throws UsageError when the place cannot be written to, such as a full disk; the file is given up then */
  write(text: string): void {
    this.#pending.push(text)
    this.#pendingLength += text.length
    if (this.#pendingLength >= BUFFER) this.#flush()
  }

  /** Puts the file in place. @throws UsageError as write does */
  commit(): void {
    this.#flush()
    this.#try(() => {
      if (this.#temporary !== undefined) fsyncSync(this.#descriptor)
      this.#close()
      if (this.#temporary === undefined) return
      renameSync(this.#temporary, this.#target)
      temporary.delete(this.#temporary)
    })
  }

  /** Gives the file up; without effect after commit. */
  discard(): void {
    this.#close()
    if (this.#temporary === undefined || !temporary.delete(this.#temporary)) return
    rmSync(this.#temporary, { force: true })
  }

  #flush(): void {
    const text = this.#pending.join('')
    this.#pending = []
    this.#pendingLength = 0
    this.#try(() => writeFileSync(this.#descriptor, text))
  }

  #close(): void {
    if (!this.#open) return
    this.#open = false
    closeSync(this.#descriptor)
  }

  #try<Result>(action: () => Result): Result {
    try {
      return action()
    } catch (error) {
      throw new UsageError(`${this.#target} cannot be written: ${reasonOf(error)}`)
    }
  }
}

/** Writes a small file whole. @throws UsageError when it cannot be written */
export function writeWhole(path: string, text: string): void {
  const file = new AtomicFile(path)
  try {
    file.write(text)
    file.commit()
  } finally {
    file.discard()
  }
}
