/** What a file is known by, against SHA-256 of what is in it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fingerprintOf } from '../../../main/files/fingerprint'

const MIB = 1024 * 1024
const MOST = 1024 * MIB
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-fingerprint-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(content: string): string {
  const path = join(folder, 'a.png')
  writeFileSync(path, content)
  return path
}

describe('what a file is known by', () => {
  test('is its size and its content, with when it was changed and how it begins', () => {
    const path = file('harbour')
    utimesSync(path, 1_700_000_000, 1_700_000_000.25)
    const { beginning, ...known } = fingerprintOf(path, MOST)
    const fingerprint = createHash('sha256').update('7\nharbour').digest('hex')
    expect(known).toEqual({ size: 7, modified: 1_700_000_000_250, fingerprint })
    expect(Buffer.from(beginning).toString()).toBe('harbour')
  })

  test('is the same elsewhere and later, through a link too, and another where one byte is', () => {
    const path = file('harbour')
    const before = fingerprintOf(path, MOST).fingerprint
    utimesSync(path, 1, 1)
    symlinkSync(path, join(folder, 'link'))
    expect(fingerprintOf(join(folder, 'link'), MOST).fingerprint).toBe(before)
    expect(fingerprintOf(file('harboux'), MOST).fingerprint).not.toBe(before)
  })

  test('of gigabytes three parts are read: it takes no time', () => {
    const path = file('')
    truncateSync(path, 1000 * MIB)
    const zeroes = createHash('sha256').update(`${1000 * MIB}\n`)
    for (let i = 0; i < 3; i++) zeroes.update(Buffer.alloc(MIB))
    expect(fingerprintOf(path, MOST).fingerprint).toBe(zeroes.digest('hex'))
  })
})

describe('what cannot be read is refused, with what to do', () => {
  test.each([
    ['nothing there', () => join(folder, 'gone.png'), /ENOENT.*Look whether it was moved/],
    ['a folder', () => folder, /found a folder; expected a file/],
    ['nothing in it', () => file(''), /found nothing in it/],
    ['too large', () => file('x'.repeat(101)), /found 101 bytes; expected at most 100/],
  ])('%s', (_, path, message) => {
    expect(() => fingerprintOf(path(), 100)).toThrow(message)
  })

  test.runIf(process.platform !== 'win32')('a named pipe, without waiting for anybody', () => {
    const path = join(folder, 'pipe.png')
    execFileSync('mkfifo', [path])
    expect(() => fingerprintOf(path, 100)).toThrow(/found a named pipe; expected a file/)
  })
})
