/**
 * There are two writers of whole files: the app's, and that of the scripts, which run before anything is compiled. The
 * same must hold of both, whatever fails: the file is the old one or the new one, and nothing is left beside it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeFile } from '../../../main/files/atomic-file'
import { FileError } from '../../../main/files/file-error'
import { writeAtomic } from '../../../scripts/lib/files.mjs'
import { type CallName, type Fault, FaultyFiles } from './faulty'

const OLD = 'what was there before'
const NEW = 'n'.repeat(100_000)

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-writers-'))
  path = join(folder, 'file.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const WRITERS: [string, (fs: FaultyFiles) => Promise<unknown>][] = [
  ['the app', async (fs) => writeFile(path, NEW, { fs })],
  ['the scripts', (fs) => writeAtomic(path, NEW, fs)],
]

/** Which call of the kind fails, from 0, and how. */
const FAULTS: [CallName, number, Fault][] = [
  ...(['ENOSPC', 'EIO', 'EACCES', 'EMFILE'] as const).flatMap((code): [CallName, number, Fault][] => [
    ['open', 0, { code }],
    ['write', 0, { code }],
    ['write', 1, { code }],
    ['sync', 0, { code }],
    ['close', 0, { code }],
    ['rename', 0, { code }],
    ['open', 1, { code }],
    ['sync', 1, { code }],
  ]),
  ['write', 0, { half: true }],
  ['write', 1, { half: true }],
]

describe.each(WRITERS)('of %s', (_whose, write) => {
  describe.each([
    ['over a file', OLD],
    ['where nothing was', null],
  ])('%s', (_where, before) => {
    test.each(FAULTS)('%s %i fails with %j', async (name, which, fault) => {
      if (before !== null) writeFileSync(path, before)
      let count = 0
      // a second write comes when the first writes half
      const halved: Fault | undefined = name === 'write' && which === 1 ? { half: true } : undefined
      const fs = new FaultyFiles((call) => {
        if (call.name !== name) return undefined
        return count++ === which ? fault : halved
      })
      const error: unknown = await write(fs).then(
        () => null,
        (thrown: unknown) => thrown ?? new Error('nothing was thrown'),
      )
      const failed = error !== null && !(error instanceof FileError && error.replaced !== undefined)
      const expected = failed ? before : NEW
      expect(readdirSync(folder)).toEqual(expected === null ? [] : ['file.json'])
      if (expected !== null) expect(readFileSync(path, 'utf8')).toBe(expected)
      if (fault.half === true) expect(error).toBeNull()
      if (count > which && fault.code !== undefined && ['write', 'rename', 'close'].includes(name))
        expect(failed).toBe(true)
      expect(fs.opened.size).toBe(0)
    })

    test('what is written is brought to the disk before it takes its place', async () => {
      if (before !== null) writeFileSync(path, before)
      const fs = new FaultyFiles(() => undefined)
      await write(fs)
      const order = fs.calls
        .map(({ name }) => name)
        .filter((name) => ['write', 'sync', 'close', 'rename'].includes(name))
      expect(order.slice(0, 4)).toEqual(['write', 'sync', 'close', 'rename'])
      expect(readFileSync(path, 'utf8')).toBe(NEW)
    })
  })
})
