/** What is opened or imported: what it takes the place of, what waits meanwhile, and how the person gives it up. */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { captureTitle } from '../../../../main/shell/documents/capture-names'
import { newScenario, readScenarioFile, type ScenarioFile } from '../../../../main/shell/documents/scenario-file'
import type { CommandResult, ImportOptions } from '../../../../preload/contract'
import { DocumentsRig, SCENARIO } from './documents-rig'

let rig: DocumentsRig
beforeEach(() => {
  rig = new DocumentsRig()
})
afterEach(() => rig.remove())

describe('Opening that the person gives up', () => {
  test('leaves the document that was open, with its name', async () => {
    rig.documents = rig.create('/projects/before.json')
    rig.givesUp = true
    expect(await rig.documents.open(rig.file('large.json', SCENARIO))).toMatchObject({ ok: false, cancelled: true })
    expect(rig.started.map(({ info }) => info.title)).toEqual(['large'])
    expect(rig.documents.name).toBe('before')
    expect(rig.session.info).toMatchObject({ title: 'before', path: '/projects/before.json' })
  })
})

describe('while something that takes long is being opened', () => {
  let opened: Promise<CommandResult>
  /** what the session calls when it is built, or given up */
  let ended: (built: boolean) => void
  beforeEach(() => {
    rig.documents = rig.create('/projects/before.json', undefined, () => {
      return new Promise((resolve) => {
        ended = resolve
      })
    })
    opened = rig.documents.open(rig.file('large.json', SCENARIO))
  })

  test('another Open, New, Save and a restore are refused, and say what is being opened', async () => {
    const refused = { ok: false, message: '“large” is being opened: cancel it first, or wait for it.' }
    expect(await rig.documents.open(rig.file('other.json', SCENARIO))).toEqual(refused)
    expect(await rig.documents.open(null)).toEqual(refused)
    expect(await rig.documents.newProject()).toEqual(refused)
    expect(await rig.documents.save()).toEqual(refused)
    expect(await rig.documents.replace(newScenario(), { name: 'Untitled', path: null, stand: null })).toEqual(refused)
    expect(rig.person.asked).toEqual([])
    ended(true)
    expect(await opened).toEqual({ ok: true })
    expect(rig.documents.name).toBe('large')
    // and then no more
    rig.person.saveAnswer = join(rig.folder, 'copy.json')
    expect(await rig.documents.saveAs()).toMatchObject({ ok: true })
  })

  test('closing gives it up, and asks about what ran before', async () => {
    rig.session.dirty = true
    rig.person.unsavedAnswer = 'discard'
    expect(await rig.documents.mayClose()).toBe(true)
    expect(rig.givenUp).toBe(1)
    expect(rig.person.asked).toEqual(['unsaved before'])
    expect(await opened).toMatchObject({ ok: false, cancelled: true })
    expect(rig.documents.name).toBe('before')
  })

  test('closing that is cancelled goes back to what ran before', async () => {
    rig.session.dirty = true
    expect(await rig.documents.mayClose()).toBe(false)
    expect(rig.person.asked).toEqual(['unsaved before'])
    expect(rig.documents.name).toBe('before')
    expect((await rig.documents.newProject()).message).not.toMatch(/dialog|being opened/)
  })
})

describe('while a large file is being read', () => {
  let opened: Promise<CommandResult>
  /** with what was read, or with null when the person gave up */
  let read: (file: ScenarioFile | null) => void
  let path: string
  beforeEach(() => {
    rig.documents = rig.create('/projects/before.json')
    path = rig.file('large.json', SCENARIO)
    rig.reading = new Promise((resolve) => {
      read = resolve
    })
    opened = rig.documents.open(path)
  })

  test('another Open and Save are refused, and nobody is asked about unsaved changes before it is known to be good', async () => {
    rig.session.dirty = true
    const refused = { ok: false, message: '“large” is being opened: cancel it first, or wait for it.' }
    expect(await rig.documents.open(path)).toEqual(refused)
    expect(await rig.documents.save()).toEqual(refused)
    expect(rig.person.asked).toEqual([])
    rig.person.unsavedAnswer = 'discard'
    read(readScenarioFile(path))
    expect(await opened).toEqual({ ok: true })
    expect([rig.person.asked, rig.documents.name]).toEqual([['unsaved before'], 'large'])
  })

  test('the person can give up: nothing has changed, and another file can be opened', async () => {
    read(null)
    expect(await opened).toMatchObject({ ok: false, cancelled: true })
    expect([rig.started, rig.documents.name, rig.settings.value.recent]).toEqual([[], 'before', []])
    rig.reading = null
    expect(await rig.documents.open(path)).toEqual({ ok: true })
  })

  test('a file that is wrong is said as one that is small', async () => {
    read({ ok: false, message: 'large.json:1:2: found no scenario' })
    expect(await opened).toEqual({ ok: false, message: 'Could not open large.\nlarge.json:1:2: found no scenario' })
    expect(rig.documents.name).toBe('before')
  })

  test('closing gives it up, and asks about what ran before', async () => {
    rig.session.dirty = true
    rig.person.unsavedAnswer = 'discard'
    const may = rig.documents.mayClose()
    expect(rig.givenUp).toBe(1)
    read(null)
    expect(await may).toBe(true)
    expect(await opened).toMatchObject({ ok: false, cancelled: true })
  })
})

describe('Open', () => {
  test('a scenario file becomes the project and a recent one', async () => {
    rig.person.openAnswer = rig.file('mine.json', SCENARIO)
    expect(await rig.documents.open(null)).toEqual({ ok: true })
    const info = { title: 'mine', path: rig.person.openAnswer, recent: [rig.person.openAnswer], theme: 'system' }
    expect(rig.started).toEqual([{ effects: ['Glow'], info }])
    expect(rig.remembered).toEqual([rig.person.openAnswer])
  })

  test('[SC-02] a malformed one is refused with every problem, before anything is lost', async () => {
    rig.session.dirty = true
    const path = rig.file('bad.json', { trimline: 1, colour: 1, steps: [{ at: -1, apply: 'Blur' }] })
    const result = await rig.documents.open(path)
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/^Could not open bad\.\n/) })
    expect(result.message).toMatch(/colour/)
    expect(result.message).toMatch(/steps\[0\]\.at/)
    expect(rig.started).toEqual([])
    expect(rig.person.asked).toEqual([])
  })

  test('the file that the changes were just saved to is opened with them, whatever it had before the question', async () => {
    const path = rig.file('mine.json', SCENARIO)
    await rig.documents.open(path)
    rig.session.dirty = true
    rig.session.toScenarioText = () => JSON.stringify({ ...SCENARIO, app: { effects: [] } })
    rig.person.unsavedAnswer = 'save'
    expect(await rig.documents.open(path)).toEqual({ ok: true })
    expect(rig.started.map(({ effects }) => effects)).toEqual([['Glow'], []])
    // and is known as it is: nobody else has changed it
    rig.session.dirty = true
    expect(await rig.documents.save()).toMatchObject({ ok: true })
    expect(rig.person.asked).toEqual(['unsaved mine'])
  })

  test('what another program changed during the question is opened, and nothing is asked again', async () => {
    const path = rig.file('mine.json', SCENARIO)
    await rig.documents.open(path)
    rig.session.dirty = true
    rig.person.unsaved = async (name) => {
      rig.person.asked.push(`unsaved ${name}`)
      rig.file('mine.json', { ...SCENARIO, app: { effects: [] } })
      return 'discard'
    }
    expect(await rig.documents.open(path)).toEqual({ ok: true })
    expect(rig.started.map(({ effects }) => effects)).toEqual([['Glow'], []])
    expect(rig.person.asked).toEqual(['unsaved mine'])
  })

  test('a recent project that is gone is said so and leaves the list', async () => {
    const gone = join(rig.folder, 'gone.json')
    rig.settings.addRecent(gone)
    expect(await rig.documents.open(gone)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/cannot read .*gone/),
    })
    expect(rig.settings.value.recent).toEqual([])
    expect(rig.session.info?.recent).toEqual([])
  })

  test('cancelled: nothing happens', async () => {
    expect(await rig.documents.open(null)).toMatchObject({ ok: false, cancelled: true })
    expect(rig.started).toEqual([])
  })
})

describe('Importing a recording of another program', () => {
  const SETS = '{"trimlineSets":1,"name":"work"}\n{"t":5,"set":[{"id":"a","size":65536}]}\n'

  test('makes it a project without a file that is not saved yet, and says what became of it [LB-19]', async () => {
    rig.person.openAnswer = rig.file('jobs.sets.jsonl', SETS)
    expect(await rig.documents.importCapture(null)).toEqual({ ok: true })
    expect(rig.started).toHaveLength(1)
    expect(rig.documents.path).toBeNull()
    expect(rig.session.dirty).toBe(true)
    expect(rig.person.asked[0]).toBe('open capture')
    expect(rig.person.asked.at(-1)).toContain('imported “jobs.sets.jsonl” was imported.')
    expect(rig.person.asked.at(-1)).toContain('1 submission')
    rig.session.dirty = false
    await rig.documents.importCapture(null)
    expect(rig.person.asked).toContain(`open capture in ${rig.folder}`)
    expect(rig.settings.value.recent).toEqual([])
  })

  test('is what Open does with one, too: nobody is told to save it as UTF-8 [LB-19]', async () => {
    const path = rig.file('jobs.sets.jsonl', SETS)
    expect(await rig.documents.open(path)).toEqual({ ok: true })
    expect(rig.documents.path).toBeNull()
    expect(rig.session.dirty).toBe(true)
    expect(rig.person.asked.at(-1)).toContain('imported “jobs.sets.jsonl” was imported.')
    rig.session.dirty = false
    const broken = await rig.documents.open(rig.file('broken.rmv', '\u{fffd}'))
    expect(broken.message).toContain('Could not import broken.rmv.')
    expect(broken.message).not.toContain('UTF-8')
  })

  test('is not what Open does with a project that was saved under such a name: it is opened, and saved there again [LB-19]', async () => {
    for (const name of ['plan.jsonl', 'plan.gz', 'plan.etl', 'plan.rmv']) {
      const path = rig.file(name, SCENARIO)
      expect(await rig.documents.open(path), name).toEqual({ ok: true })
      expect(rig.documents.path).toBe(path)
      expect(rig.session.dirty).toBe(false)
      expect(rig.settings.value.recent[0]).toBe(path)
      expect(await rig.documents.save()).toMatchObject({ ok: true, saved: path })
    }
    expect(rig.person.asked).toEqual([])
  })

  test('is not what is said of a broken project under such a name: its own faults are, not to open it as it is [LB-19] [SC-02]', async () => {
    const wrong = { trimline: 1, colour: 1, steps: [{ at: -1, apply: 'Blur' }] }
    const { message } = await rig.documents.open(rig.file('plan.jsonl', wrong))
    expect(message).toMatch(/^Could not open plan\.jsonl\.\n/)
    expect(message).toMatch(/colour(.|\n)*steps\[0\]\.at/)
    // imported, it is what it is
    expect((await rig.documents.importCapture(rig.file('other.json', wrong))).message).toContain('found a scenario')
  })

  test('gives the project its name, by which it is saved: nobody looks for “Untitled” [LB-19]', async () => {
    await rig.documents.importCapture(rig.file('jobs.sets.jsonl', SETS))
    expect(rig.documents.info).toMatchObject({ title: 'jobs', path: null })
    rig.person.saveAnswer = null
    await rig.documents.save()
    expect(rig.person.asked.at(-1)).toBe('save project jobs.json')
    const names = ['/a/rx6600.rmv', '/a/half.etl.gz', '/a/B.ETL', '/a/lines.jsonl', '/a/.rmv', '/a/v1.2.sets.jsonl']
    expect(names.map(captureTitle)).toEqual(['rx6600', 'half', 'B', 'lines', '.rmv', 'v1.2'])
  })

  test('is as it was asked for, what follows too [LB-19]', async () => {
    const path = rig.file('jobs.sets.jsonl', SETS)
    const parts: ImportOptions[] = []
    rig.capture = async (options) => {
      parts.push(options)
      return { ok: true, scenario: newScenario(), report: 'a part', next: parts.length === 1 ? 990 : null }
    }
    rig.person.wantsMore = true
    rig.person.unsavedAnswer = 'discard'
    await rig.documents.importCapture(path, { from: 20_000, speed: 2, anonymous: true })
    expect(parts).toEqual([
      { from: 20_000, speed: 2, anonymous: true },
      { from: 990, speed: 2, anonymous: true },
    ])
    rig.capture = null
    rig.session.dirty = false
    await rig.documents.importCapture(path, { from: 2, until: 9 })
    expect(rig.documents.name).toBe('jobs from 2 µs until 9 µs')
    rig.session.dirty = false
    await rig.documents.importCapture(path, { until: 5 })
    expect(rig.documents.name).toBe('jobs until 5 µs')
    expect(rig.person.asked.at(-1)).toContain('0 submissions')
    rig.session.dirty = false
    expect(await rig.documents.importCapture(path, { process: 7 })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Could not import jobs\.sets\.jsonl\.\n.*process/),
    })
  })

  test('is done where what follows is given up: the part before it is there [LB-19]', async () => {
    rig.capture = async ({ from }) =>
      from === undefined ? { ok: true, scenario: newScenario(), report: 'a part', next: 990 } : null
    rig.person.wantsMore = true
    expect(await rig.documents.importCapture(rig.file('long.sets.jsonl', SETS))).toEqual({ ok: true })
    expect([rig.documents.name, rig.started.length]).toEqual(['long', 1])
  })

  test('that goes on after it is imported on from there, when that is wanted [LB-19]', async () => {
    const path = rig.file('long.sets.jsonl', SETS)
    const parts: ImportOptions[] = []
    rig.capture = async (options) => {
      parts.push(options)
      return { ok: true, scenario: newScenario(), report: 'a part', next: options.from === undefined ? 990 : null }
    }
    await rig.documents.importCapture(path)
    expect([parts, rig.person.asked.at(-1)]).toEqual([[{}], 'imported “long.sets.jsonl” was imported. a part and more'])
    // what was imported first is not saved: that is asked as ever
    rig.person.wantsMore = true
    rig.person.unsavedAnswer = 'discard'
    rig.session.dirty = false
    expect(await rig.documents.importCapture(path)).toEqual({ ok: true })
    expect(parts).toEqual([{}, {}, { from: 990 }])
    expect(rig.person.asked.slice(-2)).toEqual(['unsaved long', 'imported “long.sets.jsonl” was imported. a part'])
    expect(rig.documents.name).toBe('long from 990 µs')
    expect(rig.started).toHaveLength(3)
  })

  test('that is malformed changes nothing, and says where [LB-19]', async () => {
    const path = rig.file('bad.sets.jsonl', `${SETS}{"t":4,"set":[]}`)
    const answer = await rig.documents.importCapture(path)
    expect(answer).toMatchObject({ ok: false })
    expect(answer.message).toContain('Could not import bad.sets.jsonl.\nline 3: t: found 4; expected at least 5')
    expect(rig.started).toEqual([])
  })

  test('can be given up, and asks about what is not saved [LB-19]', async () => {
    rig.capture = async () => null
    expect(await rig.documents.importCapture('/a.rmv')).toMatchObject({ cancelled: true })
    rig.capture = null
    rig.session.dirty = true
    expect(await rig.documents.importCapture(rig.file('a.sets.jsonl', SETS))).toMatchObject({ cancelled: true })
    expect(rig.started).toEqual([])
  })
})
