/** What is saved: where, over what, what is checked before, and what is left when it fails. */
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readFile } from '../../../../main/files/bounded-read'
import { Documents } from '../../../../main/shell/documents/documents'
import { newScenario, readScenarioFile } from '../../../../main/shell/documents/scenario-file'
import { readCaptureFile } from '../../../../main/shell/reading/capture'
import type { CommandResult } from '../../../../preload/contract'
import { installFaults } from '../../files/faulty'
import { DocumentsRig, SCENARIO } from './documents-rig'

let rig: DocumentsRig
beforeEach(() => {
  rig = new DocumentsRig()
})
afterEach(() => rig.remove())

describe('what could not be opened again is not saved [SC-16]', () => {
  test('a project: the old file stays, the changes stay unsaved, and it is said why', async () => {
    const path = rig.file('mine.json', SCENARIO)
    rig.documents = rig.create(path)
    rig.session.dirty = true
    rig.session.toScenarioText = () => '{"trimline":1,"steps":[{"at":0,"apply":"Nothing"}]}'
    const result = await rig.documents.save()
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/not saved.*steps\[0\]\.apply/s) })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(SCENARIO)
    expect(rig.session.dirty).toBe(true)
  })

  test('a recording: no file is made', async () => {
    rig.person.saveAnswer = join(rig.folder, 'recorded.json')
    rig.session.toRecordingText = () => '{"trimline":1,"steps":[{"at":-1,"idle":true}]}'
    expect(await rig.documents.saveRecording()).toMatchObject({
      ok: false,
      message: expect.stringContaining('recording'),
    })
    expect(existsSync(rig.person.saveAnswer)).toBe(false)
  })
})

describe('while a large project is read back before it is saved [SC-16]', () => {
  let path: string
  let answer: (problem: string | null) => void
  let saving: Promise<CommandResult>
  const edit = (): void => {
    rig.session.dirty = true
    rig.session.revision++
  }

  beforeEach(() => {
    path = rig.file('mine.json', SCENARIO)
    rig.documents = rig.create(path)
    edit()
    rig.check = new Promise((ended) => {
      answer = ended
    })
    saving = rig.documents.save()
  })
  const isKept = (): boolean => readFileSync(path, 'utf8') === JSON.stringify(SCENARIO)

  test('the file stays as it is, and other files wait, in words', async () => {
    const busy = { ok: false, message: '“mine” is being saved: wait for it.' }
    expect([await rig.documents.save(), await rig.documents.open(path), await rig.documents.newProject()]).toEqual([
      busy,
      busy,
      busy,
    ])
    expect([isKept(), rig.session.dirty, rig.person.asked]).toEqual([true, true, []])
    answer(null)
    expect(await saving).toEqual({ ok: true, message: `Saved ${path}`, saved: path })
    expect([readFileSync(path, 'utf8'), rig.session.dirty]).toEqual([rig.session.toScenarioText(), false])
    expect(await rig.documents.newProject()).toEqual({ ok: true })
  })

  test('the person goes on editing: what was changed meanwhile is still unsaved', async () => {
    edit()
    answer(null)
    expect(await saving).toMatchObject({ ok: true })
    expect([isKept(), rig.session.dirty]).toEqual([false, true])
  })

  test('a process that fails loses nothing: the old file stays, the changes stay unsaved', async () => {
    answer('The project was not saved, as it could not be checked.')
    expect(await saving).toEqual({ ok: false, message: 'The project was not saved, as it could not be checked.' })
    expect([isKept(), rig.session.dirty]).toEqual([true, true])
    rig.check = null
    expect(await rig.documents.save()).toMatchObject({ ok: true })
    expect(isKept()).toBe(false)
  })

  test('a file that another program changes meanwhile is asked about', async () => {
    answer('not this one')
    await saving
    rig.documents = rig.create(path, readFile(path, 1000).identity)
    let readable: (problem: null) => void = () => {}
    rig.check = new Promise((ended) => {
      readable = ended
    })
    const later = rig.documents.save()
    writeFileSync(path, 'theirs')
    readable(null)
    expect(await later).toMatchObject({ cancelled: true })
    expect([rig.person.asked, readFileSync(path, 'utf8')]).toEqual([['changed mine'], 'theirs'])
  })

  test('closing waits for it, and asks nothing when all is saved; a second close changes nothing', async () => {
    const closing = rig.documents.mayClose()
    expect(await rig.documents.mayClose()).toBe(false)
    expect(rig.givenUp).toBe(0)
    answer(null)
    expect([await closing, (await saving).ok, rig.person.asked]).toEqual([true, true, []])
    expect(isKept()).toBe(false)
  })

  test('closing with Save asks again about what was changed meanwhile', async () => {
    answer(null)
    await saving
    edit()
    let saved: (problem: string | null) => void = () => {}
    rig.check = new Promise((ended) => {
      saved = ended
    })
    rig.person.unsavedAnswer = 'save'
    const closing = rig.documents.mayClose()
    await expect.poll(() => rig.person.asked).toEqual(['unsaved mine'])
    edit()
    rig.person.unsavedAnswer = 'discard'
    saved(null)
    expect(await closing).toBe(true)
    expect(rig.person.asked).toEqual(['unsaved mine', 'unsaved mine'])
  })
})

describe('closing while a recording is read back', () => {
  let answer: (problem: string | null) => void = () => {}
  let path: string
  beforeEach(() => {
    path = rig.person.saveAnswer = join(rig.folder, 'run.json')
    rig.check = new Promise((ended) => {
      answer = ended
    })
  })

  test('waits until it is written', async () => {
    const saved = rig.documents.saveRecording()
    await expect.poll(() => rig.documents.isWriting).toBe(true)
    const closing = rig.documents.mayClose()
    answer(null)
    expect([await closing, (await saved).ok, existsSync(path)]).toEqual([true, true, true])
    expect([rig.documents.isWriting, rig.person.asked.slice(1)]).toEqual([false, []])
  })

  test.each([false, true])('says why it is not, and stays (a project with unsaved changes: %s)', async (dirty) => {
    rig.session.dirty = dirty
    mkdirSync(path)
    const saved = rig.documents.saveRecording()
    await expect.poll(() => rig.documents.isWriting).toBe(true)
    const closing = rig.documents.mayClose()
    answer(null)
    expect([await closing, (await saved).ok]).toEqual([false, false])
    expect(rig.person.asked.slice(1)).toEqual(['error The recording was not saved.'])
  })
})

describe('Save', () => {
  test('the first time asks where, from then on it does not', async () => {
    rig.person.saveAnswer = join(rig.folder, 'a.json')
    rig.session.dirty = true
    expect(await rig.documents.save()).toMatchObject({ ok: true })
    expect(rig.session.dirty).toBe(false)
    expect(rig.session.info).toEqual({
      title: 'a',
      path: rig.person.saveAnswer,
      recent: [rig.person.saveAnswer],
      theme: 'system',
    })
    rmSync(rig.person.saveAnswer)
    expect(await rig.documents.save()).toMatchObject({ ok: true })
    expect(existsSync(rig.person.saveAnswer)).toBe(true)
    expect(rig.person.asked).toEqual(['save project Untitled.json'])
  })

  test('Save As always asks and goes on with the new file', async () => {
    rig.documents = rig.create(join(rig.folder, 'a.json'))
    rig.person.saveAnswer = join(rig.folder, 'b.json')
    expect(await rig.documents.saveAs()).toMatchObject({ ok: true })
    expect(rig.person.asked).toEqual([`save project ${join(rig.folder, 'a.json')}`])
    expect(rig.documents.info.path).toBe(rig.person.saveAnswer)
  })

  test('a file that cannot be written is an error, and the changes stay unsaved', async () => {
    rig.documents = rig.create(join(rig.folder, 'no', 'such', 'folder', 'a.json'))
    rig.session.dirty = true
    const result = await rig.documents.save()
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/Could not write .*a\.json: .*ENOENT/) })
    expect(rig.session.dirty).toBe(true)
    rig.person.unsavedAnswer = 'save'
    expect(await rig.documents.mayClose()).toBe(false)
    expect(rig.person.asked).toEqual(['unsaved a', 'error The project was not saved.'])
  })
})

describe('a file that another program has changed', () => {
  const theirs = JSON.stringify({ trimline: 1, name: 'theirs' })
  let path: string
  beforeEach(async () => {
    path = rig.file('mine.json', SCENARIO)
    await rig.documents.open(path)
    rig.session.dirty = true
  })

  const save = async (answer: 'overwrite' | 'saveAs' | 'cancel') => {
    rig.person.changedAnswer = answer
    rig.person.asked = []
    const result = await rig.documents.save()
    return { ok: result.ok, asked: rig.person.asked, content: readFileSync(path, 'utf8') }
  }

  test('since it was opened is not saved over without asking; Cancel leaves both as they are', async () => {
    writeFileSync(path, theirs)
    expect(await save('cancel')).toEqual({ ok: false, asked: ['changed mine'], content: theirs })
    expect(rig.session.dirty).toBe(true)
    // it asks again the next time
    expect((await save('cancel')).asked).toEqual(['changed mine'])
  })

  test('Save Anyway replaces it, and from then on it is known', async () => {
    writeFileSync(path, theirs)
    const ours = rig.session.toScenarioText()
    expect(await save('overwrite')).toEqual({ ok: true, asked: ['changed mine'], content: ours })
    expect(await save('cancel')).toEqual({ ok: true, asked: [], content: ours })
    writeFileSync(path, theirs)
    expect((await save('cancel')).asked).toEqual(['changed mine'])
  })

  test('Save As goes on with another file, and leaves theirs', async () => {
    writeFileSync(path, theirs)
    rig.person.saveAnswer = join(rig.folder, 'ours.json')
    expect(await save('saveAs')).toEqual({ ok: true, asked: ['changed mine', `save project ${path}`], content: theirs })
    expect(rig.documents.info.path).toBe(rig.person.saveAnswer)
    expect(readFileSync(rig.person.saveAnswer, 'utf8')).toBe(rig.session.toScenarioText())
  })

  test('closing with Save asks too, and Cancel keeps the window', async () => {
    writeFileSync(path, theirs)
    rig.person.unsavedAnswer = 'save'
    expect(await rig.documents.mayClose()).toBe(false)
    expect(rig.person.asked).toEqual(['unsaved mine', 'changed mine'])
    expect(readFileSync(path, 'utf8')).toBe(theirs)
  })

  test('back to what it was, or only touched, is none', async () => {
    const before = readFileSync(path)
    writeFileSync(path, theirs)
    writeFileSync(path, before)
    expect(await save('cancel')).toMatchObject({ ok: true, asked: [] })
    utimesSync(path, 1, 1)
    expect(await save('cancel')).toMatchObject({ ok: true, asked: [] })
  })

  test('removed by another program: it is made again, as nothing is lost', async () => {
    rmSync(path)
    expect(await save('cancel')).toEqual({ ok: true, asked: [], content: rig.session.toScenarioText() })
  })

  test('since the app was started with it', async () => {
    const read = readScenarioFile(path)
    if (!read.ok) expect.unreachable(read.message)
    rig.documents = rig.create(path, read.identity)
    writeFileSync(path, theirs)
    expect(await save('cancel')).toEqual({ ok: false, asked: ['changed mine'], content: theirs })
  })

  test('since an app died whose changes are restored', async () => {
    const { identity } = readFile(path, 1000)
    const stand = { size: identity.size, sha256: identity.hash }
    rig.session.dirty = false
    await rig.documents.replace(newScenario(), { name: 'any', path, stand })
    expect(await save('cancel')).toMatchObject({ ok: true, asked: [] })
    rig.session.dirty = false
    await rig.documents.replace(newScenario(), { name: 'any', path, stand })
    expect((await save('cancel')).asked).toEqual(['changed mine'])
  })
})

describe('a save that fails', () => {
  let path: string
  let restore: () => void
  beforeEach(async () => {
    path = rig.file('mine.json', SCENARIO)
    await rig.documents.open(path)
    rig.session.dirty = true
  })
  afterEach(() => restore())

  test('for a full disk: the file is as it was, the changes stay unsaved, and why is said', async () => {
    const before = readFileSync(path, 'utf8')
    restore = installFaults(({ name }) => (name === 'write' ? { code: 'ENOSPC' } : undefined))
    expect(await rig.documents.save()).toEqual({
      ok: false,
      message: `Could not write ${path}: no space left on device (ENOSPC). What was there before is unchanged. Free some room, or choose another place to save to.`,
    })
    expect([readFileSync(path, 'utf8'), rig.session.dirty]).toEqual([before, true])
  })

  test('after the file was in place, as the disk did not confirm it: unsaved, and the next Save does not take it for theirs', async () => {
    restore = installFaults(({ name, path: at }) =>
      name === 'sync' && at === rig.folder ? { code: 'EIO' } : undefined,
    )
    expect(await rig.documents.save()).toMatchObject({
      ok: false,
      message: expect.stringContaining('did not confirm it'),
    })
    expect([readFileSync(path, 'utf8'), rig.session.dirty]).toEqual([rig.session.toScenarioText(), true])
    restore()
    expect(await rig.documents.save()).toMatchObject({ ok: true })
    expect([rig.person.asked, rig.session.dirty]).toEqual([[], false])
  })
})

test('what is kept of the project is told before it is written, and that it is saved afterwards', async () => {
  const path = rig.file('mine.json', SCENARIO)
  const told: string[] = []
  rig.documents = new Documents({
    dialogs: rig.person,
    settings: rig.settings,
    session: () => rig.session,
    own: () => rig.session,
    start: async () => true,
    read: async (from) => readScenarioFile(from),
    readCapture: readCaptureFile,
    writeTrace: () => Promise.resolve(null),
    remember: () => {},
    path,
    theme: 'system',
    readBack: (text, what) => rig.readBack(text, what),
    saving: (text, revision) =>
      told.push(`saving ${text.length} bytes of ${revision} over ${readFileSync(path, 'utf8').length}`),
    saved: () => told.push(`saved ${readFileSync(path, 'utf8').length} bytes, unsaved ${rig.session.dirty}`),
  })
  rig.session.dirty = true
  expect(await rig.documents.save()).toMatchObject({ ok: true })
  const [before, after] = [JSON.stringify(SCENARIO).length, rig.session.toScenarioText().length]
  expect(told).toEqual([`saving ${after} bytes of 0 over ${before}`, `saved ${after} bytes, unsaved false`])
  expect(rig.documents.identity).toEqual({
    name: 'mine',
    path,
    stand: { size: after, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
})
