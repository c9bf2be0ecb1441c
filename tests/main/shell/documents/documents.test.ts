import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readFile } from '../../../../main/files/bounded-read'
import type { FileIdentity } from '../../../../main/files/identity'
import { Documents } from '../../../../main/shell/documents/documents'
import {
  newScenario,
  newScenarioWith,
  readScenarioFile,
  type ScenarioFile,
} from '../../../../main/shell/documents/scenario-file'
import { type CaptureRead, readCaptureFile } from '../../../../main/shell/reading/capture'
import { readBackHere } from '../../../../main/shell/reading/read-back'
import { SettingsFile } from '../../../../main/shell/settings'
import { ShellCommands } from '../../../../main/shell/shell-commands'
import type { CommandResult, Theme } from '../../../../preload/contract'
import { installFaults } from '../../files/faulty'
import { Person } from '../person'

interface Info {
  title: string
  path: string | null
  recent: string[]
  theme: Theme
}

let folder: string
let person: Person
let settings: SettingsFile
let session: {
  dirty: boolean
  revision: number
  info: Info | null
  toScenarioText(): string
  toRecordingText(): string
  markSaved(revision?: number): void
  markUnsaved(): void
  setDocument(i: Info): void
}
let started: { effects: string[]; info: Info }[]
let remembered: string[]
/** the person cancels what takes long to open */
let givesUp = false
let givenUp = 0
/** instead of reading the file at once */
let capture: ((from: number) => Promise<CaptureRead | null>) | null
let reading: Promise<ScenarioFile | null> | null = null
/** what was to be written for Perfetto, and what comes of it */
let traces: [path: string, recording: string][]
let trace: Promise<CommandResult | null>
/** instead of reading it back here, at once */
let check: Promise<string | null> | null
let documents: Documents

function readBack(text: string, what: string): Promise<string | null> {
  return check ?? new Promise((ended) => readBackHere(text, what, ended))
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-documents-'))
  person = new Person()
  settings = new SettingsFile(join(folder, 'settings.json'))
  session = {
    dirty: false,
    revision: 0,
    info: null,
    toScenarioText: () => '{"trimline":1,"name":"saved"}\n',
    toRecordingText: () => '{"trimline":1,"name":"recorded"}\n',
    markSaved(revision) {
      this.dirty = revision !== this.revision
    },
    markUnsaved() {
      this.dirty = true
    },
    setDocument(info) {
      this.info = info
    },
  }
  started = []
  remembered = []
  givesUp = false
  givenUp = 0
  reading = null
  capture = null
  check = null
  traces = []
  trace = Promise.resolve({ ok: true, message: 'Saved it' })
  documents = create(null)
})

afterEach(() => rmSync(folder, { recursive: true }))

/** @param start instead of one that is built at once */
function create(path: string | null, opened?: FileIdentity, start?: () => Promise<boolean>): Documents {
  let giveUp: (built: boolean) => void = () => {}
  return new Documents({
    dialogs: person,
    settings,
    session: () => session,
    own: () => session,
    start: (scenario, info) => {
      started.push({ effects: scenario.app.effects.map((effect) => effect.name), info })
      if (start === undefined) return Promise.resolve(!givesUp)
      return Promise.race([
        start(),
        new Promise<boolean>((resolve) => {
          giveUp = resolve
        }),
      ])
    },
    read: (from) => reading ?? Promise.resolve(readScenarioFile(from)),
    readCapture: (path, from) => capture?.(from) ?? readCaptureFile(path, from),
    writeTrace: (to, recording) => {
      traces.push([to, recording])
      return trace
    },
    readBack,
    giveUp: () => {
      givenUp++
      giveUp(false)
    },
    remember: (remember) => remembered.push(remember),
    path,
    ...(opened === undefined ? {} : { opened }),
    theme: 'system',
  })
}

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const SCENARIO = { trimline: 1, name: 'mine', app: { effects: [{ name: 'Glow', resources: [] }] } }

describe('Opening that the person gives up', () => {
  test('leaves the document that was open, with its name', async () => {
    documents = create('/projects/before.json')
    givesUp = true
    expect(await documents.open(file('large.json', SCENARIO))).toMatchObject({ ok: false, cancelled: true })
    expect(started.map(({ info }) => info.title)).toEqual(['large'])
    expect(documents.name).toBe('before')
    expect(session.info).toMatchObject({ title: 'before', path: '/projects/before.json' })
  })
})

describe('while something that takes long is being opened', () => {
  let opened: Promise<CommandResult>
  /** what the session calls when it is built, or given up */
  let ended: (built: boolean) => void
  beforeEach(() => {
    documents = create('/projects/before.json', undefined, () => {
      return new Promise((resolve) => {
        ended = resolve
      })
    })
    opened = documents.open(file('large.json', SCENARIO))
  })

  test('another Open, New, Save and a restore are refused, and say what is being opened', async () => {
    const refused = { ok: false, message: '“large” is being opened: cancel it first, or wait for it.' }
    expect(await documents.open(file('other.json', SCENARIO))).toEqual(refused)
    expect(await documents.open(null)).toEqual(refused)
    expect(await documents.newProject()).toEqual(refused)
    expect(await documents.save()).toEqual(refused)
    expect(await documents.replace(newScenario(), null, null)).toEqual(refused)
    expect(person.asked).toEqual([])
    ended(true)
    expect(await opened).toEqual({ ok: true })
    expect(documents.name).toBe('large')
    // and then no more
    person.saveAnswer = join(folder, 'copy.json')
    expect(await documents.saveAs()).toMatchObject({ ok: true })
  })

  test('closing gives it up, and asks about what ran before', async () => {
    session.dirty = true
    person.unsavedAnswer = 'discard'
    expect(await documents.mayClose()).toBe(true)
    expect(givenUp).toBe(1)
    expect(person.asked).toEqual(['unsaved before'])
    expect(await opened).toMatchObject({ ok: false, cancelled: true })
    expect(documents.name).toBe('before')
  })

  test('closing that is cancelled goes back to what ran before', async () => {
    session.dirty = true
    expect(await documents.mayClose()).toBe(false)
    expect(person.asked).toEqual(['unsaved before'])
    expect(documents.name).toBe('before')
    expect((await documents.newProject()).message).not.toMatch(/dialog|being opened/)
  })
})

describe('while a large file is being read', () => {
  let opened: Promise<CommandResult>
  /** with what was read, or with null when the person gave up */
  let read: (file: ScenarioFile | null) => void
  let path: string
  beforeEach(() => {
    documents = create('/projects/before.json')
    path = file('large.json', SCENARIO)
    reading = new Promise((resolve) => {
      read = resolve
    })
    opened = documents.open(path)
  })

  test('another Open and Save are refused, and nobody is asked about unsaved changes before it is known to be good', async () => {
    session.dirty = true
    const refused = { ok: false, message: '“large” is being opened: cancel it first, or wait for it.' }
    expect(await documents.open(path)).toEqual(refused)
    expect(await documents.save()).toEqual(refused)
    expect(person.asked).toEqual([])
    person.unsavedAnswer = 'discard'
    read(readScenarioFile(path))
    expect(await opened).toEqual({ ok: true })
    expect([person.asked, documents.name]).toEqual([['unsaved before'], 'large'])
  })

  test('the person can give up: nothing has changed, and another file can be opened', async () => {
    read(null)
    expect(await opened).toMatchObject({ ok: false, cancelled: true })
    expect([started, documents.name, settings.value.recent]).toEqual([[], 'before', []])
    reading = null
    expect(await documents.open(path)).toEqual({ ok: true })
  })

  test('a file that is wrong is said as one that is small', async () => {
    read({ ok: false, message: 'large.json:1:2: found no scenario' })
    expect(await opened).toEqual({ ok: false, message: 'Could not open large.\nlarge.json:1:2: found no scenario' })
    expect(documents.name).toBe('before')
  })

  test('closing gives it up, and asks about what ran before', async () => {
    session.dirty = true
    person.unsavedAnswer = 'discard'
    const may = documents.mayClose()
    expect(givenUp).toBe(1)
    read(null)
    expect(await may).toBe(true)
    expect(await opened).toMatchObject({ ok: false, cancelled: true })
  })
})

describe('what could not be opened again is not saved [SC-16]', () => {
  test('a project: the old file stays, the changes stay unsaved, and it is said why', async () => {
    const path = file('mine.json', SCENARIO)
    documents = create(path)
    session.dirty = true
    session.toScenarioText = () => '{"trimline":1,"steps":[{"at":0,"apply":"Nothing"}]}'
    const result = await documents.save()
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/not saved.*steps\[0\]\.apply/s) })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(SCENARIO)
    expect(session.dirty).toBe(true)
  })

  test('a recording: no file is made', async () => {
    person.saveAnswer = join(folder, 'recorded.json')
    session.toRecordingText = () => '{"trimline":1,"steps":[{"at":-1,"idle":true}]}'
    expect(await documents.saveRecording()).toMatchObject({ ok: false, message: expect.stringContaining('recording') })
    expect(existsSync(person.saveAnswer)).toBe(false)
  })
})

describe('while a large project is read back before it is saved [SC-16]', () => {
  let path: string
  let answer: (problem: string | null) => void
  let saving: Promise<CommandResult>
  const edit = (): void => {
    session.dirty = true
    session.revision++
  }

  beforeEach(() => {
    path = file('mine.json', SCENARIO)
    documents = create(path)
    edit()
    check = new Promise((ended) => {
      answer = ended
    })
    saving = documents.save()
  })
  const isKept = (): boolean => readFileSync(path, 'utf8') === JSON.stringify(SCENARIO)

  test('the file stays as it is, and other files wait, in words', async () => {
    const busy = { ok: false, message: '“mine” is being saved: wait for it.' }
    expect([await documents.save(), await documents.open(path), await documents.newProject()]).toEqual([
      busy,
      busy,
      busy,
    ])
    expect([isKept(), session.dirty, person.asked]).toEqual([true, true, []])
    answer(null)
    expect(await saving).toEqual({ ok: true, message: `Saved ${path}`, saved: path })
    expect([readFileSync(path, 'utf8'), session.dirty]).toEqual([session.toScenarioText(), false])
    expect(await documents.newProject()).toEqual({ ok: true })
  })

  test('the person goes on editing: what was changed meanwhile is still unsaved', async () => {
    edit()
    answer(null)
    expect(await saving).toMatchObject({ ok: true })
    expect([isKept(), session.dirty]).toEqual([false, true])
  })

  test('a process that fails loses nothing: the old file stays, the changes stay unsaved', async () => {
    answer('The project was not saved, as it could not be checked.')
    expect(await saving).toEqual({ ok: false, message: 'The project was not saved, as it could not be checked.' })
    expect([isKept(), session.dirty]).toEqual([true, true])
    check = null
    expect(await documents.save()).toMatchObject({ ok: true })
    expect(isKept()).toBe(false)
  })

  test('a file that another program changes meanwhile is asked about', async () => {
    answer('not this one')
    await saving
    documents = create(path, readFile(path, 1000).identity)
    let readable: (problem: null) => void = () => {}
    check = new Promise((ended) => {
      readable = ended
    })
    const later = documents.save()
    writeFileSync(path, 'theirs')
    readable(null)
    expect(await later).toMatchObject({ cancelled: true })
    expect([person.asked, readFileSync(path, 'utf8')]).toEqual([['changed mine'], 'theirs'])
  })

  test('closing waits for it, and asks nothing when all is saved; a second close changes nothing', async () => {
    const closing = documents.mayClose()
    expect(await documents.mayClose()).toBe(false)
    expect(givenUp).toBe(0)
    answer(null)
    expect([await closing, (await saving).ok, person.asked]).toEqual([true, true, []])
    expect(isKept()).toBe(false)
  })

  test('closing with Save asks again about what was changed meanwhile', async () => {
    answer(null)
    await saving
    edit()
    let saved: (problem: string | null) => void = () => {}
    check = new Promise((ended) => {
      saved = ended
    })
    person.unsavedAnswer = 'save'
    const closing = documents.mayClose()
    await expect.poll(() => person.asked).toEqual(['unsaved mine'])
    edit()
    person.unsavedAnswer = 'discard'
    saved(null)
    expect(await closing).toBe(true)
    expect(person.asked).toEqual(['unsaved mine', 'unsaved mine'])
  })
})

describe('New', () => {
  test('[TN-36] starts with Blur and Grayscale, untitled', async () => {
    expect(await documents.newProject()).toEqual({ ok: true })
    expect(started).toEqual([
      { effects: ['Blur', 'Grayscale'], info: { title: 'Untitled', path: null, recent: [], theme: 'system' } },
    ])
    expect(person.asked).toEqual([])
  })

  test('has the device and the policy that were chosen', async () => {
    const made = newScenarioWith({ profile: 'discrete-2gib', localMemory: 1024 ** 3, policy: 'fence-lru' })
    if ('problem' in made) throw new Error(made.problem)
    const { system, app } = made.scenario
    expect(system).toMatchObject({ profile: 'discrete-2gib', localMemory: 1024 ** 3 })
    expect(app).toEqual({ ...newScenario().app, policy: 'fence-lru' })
    // memory and bandwidth are the profile's own where nothing is said of them
    const own = newScenarioWith({ profile: 'discrete-8gib' })
    if ('problem' in own) throw new Error(own.problem)
    expect(own.scenario.system.localMemory).toBe(8 * 1024 ** 3)
    expect(newScenarioWith({})).toEqual({ scenario: newScenario() })
  })

  test('that no device can be says so before it asks about anything', async () => {
    session.dirty = true
    const refused = await documents.newProject({ profile: 'integrated', localMemory: 1 })
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('localMemory') })
    expect(person.asked).toEqual([])
    expect(started).toEqual([])
  })

  test('asks about unsaved changes; Cancel keeps the project', async () => {
    session.dirty = true
    expect(await documents.newProject()).toMatchObject({ ok: false, cancelled: true })
    expect(person.asked).toEqual(['unsaved Untitled'])
    expect(started).toEqual([])
  })

  test("asks about unsaved changes; Don't Save lets them go", async () => {
    session.dirty = true
    person.unsavedAnswer = 'discard'
    expect(await documents.newProject()).toEqual({ ok: true })
    expect(started).toHaveLength(1)
  })

  test('asks about unsaved changes; Save saves first, and a cancelled Save As cancels New', async () => {
    session.dirty = true
    person.unsavedAnswer = 'save'
    expect(await documents.newProject()).toMatchObject({ cancelled: true })
    expect(started).toEqual([])
    person.saveAnswer = join(folder, 'kept.json')
    expect(await documents.newProject()).toEqual({ ok: true })
    expect(readFileSync(person.saveAnswer, 'utf8')).toBe(session.toScenarioText())
    expect(started).toHaveLength(1)
  })
})

describe('Open', () => {
  test('a scenario file becomes the project and a recent one', async () => {
    person.openAnswer = file('mine.json', SCENARIO)
    expect(await documents.open(null)).toEqual({ ok: true })
    const info = { title: 'mine', path: person.openAnswer, recent: [person.openAnswer], theme: 'system' }
    expect(started).toEqual([{ effects: ['Glow'], info }])
    expect(remembered).toEqual([person.openAnswer])
  })

  test('[SC-02] a malformed one is refused with every problem, before anything is lost', async () => {
    session.dirty = true
    const path = file('bad.json', { trimline: 1, colour: 1, steps: [{ at: -1, apply: 'Blur' }] })
    const result = await documents.open(path)
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/^Could not open bad\.\n/) })
    expect(result.message).toMatch(/colour/)
    expect(result.message).toMatch(/steps\[0\]\.at/)
    expect(started).toEqual([])
    expect(person.asked).toEqual([])
  })

  test('a recent project that is gone is said so and leaves the list', async () => {
    const gone = join(folder, 'gone.json')
    settings.addRecent(gone)
    expect(await documents.open(gone)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/cannot read .*gone/),
    })
    expect(settings.value.recent).toEqual([])
    expect(session.info?.recent).toEqual([])
  })

  test('cancelled: nothing happens', async () => {
    expect(await documents.open(null)).toMatchObject({ ok: false, cancelled: true })
    expect(started).toEqual([])
  })
})

describe('Save', () => {
  test('the first time asks where, from then on it does not', async () => {
    person.saveAnswer = join(folder, 'a.json')
    session.dirty = true
    expect(await documents.save()).toMatchObject({ ok: true })
    expect(session.dirty).toBe(false)
    expect(session.info).toEqual({ title: 'a', path: person.saveAnswer, recent: [person.saveAnswer], theme: 'system' })
    rmSync(person.saveAnswer)
    expect(await documents.save()).toMatchObject({ ok: true })
    expect(existsSync(person.saveAnswer)).toBe(true)
    expect(person.asked).toEqual(['save project Untitled.json'])
  })

  test('Save As always asks and goes on with the new file', async () => {
    documents = create(join(folder, 'a.json'))
    person.saveAnswer = join(folder, 'b.json')
    expect(await documents.saveAs()).toMatchObject({ ok: true })
    expect(person.asked).toEqual([`save project ${join(folder, 'a.json')}`])
    expect(documents.info.path).toBe(person.saveAnswer)
  })

  test('a file that cannot be written is an error, and the changes stay unsaved', async () => {
    documents = create(join(folder, 'no', 'such', 'folder', 'a.json'))
    session.dirty = true
    const result = await documents.save()
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/Could not write .*a\.json: .*ENOENT/) })
    expect(session.dirty).toBe(true)
    person.unsavedAnswer = 'save'
    expect(await documents.mayClose()).toBe(false)
    expect(person.asked).toEqual(['unsaved a', 'error The project was not saved.'])
  })
})

describe('a file that another program has changed', () => {
  const theirs = JSON.stringify({ trimline: 1, name: 'theirs' })
  let path: string
  beforeEach(async () => {
    path = file('mine.json', SCENARIO)
    await documents.open(path)
    session.dirty = true
  })

  const save = async (answer: 'overwrite' | 'saveAs' | 'cancel') => {
    person.changedAnswer = answer
    person.asked = []
    const result = await documents.save()
    return { ok: result.ok, asked: person.asked, content: readFileSync(path, 'utf8') }
  }

  test('since it was opened is not saved over without asking; Cancel leaves both as they are', async () => {
    writeFileSync(path, theirs)
    expect(await save('cancel')).toEqual({ ok: false, asked: ['changed mine'], content: theirs })
    expect(session.dirty).toBe(true)
    // it asks again the next time
    expect((await save('cancel')).asked).toEqual(['changed mine'])
  })

  test('Save Anyway replaces it, and from then on it is known', async () => {
    writeFileSync(path, theirs)
    const ours = session.toScenarioText()
    expect(await save('overwrite')).toEqual({ ok: true, asked: ['changed mine'], content: ours })
    expect(await save('cancel')).toEqual({ ok: true, asked: [], content: ours })
    writeFileSync(path, theirs)
    expect((await save('cancel')).asked).toEqual(['changed mine'])
  })

  test('Save As goes on with another file, and leaves theirs', async () => {
    writeFileSync(path, theirs)
    person.saveAnswer = join(folder, 'ours.json')
    expect(await save('saveAs')).toEqual({ ok: true, asked: ['changed mine', `save project ${path}`], content: theirs })
    expect(documents.info.path).toBe(person.saveAnswer)
    expect(readFileSync(person.saveAnswer, 'utf8')).toBe(session.toScenarioText())
  })

  test('closing with Save asks too, and Cancel keeps the window', async () => {
    writeFileSync(path, theirs)
    person.unsavedAnswer = 'save'
    expect(await documents.mayClose()).toBe(false)
    expect(person.asked).toEqual(['unsaved mine', 'changed mine'])
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
    expect(await save('cancel')).toEqual({ ok: true, asked: [], content: session.toScenarioText() })
  })

  test('since the app was started with it', async () => {
    const read = readScenarioFile(path)
    if (!read.ok) expect.unreachable(read.message)
    documents = create(path, read.identity)
    writeFileSync(path, theirs)
    expect(await save('cancel')).toEqual({ ok: false, asked: ['changed mine'], content: theirs })
  })

  test('since an app died whose changes are restored', async () => {
    const { identity } = readFile(path, 1000)
    const stand = { size: identity.size, sha256: identity.hash }
    session.dirty = false
    await documents.replace(newScenario(), path, stand)
    expect(await save('cancel')).toMatchObject({ ok: true, asked: [] })
    session.dirty = false
    await documents.replace(newScenario(), path, stand)
    expect((await save('cancel')).asked).toEqual(['changed mine'])
  })
})

describe('a save that fails', () => {
  let path: string
  let restore: () => void
  beforeEach(async () => {
    path = file('mine.json', SCENARIO)
    await documents.open(path)
    session.dirty = true
  })
  afterEach(() => restore())

  test('for a full disk: the file is as it was, the changes stay unsaved, and why is said', async () => {
    const before = readFileSync(path, 'utf8')
    restore = installFaults(({ name }) => (name === 'write' ? { code: 'ENOSPC' } : undefined))
    expect(await documents.save()).toEqual({
      ok: false,
      message: `Could not write ${path}: no space left on device (ENOSPC). What was there before is unchanged. Free some room, or choose another place to save to.`,
    })
    expect([readFileSync(path, 'utf8'), session.dirty]).toEqual([before, true])
  })

  test('after the file was in place, as the disk did not confirm it: unsaved, and the next Save does not take it for theirs', async () => {
    restore = installFaults(({ name, path: at }) => (name === 'sync' && at === folder ? { code: 'EIO' } : undefined))
    expect(await documents.save()).toMatchObject({ ok: false, message: expect.stringContaining('did not confirm it') })
    expect([readFileSync(path, 'utf8'), session.dirty]).toEqual([session.toScenarioText(), true])
    restore()
    expect(await documents.save()).toMatchObject({ ok: true })
    expect([person.asked, session.dirty]).toEqual([[], false])
  })
})

test('what is kept of the project is told before it is written, and that it is saved afterwards', async () => {
  const path = file('mine.json', SCENARIO)
  const told: string[] = []
  documents = new Documents({
    dialogs: person,
    settings,
    session: () => session,
    own: () => session,
    start: async () => true,
    read: async (from) => readScenarioFile(from),
    readCapture: readCaptureFile,
    writeTrace: () => Promise.resolve(null),
    remember: () => {},
    path,
    theme: 'system',
    readBack,
    saving: (text, revision) =>
      told.push(`saving ${text.length} bytes of ${revision} over ${readFileSync(path, 'utf8').length}`),
    saved: () => told.push(`saved ${readFileSync(path, 'utf8').length} bytes, unsaved ${session.dirty}`),
  })
  session.dirty = true
  expect(await documents.save()).toMatchObject({ ok: true })
  const [before, after] = [JSON.stringify(SCENARIO).length, session.toScenarioText().length]
  expect(told).toEqual([`saving ${after} bytes of 0 over ${before}`, `saved ${after} bytes, unsaved false`])
  expect(documents.identity).toEqual({
    name: 'mine',
    path,
    stand: { size: after, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
})

describe('a project that was never saved like this', () => {
  const scenario = newScenario()

  test('is gone on with, unsaved, under its own name', async () => {
    expect(await documents.replace(scenario, '/cuts/mine.json', null)).toEqual({ ok: true })
    expect(started.at(-1)?.info).toMatchObject({ title: 'mine', path: '/cuts/mine.json' })
    expect(session.dirty).toBe(true)
    expect(person.asked).toEqual([])
  })

  test('does not take the place of unsaved changes without asking', async () => {
    session.dirty = true
    expect(await documents.replace(scenario, null, null)).toMatchObject({ ok: false, cancelled: true })
    expect(person.asked).toEqual(['unsaved Untitled'])
    expect(started).toEqual([])
  })
})

describe('Save Recording', () => {
  test('writes a file of its own: the project stays as it is, unsaved and under its name [SC-12]', async () => {
    session.dirty = true
    person.saveAnswer = join(folder, 'recording.json')
    expect(await documents.saveRecording()).toMatchObject({ ok: true })
    expect(person.asked).toEqual([`save project ${documents.name} recording.json`])
    expect(readFileSync(person.saveAnswer, 'utf8')).toBe(session.toRecordingText())
    expect([session.dirty, session.info, remembered, started]).toEqual([true, null, [], []])
  })

  test('cancelled: nothing is written', async () => {
    expect(await documents.saveRecording()).toMatchObject({ ok: false, cancelled: true })
  })
})

describe('Export for Perfetto', () => {
  test('writes what was recorded to where the person says, and the project stays as it is [LB-17]', async () => {
    session.dirty = true
    person.saveAnswer = join(folder, 'run.pftrace')
    expect(await documents.exportPerfetto()).toMatchObject({ ok: true, message: 'Saved it' })
    expect(person.asked).toEqual(['save perfetto Untitled.pftrace'])
    expect(traces).toEqual([[person.saveAnswer, session.toRecordingText()]])
    expect([session.dirty, session.info, remembered, started]).toEqual([true, null, [], []])
  })

  test('meanwhile another Save says what is being exported; given up, it is cancelled', async () => {
    let giveUp: (given: null) => void = () => {}
    trace = new Promise((ended) => {
      giveUp = ended
    })
    person.saveAnswer = join(folder, 'run.pftrace')
    const exporting = documents.exportPerfetto()
    await Promise.resolve()
    expect(await documents.save()).toEqual({
      ok: false,
      message: '“run.pftrace” is being exported: cancel it first, or wait for it.',
    })
    giveUp(null)
    expect(await exporting).toMatchObject({ ok: false, cancelled: true })
  })

  test('cancelled: nothing is run again', async () => {
    expect(await documents.exportPerfetto()).toMatchObject({ ok: false, cancelled: true })
    expect(traces).toEqual([])
  })
})

describe('closing', () => {
  test('with nothing to save asks nothing', async () => {
    expect(await documents.mayClose()).toBe(true)
    expect(person.asked).toEqual([])
  })

  test.each([
    ['cancel', false],
    ['discard', true],
  ] as const)('%s: may close is %s', async (answer, may) => {
    session.dirty = true
    person.unsavedAnswer = answer
    expect(await documents.mayClose()).toBe(may)
  })

  test('one question at a time: while a dialog is open the window stays and commands wait', async () => {
    session.dirty = true
    const closing = documents.mayClose()
    expect(await documents.mayClose()).toBe(false)
    expect(await documents.newProject()).toMatchObject({ ok: false, message: 'A dialog is open. Answer it first.' })
    expect(await closing).toBe(false)
    person.unsavedAnswer = 'discard'
    expect(await documents.mayClose()).toBe(true)
  })
})

describe('commands of the shell', () => {
  let shown: Theme[]
  let dismissed: string[]
  let commands: ShellCommands

  beforeEach(() => {
    shown = []
    dismissed = []
    const dumped = (what: string) => async (): Promise<CommandResult> => ({ ok: true, message: what })
    commands = new ShellCommands({
      documents,
      dumps: { save: dumped('saved'), open: dumped('opened') },
      policies: { open: dumped('policy'), reload: dumped('again') },
      comparisons: { save: dumped('report'), open: dumped('input'), openCompared: dumped('compared') },
      media: { take: () => ({ ok: true }), open: () => ({ ok: true }), locate: dumped('located') },
      hotExit: { restore: dumped('restored'), discard: dumped('discarded') },
      guide: {
        show: () => ({ ok: true }),
        setStartPage: () => ({ ok: true }),
        openExample: dumped('example'),
        openLesson: dumped('lesson'),
        leaveLesson: dumped('left'),
      },
      notices: { dismiss: (id) => dismissed.push(id) },
      saved: { add: () => {}, show: () => ({ ok: true }) },
      isRecent: (path) => settings.value.recent.includes(path),
      showTheme: (theme) => shown.push(theme),
    })
  })

  test('a theme is shown, remembered and told to the interface', async () => {
    expect(await commands.execute({ kind: 'setTheme', theme: 'dark' }, 'page')).toEqual({ ok: true })
    expect([shown, settings.value.theme, session.info?.theme]).toEqual([['dark'], 'dark', 'dark'])
  })

  test('what is compared on is opened, and the comparison saved [LB-18]', async () => {
    expect(await commands.execute({ kind: 'openComparisonInput' }, 'page')).toMatchObject({ message: 'input' })
    expect(await commands.execute({ kind: 'saveComparison' }, 'page')).toMatchObject({ message: 'report' })
  })

  test('the page may name a recent project only, a person any file', async () => {
    const path = file('mine.json', SCENARIO)
    const command = { kind: 'openProject', path } as const
    expect(await commands.execute(command, 'page')).toMatchObject({
      ok: false,
      message: `${path} is not among the recent projects. Choose it with File > Open.`,
    })
    expect(started).toEqual([])
    expect(await commands.execute(command, 'person')).toEqual({ ok: true })
    expect(await commands.execute(command, 'page')).toEqual({ ok: true })
    expect(started).toHaveLength(2)
  })

  test('the page may not name a dump, a person any file [DF-23]', async () => {
    const command = { kind: 'openDump', path: '/dumps/state.json' } as const
    expect(await commands.execute(command, 'page')).toEqual({
      ok: false,
      message: '/dumps/state.json is for a person to choose, with File > Open Memory Dump.',
    })
    expect(await commands.execute(command, 'person')).toEqual({ ok: true, message: 'opened' })
    expect(await commands.execute({ kind: 'openDump' }, 'page')).toEqual({ ok: true, message: 'opened' })
    expect(await commands.execute({ kind: 'saveDump' }, 'page')).toEqual({ ok: true, message: 'saved' })
  })

  test('what an app that died has left is restored or discarded, and what was said is dismissed', async () => {
    expect(await commands.execute({ kind: 'restoreRecovery', id: '7-a' }, 'page')).toMatchObject({
      message: 'restored',
    })
    expect(await commands.execute({ kind: 'discardRecovery', id: '7-a' }, 'page')).toMatchObject({
      message: 'discarded',
    })
    expect(await commands.execute({ kind: 'dismissNotice', id: 'gpu' }, 'page')).toEqual({ ok: true })
    expect(dismissed).toEqual(['gpu'])
  })

  test('an export is written where the person says', async () => {
    person.saveAnswer = join(folder, 'memory.csv')
    const command = { kind: 'exportFile', suggestedName: 'memory', format: 'csv', content: 't,bytes\n' } as const
    expect(await commands.execute(command, 'page')).toMatchObject({ ok: true })
    expect(person.asked).toEqual(['save csv memory.csv'])
    expect(readFileSync(person.saveAnswer, 'utf8')).toBe('t,bytes\n')
    person.saveAnswer = null
    expect(await commands.execute(command, 'page')).toMatchObject({ ok: false, cancelled: true })
  })

  test('New, Open, Save and Save As reach the project', async () => {
    for (const kind of ['newProject', 'openProject', 'saveProject', 'saveProjectAs'] as const) {
      await commands.execute({ kind }, 'page')
    }
    expect(started).toHaveLength(1)
    expect(person.asked).toEqual(['open project', 'save project Untitled.json', 'save project Untitled.json'])
  })
})

describe('Importing a recording of another program', () => {
  const SETS = '{"trimlineSets":1,"name":"work"}\n{"t":5,"set":[{"id":"a","size":65536}]}\n'

  test('makes it a project without a file that is not saved yet, and says what became of it [LB-19]', async () => {
    person.openAnswer = file('jobs.sets.jsonl', SETS)
    expect(await documents.importCapture(null)).toEqual({ ok: true })
    expect(started).toHaveLength(1)
    expect(documents.path).toBeNull()
    expect(session.dirty).toBe(true)
    expect(person.asked[0]).toBe('open capture')
    expect(person.asked.at(-1)).toContain('imported “jobs.sets.jsonl” was imported.')
    expect(person.asked.at(-1)).toContain('1 submission')
    session.dirty = false
    await documents.importCapture(null)
    expect(person.asked).toContain(`open capture in ${folder}`)
    expect(settings.value.recent).toEqual([])
  })

  test('that goes on after it is imported on from there, when that is wanted [LB-19]', async () => {
    const path = file('long.sets.jsonl', SETS)
    const parts: number[] = []
    capture = async (from) => {
      parts.push(from)
      return { ok: true, scenario: newScenario(), report: 'a part', next: from === 0 ? 990 : null }
    }
    await documents.importCapture(path)
    expect([parts, person.asked.at(-1)]).toEqual([[0], 'imported “long.sets.jsonl” was imported. a part and more'])
    // what was imported first is not saved: that is asked as ever
    person.wantsMore = true
    person.unsavedAnswer = 'discard'
    session.dirty = false
    expect(await documents.importCapture(path)).toEqual({ ok: true })
    expect(parts).toEqual([0, 0, 990])
    expect(person.asked.slice(-2)).toEqual(['unsaved Untitled', 'imported “long.sets.jsonl” was imported. a part'])
    expect(started).toHaveLength(3)
  })

  test('that is malformed changes nothing, and says where [LB-19]', async () => {
    const path = file('bad.sets.jsonl', `${SETS}{"t":4,"set":[]}`)
    const answer = await documents.importCapture(path)
    expect(answer).toMatchObject({ ok: false })
    expect(answer.message).toContain('Could not import bad.sets.jsonl.\nline 3: t: found 4; expected at least 5')
    expect(started).toEqual([])
  })

  test('can be given up, and asks about what is not saved [LB-19]', async () => {
    capture = async () => null
    expect(await documents.importCapture('/a.rmv')).toMatchObject({ cancelled: true })
    capture = null
    session.dirty = true
    expect(await documents.importCapture(file('a.sets.jsonl', SETS))).toMatchObject({ cancelled: true })
    expect(started).toEqual([])
  })
})
