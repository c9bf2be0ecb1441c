/** Which call of a journey fails, and how. Calls of the file system, of Electron and of workers are counted together. */
import { rmSync } from 'node:fs'
import type { Call, Fault } from '../../main/files/faulty'

const CODES = ['EIO', 'ENOSPC', 'EACCES', 'EROFS', 'ENOENT', 'EMFILE'] as const

export const WAYS = [
  /** this call fails once */
  ...CODES,
  /** reads and writes do half of what was asked */
  'half',
  /** the disk says that the file is shorter than what was written */
  'shrunk',
  /** the call takes long */
  'slow',
  /** from here on nothing more can be written */
  'full disk',
  'read-only disk',
  /** the folder is gone from here on */
  'vanished folder',
  /** Electron or a worker fails */
  'throws',
] as const
export type Way = (typeof WAYS)[number]

/** What stands for Electron and workers among the calls. */
const OUTSIDE = ['dialog', 'remember', 'show', 'worker', 'publish'] as const
export type Outside = (typeof OUTSIDE)[number]

const SLOW_MS = 20
const CHANGES = new Set(['write', 'rename', 'remove', 'makeFolder', 'mayWrite', 'setMode', 'setOwner'])

export interface Seen {
  name: string
  path: string
}

export class Plan {
  readonly seen: Seen[] = []
  /** the fault has come to pass */
  struck = false
  #ended = false
  readonly #point: number
  readonly #way: Way | null
  readonly #vanishing: string

  /**
   * @param point the call that fails, from 0
   * @param way null: none does
   * @param vanishing the folder that can be removed
   */
  constructor(point: number, way: Way | null, vanishing: string) {
    this.#point = point
    this.#way = way
    this.#vanishing = vanishing
  }

  /** From here on nothing fails, and nothing is counted. */
  end(): void {
    this.#ended = true
  }

  /** Everything in the folder went, also what was saved there in time. */
  get vanished(): boolean {
    return this.struck && this.#way === 'vanished folder'
  }

  /** A call of the file system. */
  file({ name, path }: Call): Fault | undefined {
    const index = this.seen.push({ name, path }) - 1
    const way = this.#way
    if (way === null || index < this.#point) return undefined
    if (index === this.#point) this.struck = true
    if (way === 'full disk') return name === 'write' || name === 'makeFolder' ? { code: 'ENOSPC' } : undefined
    if (way === 'read-only disk') return this.#readOnly(name, path)
    return index === this.#point ? this.#once(way) : undefined
  }

  /** A call of Electron or of a worker. @throws when it is the one */
  outside(name: Outside): void {
    if (this.#ended) return
    const index = this.seen.push({ name, path: '' }) - 1
    if (index !== this.#point || this.#way !== 'throws') return
    this.struck = true
    throw new Error(`${name} could not be carried out`)
  }

  #readOnly(name: string, path: string): Fault | undefined {
    return CHANGES.has(name) || (name === 'open' && path.endsWith('.tmp')) ? { code: 'EROFS' } : undefined
  }

  #once(way: Way): Fault | undefined {
    if (way === 'half') return { half: true }
    if (way === 'shrunk') return { shrunk: true }
    if (way === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_MS)
    if (way === 'vanished folder') rmSync(this.#vanishing, { recursive: true, force: true })
    return CODES.some((code) => code === way) ? { code: way } : undefined
  }
}

/** Whether this way can happen to this call. */
export function applies(way: Way, { name }: Seen): boolean {
  const outside = OUTSIDE.some((known) => known === name)
  if (way === 'throws' || outside) return way === 'throws' && outside
  if (way === 'half') return name === 'read' || name === 'write'
  if (way === 'shrunk') return name === 'statOpen'
  return true
}
