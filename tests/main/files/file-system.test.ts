/** The calls of the operating system, asked of a real folder. */
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, nodeFileSystem as files } from '../../../main/files/file-system'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...names: string[]) => join(folder, ...names)

function codeOfFailure(action: () => unknown): string | undefined {
  try {
    action()
  } catch (error) {
    return codeOf(error)
  }
  throw new Error('it did not fail')
}

describe('what stands there', () => {
  test('is told by its kind; a link by itself or by what it leads to', () => {
    writeFileSync(at('file'), 'abc')
    mkdirSync(at('folder'))
    symlinkSync(at('file'), at('link'))
    symlinkSync(at('gone'), at('broken'))
    const kinds = (names: string[], look: 'stat' | 'statLink') => names.map((name) => files[look](at(name))?.kind)
    expect(kinds(['file', 'folder', 'link', 'broken', 'gone'], 'stat')).toEqual([
      'file',
      'folder',
      'file',
      undefined,
      undefined,
    ])
    expect(kinds(['file', 'folder', 'link', 'broken', 'gone'], 'statLink')).toEqual([
      'file',
      'folder',
      'link',
      'link',
      undefined,
    ])
    expect([files.readLink(at('link')), files.real(at('link'))]).toEqual([at('file'), files.real(at('file'))])
  })

  test.runIf(process.platform === 'linux')('may be a device, a pipe or a socket', async () => {
    const server = createServer().listen(at('socket'))
    await new Promise((listening) => server.once('listening', listening))
    expect([files.stat('/dev/null')?.kind, files.stat(at('socket'))?.kind]).toEqual(['device', 'socket'])
    await new Promise((closed) => server.close(closed))
  })

  test('has its size, its permission bits and its last change, to the nanosecond', () => {
    writeFileSync(at('file'), 'abc', { mode: 0o640 })
    utimesSync(at('file'), 0, 1_000_000_000.5)
    expect(files.stat(at('file'))).toMatchObject({ size: 3, mode: 0o640, modified: 1_000_000_000_500_000_000n })
    const other = files.stat(folder)
    expect(files.stat(at('file'))?.device).toBe(other?.device)
    expect(files.stat(at('file'))?.inode).not.toBe(other?.inode)
  })
})

describe('an open file', () => {
  test('is read and written from where it is on, as far as there is something', () => {
    const descriptor = files.open(at('file'), constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
    const bytes = new TextEncoder().encode('xxhello')
    expect([files.write(descriptor, bytes, 2, 3), files.write(descriptor, bytes, 5, 2)]).toEqual([3, 2])
    files.sync(descriptor)
    files.setMode(descriptor, 0o604)
    expect(files.statOpen(descriptor)).toMatchObject({ kind: 'file', size: 5, mode: 0o604 })
    closeSync(descriptor)
    const again = files.open(at('file'), constants.O_RDONLY)
    const into = new Uint8Array(8)
    expect([files.read(again, into, 1, 3), files.read(again, into, 4, 8 - 4), files.read(again, into, 0, 8)]).toEqual([
      3, 2, 0,
    ])
    expect(new TextDecoder().decode(into)).toBe('\0hello\0\0')
    files.close(again)
    expect(codeOfFailure(() => files.close(again))).toBe('EBADF')
  })

  test('of what is there already is refused where it is to be new', () => {
    writeFileSync(at('file'), '')
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
    expect(codeOfFailure(() => files.open(at('file'), flags))).toBe('EEXIST')
  })
})

describe('a folder', () => {
  test('lists what is in it, whose names change and go', () => {
    writeFileSync(at('a'), '1')
    files.rename(at('a'), at('b'))
    writeFileSync(at('c'), '2')
    files.remove(at('c'))
    expect([files.list(folder), readFileSync(at('b'), 'utf8')]).toEqual([['b'], '1'])
    expect(codeOfFailure(() => files.mayWrite(at('gone')))).toBe('ENOENT')
    expect(files.mayWrite(at('b'))).toBeUndefined()
  })

  test('is made with all above it, and is left alone where it is there', () => {
    files.makeFolder(at('a', 'b', 'c'))
    writeFileSync(at('a', 'b', 'c', 'kept'), '')
    files.makeFolder(at('a', 'b', 'c'))
    expect(files.list(at('a', 'b', 'c'))).toEqual(['kept'])
  })

  test('is not made where a file stands, nor below one', () => {
    writeFileSync(at('file'), '')
    expect(codeOfFailure(() => files.makeFolder(at('file')))).toBe('EEXIST')
    expect(codeOfFailure(() => files.makeFolder(at('file', 'below')))).toBe('ENOTDIR')
  })

  test.runIf(process.platform === 'linux')('that takes none says so at once', () => {
    expect(codeOfFailure(() => files.makeFolder('/proc/trimline/deep/er'))).toBe('ENOENT')
  })
})

test('the code of an error is the operating system’s, or there is none', () => {
  expect(codeOf(Object.assign(new Error('x'), { code: 'EIO' }))).toBe('EIO')
  expect([new Error('x'), 'EIO', Object.assign(new Error('x'), { code: 5 }), null].map(codeOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
