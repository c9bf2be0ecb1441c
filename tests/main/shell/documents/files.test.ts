import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeFileSystem } from '../../../../main/files/file-system'
import { type FileIdentity, sinceThen } from '../../../../main/files/identity'
import { readWhole, writeKnown, writeWhole } from '../../../../main/shell/documents/files'
import { installFaults } from '../../files/faulty'

/** What became of it since then. */
const now = (path: string, known: FileIdentity) => sinceThen(path, known, () => readFileSync(path), nodeFileSystem)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a file that a person chose', () => {
  test('is written whole, and is told by its path', () => {
    const path = join(folder, 'a.csv')
    expect(writeWhole(path, 't,bytes\n')).toEqual({ ok: true, message: `Saved ${path}`, saved: path })
    expect(readFileSync(path, 'utf8')).toBe('t,bytes\n')
    expect(writeWhole(path, Buffer.from([1, 2, 3])).ok).toBe(true)
    expect([...readFileSync(path)]).toEqual([1, 2, 3])
  })

  test('is known afterwards: what another program makes of it is noticed', () => {
    const path = join(folder, 'a.json')
    const written = writeKnown(path, '{}')
    if (!written.ok || written.identity === undefined) throw new Error(written.message)
    expect(now(path, written.identity)).toBe('same')
    writeFileSync(path, '{"other": 1}')
    expect(now(path, written.identity)).not.toBe('same')
  })

  test('that cannot be written says where, why and what to do, and leaves what was there', () => {
    const path = join(folder, 'taken')
    mkdirSync(path)
    const result = writeKnown(path, 'x')
    expect(result).toMatchObject({ ok: false, identity: undefined })
    expect(result.message).toContain(`Could not write ${path}: `)
    expect(result.message).toMatch(/found a folder.*\. .+\.$/)
    expect(writeWhole(path, 'x')).toEqual({ ok: false, message: result.message })
  })

  test('that is in its place, but may not outlive a loss of power, is known all the same', () => {
    const path = join(folder, 'a.json')
    writeFileSync(path, 'before')
    // its folder is synced when the file is in place
    const restore = installFaults(({ name, path: at }) =>
      name === 'sync' && at === folder ? { code: 'EIO' } : undefined,
    )
    const result = writeKnown(path, 'after')
    restore()
    expect(result.ok).toBe(false)
    expect(result.identity).toBeDefined()
    expect(readFileSync(path, 'utf8')).toBe('after')
  })
})

describe('reading', () => {
  test('gives the bytes, and which content that is', () => {
    const path = join(folder, 'a')
    writeFileSync(path, 'abc')
    const file = readWhole(path, 3)
    if (!file.ok) throw new Error(file.message)
    expect(Buffer.from(file.bytes).toString()).toBe('abc')
    expect(now(path, file.identity)).toBe('same')
  })

  test('of more than was allowed, or of nothing, says so', () => {
    const path = join(folder, 'a')
    writeFileSync(path, 'abcd')
    const tooLarge = readWhole(path, 3)
    expect(tooLarge).toMatchObject({ ok: false })
    if (!tooLarge.ok) expect(tooLarge.message).toContain(`cannot read ${path}: found 4 bytes`)
    const nowhere = readWhole(join(folder, 'nowhere'), 3)
    if (!nowhere.ok) expect(nowhere.message).toMatch(/^cannot read .*nowhere: .*ENOENT.*\. .+\.$/)
    expect(nowhere.ok).toBe(false)
  })
})

describe('a path that takes a line by itself', () => {
  const most = 400

  test('leaves room for why it could not be used, and for what to do', () => {
    const path = join(folder, 'no'.repeat(60), 'no'.repeat(60), 'no'.repeat(60), 'a.json')
    expect(path.length).toBeGreaterThan(most - 50)
    const written = writeWhole(path, 'abc')
    const read = readWhole(path, 3)
    for (const said of [written.message, read.ok ? '' : read.message]) {
      expect(said).toMatch(/….*: no such file or directory \(ENOENT\)\. [^.]+\.$/)
      expect(said?.length).toBeLessThan(most)
    }
  })
})
