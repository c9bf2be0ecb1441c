/** The one reader: what it is and how large is known before it is read, and held to while it is. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeFile } from '../../../main/files/atomic-file'
import { readFile, textOf } from '../../../main/files/bounded-read'
import { nodeFileSystem } from '../../../main/files/file-system'
import { sinceThen } from '../../../main/files/identity'
import { FaultyFiles } from './faulty'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-reader-'))
  path = join(folder, 'a.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LIMIT = 1000

describe('reading a file', () => {
  test.each([0, 1, 999, 1000])('%d bytes, with a limit of 1000, are what is there', (size) => {
    const bytes = Buffer.alloc(size, 'abc')
    writeFileSync(path, bytes)
    expect(Buffer.from(readFile(path, LIMIT).bytes).equals(bytes)).toBe(true)
  })

  test('a larger one is refused by its size, before anything of it is read', () => {
    writeFileSync(path, '')
    // sparse: takes no room
    truncateSync(path, 2 * 1024 ** 3)
    const fs = new FaultyFiles(() => undefined)
    expect(() => readFile(path, LIMIT, fs)).toThrow(
      `${path} cannot be read: found 2147483648 bytes; expected at most 1000 bytes. Choose a smaller file.`,
    )
    expect(fs.calls.map(({ name }) => name)).toEqual(['stat'])
  })

  test('one that says less than it has, as those of /proc do, is read whole; one that grows beyond the limit is refused', () => {
    expect(Buffer.from(readFile('/proc/self/status', 100_000).bytes).toString()).toMatch(/^Name:/)
    expect(() => readFile('/proc/self/status', 10)).toThrow(/found more than 10 bytes; expected at most 10 bytes/)
    writeFileSync(path, 'x'.repeat(LIMIT))
    let grown = false
    const fs = new FaultyFiles(({ name }) => {
      if (name === 'read' && !grown) writeFileSync(path, 'x'.repeat(LIMIT + 1))
      if (name === 'read') grown = true
      return undefined
    })
    expect(() => readFile(path, LIMIT, fs)).toThrow(/found more than 1000 bytes/)
    expect(fs.opened.size).toBe(0)
  })

  test('reads that give less than they were asked for are no end', () => {
    writeFileSync(path, 'some text')
    const fs = new FaultyFiles(({ name }) => (name === 'read' ? { half: true } : undefined))
    expect(Buffer.from(readFile(path, LIMIT, fs).bytes).toString()).toBe('some text')
  })

  test('a folder, a device, a pipe and a socket are refused without waiting', async () => {
    expect(() => readFile(folder, LIMIT)).toThrow(
      `${folder} cannot be read: found a folder; expected a file. Choose a file.`,
    )
    expect(() => readFile('/dev/zero', LIMIT)).toThrow(/found a device; expected a file/)
    spawnSync('mkfifo', [path])
    expect(() => readFile(path, LIMIT)).toThrow(/found a named pipe; expected a file/)
    const server = createServer().listen(join(folder, 'socket'))
    await once(server, 'listening')
    expect(() => readFile(join(folder, 'socket'), LIMIT)).toThrow(/found a socket; expected a file/)
    server.close()
  })

  test('a pipe that takes the place of a file between the look and the opening does not hang it', () => {
    writeFileSync(path, 'a file')
    const fs = new FaultyFiles(({ name }) => {
      if (name === 'open') spawnSync('bash', ['-c', 'rm "$0"; mkfifo "$0"', path])
      return undefined
    })
    expect(() => readFile(path, LIMIT, fs)).toThrow(/found a named pipe/)
    expect(fs.opened.size).toBe(0)
  })

  test('what is not there, and what may not be read, says so and what to do', () => {
    expect(() => readFile(path, LIMIT)).toThrow(
      `${path} cannot be read: no such file or directory (ENOENT). Look whether it was moved or renamed.`,
    )
    symlinkSync('a.json', path)
    expect(() => readFile(path, LIMIT)).toThrow(/ELOOP.*circle/)
    const fs = new FaultyFiles(({ name }) => (name === 'read' ? { code: 'EIO' } : undefined))
    writeFileSync(join(folder, 'b'), 'x')
    expect(() => readFile(join(folder, 'b'), LIMIT, fs)).toThrow(/i\/o error \(EIO\)\. The disk may be failing/)
    expect(fs.opened.size).toBe(0)
  })

  test('bytes that are no UTF-8 are said to be none', () => {
    expect(textOf(path, Buffer.from('größer'))).toBe('größer')
    expect(() => textOf(path, Buffer.from([0x7b, 0xff, 0x7d]))).toThrow(
      `${path} cannot be read: found bytes that are no UTF-8; expected text. Choose another file.`,
    )
  })
})

describe('whether another program has changed a file', () => {
  const state = () => sinceThen(path, known, () => readFile(path, LIMIT).bytes, nodeFileSystem)
  let known: ReturnType<typeof readFile>['identity']
  beforeEach(() => {
    writeFileSync(path, 'as it was')
    known = readFile(path, LIMIT).identity
  })

  test('nothing was done to it: it is not even read', () => {
    const fs = new FaultyFiles(() => undefined)
    expect(sinceThen(path, known, () => expect.unreachable(), fs)).toBe('same')
  })

  test.each<[string, () => void, string]>([
    ['only its time is new', () => utimesSync(path, 1, 1), 'same'],
    ['written again as it was', () => writeFile(path, 'as it was'), 'same'],
    ['another text', () => writeFileSync(path, 'another text'), 'changed'],
    ['another text of the same length', () => writeFileSync(path, 'as it WAS'), 'changed'],
    ['replaced by another file', () => writeFile(path, 'as it is.'), 'changed'],
    ['cut', () => truncateSync(path, 3), 'changed'],
    ['replaced by a folder', () => spawnSync('bash', ['-c', 'rm "$0"; mkdir "$0"', path]), 'changed'],
    ['removed', () => rmSync(path), 'gone'],
  ])('%s', (_what, change, expected) => {
    change()
    expect(state()).toBe(expected)
  })

  test('what the writer returns is what it wrote', () => {
    known = writeFile(path, 'written here')!
    expect(sinceThen(path, known, () => expect.unreachable(), nodeFileSystem)).toBe('same')
    writeFileSync(path, 'written HERE')
    expect(state()).toBe('changed')
  })

  test('what cannot be looked at counts as changed', () => {
    const fs = new FaultyFiles(({ name }) => (name === 'stat' ? { code: 'EIO' } : undefined))
    expect(sinceThen(path, known, () => expect.unreachable(), fs)).toBe('changed')
  })
})
