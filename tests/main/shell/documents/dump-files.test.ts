/** Dumps as files, with a real folder and a real session's place taken by what it was told [DF-23]. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_DUMP_BYTES } from '../../../../main/session/dump/decode'
import type { OpenedDump } from '../../../../main/session/dump/opened-dump'
import { DumpFiles } from '../../../../main/shell/documents/dump-files'
import { SAMPLE, small } from '../../session/dump/files'
import { Person } from '../person'

let folder: string
let person: Person
let opened: OpenedDump[]
let shown: number
let dumps: DumpFiles

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-dumps-'))
  person = new Person()
  opened = []
  shown = 0
  dumps = new DumpFiles({
    dialogs: person,
    session: () => ({ dumpText: () => '{"General":{}}\n', openDump: (dump) => opened.push(dump) }),
    documents: { name: 'Holiday', alone: (run) => run(), whereBeside: (kind, name) => person.where(kind, name) },
    show: () => shown++,
  })
})

afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('Save Memory Dump [DF-23]', () => {
  test('writes the state as it is where the person says, with a name after the project', async () => {
    person.saveAnswer = join(folder, 'state.json')
    expect(await dumps.save()).toEqual({
      ok: true,
      message: `Saved ${person.saveAnswer}`,
      saved: person.saveAnswer,
    })
    expect(person.asked).toEqual(['save dump Holiday.d3d12ma.json'])
    expect(readFileSync(person.saveAnswer, 'utf8')).toBe('{"General":{}}\n')
  })

  test('cancelled: nothing is written', async () => {
    expect(await dumps.save()).toMatchObject({ ok: false, cancelled: true })
  })

  test('a place that cannot be written is told', async () => {
    person.saveAnswer = join(folder, 'no', 'such', 'folder.json')
    expect(await dumps.save()).toMatchObject({ ok: false, message: expect.stringMatching(/^Could not write .*ENOENT/) })
  })
})

describe('Open Memory Dump [DF-23]', () => {
  test('the real dump is shown, and can be begun with', async () => {
    const path = file('sample.json', SAMPLE)
    expect(await dumps.open(path)).toEqual({ ok: true })
    expect(opened).toHaveLength(1)
    expect(opened[0]?.view).toMatchObject({ title: 'sample.json', path, api: 'Vulkan' })
    expect(opened[0]?.layout.pools).toHaveLength(5)
    expect([shown, person.asked]).toEqual([1, []])
  })

  test('asks which file, from the second time on in the folder of the first', async () => {
    person.openAnswer = file('sample.json', SAMPLE)
    await dumps.open(null)
    await dumps.open(null)
    expect(person.asked).toEqual(['open dump', `open dump in ${folder}`])
    expect(opened).toHaveLength(2)
  })

  test('cancelled: nothing changes', async () => {
    expect(await dumps.open(null)).toMatchObject({ ok: false, cancelled: true })
    expect([opened, shown]).toEqual([[], 0])
  })

  test('a malformed one is refused with file, line, path and what was expected; nothing changes', async () => {
    const path = file('bad.json', JSON.stringify({ ...small(), General: { API: 'Metal', GPU: 'x' } }, null, 2))
    expect(await dumps.open(path)).toEqual({
      ok: false,
      message:
        'Could not open bad.json.\n' +
        `${path}:3:12: General.API: found "Metal"; expected one of "Vulkan" or "Direct3D 12"`,
    })
    expect([opened, shown]).toEqual([[], 0])
  })

  test('one without its detailed map is refused: there is nothing to show', async () => {
    const path = file('brief.json', JSON.stringify({ ...small(), DefaultPools: undefined }))
    const result = await dumps.open(path)
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('with its detailed map') })
    expect([opened, shown]).toEqual([[], 0])
  })

  test('a file that is gone, none at all, or far too large, is refused before anything is read', async () => {
    expect(await dumps.open(join(folder, 'gone.json'))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Could not open gone\.json\.\ncannot read .*ENOENT/),
    })
    expect(await dumps.open(folder)).toMatchObject({ ok: false, message: expect.stringMatching(/expected a file/) })
    const path = file('large.json', '')
    // sparse: takes no room
    truncateSync(path, MAX_DUMP_BYTES + 1)
    expect(await dumps.open(path)).toEqual({
      ok: false,
      message: `Could not open large.json.\ncannot read ${path}: found 134217729 bytes; expected at most 134217728 bytes. Choose a smaller file.`,
    })
    expect(opened).toEqual([])
  })
})
