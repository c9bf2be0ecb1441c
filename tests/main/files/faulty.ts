/** A real file system of which chosen calls fail, and that remembers which were made. */
import { type FileSystem, nodeFileSystem } from '../../../main/files/file-system'

export type CallName = keyof FileSystem

export interface Call {
  /** from 0, over all calls */
  index: number
  name: CallName
  /** the first argument: a path, or a descriptor's path */
  path: string
}

export interface Fault {
  /** instead of the call; or with `half`, less of it */
  code?: string
  /** a read or a write of half of what was asked for */
  half?: true
  /** a file that has fewer bytes than were written */
  shrunk?: true
}

/** The error of the operating system, as Node gives it. */
function systemError(code: string, call = 'call', path = ''): Error {
  return Object.assign(new Error(`${code}: ${WORDS[code] ?? 'it failed'}, ${call} '${path}'`), { code })
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on device',
  EIO: 'i/o error',
  EACCES: 'permission denied',
  EROFS: 'read-only file system',
  ENOENT: 'no such file or directory',
  EXDEV: 'cross-device link not permitted',
  EMFILE: 'too many open files',
}

export class FaultyFiles implements FileSystem {
  readonly calls: Call[] = []
  /** descriptors that are open, with their paths */
  readonly opened = new Map<number, string>()
  readonly #faultOf: (call: Call) => Fault | undefined
  readonly #real: FileSystem

  constructor(faultOf: (call: Call) => Fault | undefined, real: FileSystem = nodeFileSystem) {
    this.#faultOf = faultOf
    this.#real = real
  }

  open(path: string, flags: number, mode?: number): number {
    this.#before('open', path)
    const descriptor = this.#real.open(path, flags, mode)
    this.opened.set(descriptor, path)
    return descriptor
  }

  /** The descriptor is gone also when closing fails, as on Linux. */
  close(descriptor: number): void {
    const path = this.#path(descriptor)
    this.opened.delete(descriptor)
    this.#real.close(descriptor)
    this.#before('close', path)
  }

  read(descriptor: number, into: Uint8Array, offset: number, length: number): number {
    const fault = this.#before('read', this.#path(descriptor))
    return this.#real.read(descriptor, into, offset, fault?.half === true ? Math.ceil(length / 2) : length)
  }

  write(descriptor: number, bytes: Uint8Array, offset: number, length: number): number {
    const fault = this.#before('write', this.#path(descriptor))
    return this.#real.write(descriptor, bytes, offset, fault?.half === true ? Math.ceil(length / 2) : length)
  }

  sync(descriptor: number): void {
    this.#before('sync', this.#path(descriptor))
    this.#real.sync(descriptor)
  }

  statOpen(descriptor: number) {
    const fault = this.#before('statOpen', this.#path(descriptor))
    const stats = this.#real.statOpen(descriptor)
    return fault?.shrunk === true ? { ...stats, size: Math.max(0, stats.size - 1) } : stats
  }

  stat(path: string) {
    this.#before('stat', path)
    return this.#real.stat(path)
  }

  statLink(path: string) {
    this.#before('statLink', path)
    return this.#real.statLink(path)
  }

  readLink(path: string): string {
    this.#before('readLink', path)
    return this.#real.readLink(path)
  }

  real(path: string): string {
    this.#before('real', path)
    return this.#real.real(path)
  }

  mayWrite(path: string): void {
    this.#before('mayWrite', path)
    this.#real.mayWrite(path)
  }

  setMode(descriptor: number, mode: number): void {
    this.#before('setMode', this.#path(descriptor))
    this.#real.setMode(descriptor, mode)
  }

  setOwner(descriptor: number, uid: number, gid: number): void {
    this.#before('setOwner', this.#path(descriptor))
    this.#real.setOwner(descriptor, uid, gid)
  }

  rename(from: string, to: string): void {
    this.#before('rename', from)
    this.#real.rename(from, to)
  }

  remove(path: string): void {
    this.#before('remove', path)
    this.#real.remove(path)
  }

  list(folder: string): string[] {
    this.#before('list', folder)
    return this.#real.list(folder)
  }

  makeFolder(path: string): void {
    this.#before('makeFolder', path)
    this.#real.makeFolder(path)
  }

  #path(descriptor: number): string {
    return this.opened.get(descriptor) ?? `descriptor ${descriptor}`
  }

  #before(name: CallName, path: string): Fault | undefined {
    const call = { index: this.calls.length, name, path }
    this.calls.push(call)
    const fault = this.#faultOf(call)
    if (fault?.code !== undefined) throw systemError(fault.code, name, path)
    return fault
  }
}

/**
 * Lets calls of the whole program fail, wherever they are made.
 * @returns takes it back
 */
export function installFaults(faultOf: (call: Call) => Fault | undefined): (() => void) & { faulty: FaultyFiles } {
  const real = { ...nodeFileSystem }
  const faulty = new FaultyFiles(faultOf, real)
  for (const name of Object.keys(real) as CallName[]) {
    Object.assign(nodeFileSystem, { [name]: faulty[name].bind(faulty) })
  }
  return Object.assign(() => void Object.assign(nodeFileSystem, real), { faulty })
}
