/** The documents of the shell: new ones, those that were never saved, what is written beside them, and closing. */
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newScenario, newScenarioWith } from '../../../../main/shell/documents/scenario-file'
import { DocumentsRig, SCENARIO } from './documents-rig'

let rig: DocumentsRig
beforeEach(() => {
  rig = new DocumentsRig()
})
afterEach(() => rig.remove())

describe('New', () => {
  test('[TN-36] starts with Blur and Grayscale, untitled', async () => {
    expect(await rig.documents.newProject()).toEqual({ ok: true })
    expect(rig.started).toEqual([
      { effects: ['Blur', 'Grayscale'], info: { title: 'Untitled', path: null, recent: [], theme: 'system' } },
    ])
    expect(rig.person.asked).toEqual([])
  })

  test('has the device and the policy that were chosen', async () => {
    const made = newScenarioWith({
      profile: 'discrete-2gib',
      settings: { localMemory: 1024 ** 3 },
      policy: 'fence-lru',
    })
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
    rig.session.dirty = true
    const refused = await rig.documents.newProject({ profile: 'integrated', settings: { localMemory: 1 } })
    expect(refused).toMatchObject({ ok: false, message: expect.stringMatching(/^Local memory: found 1;/) })
    expect(rig.person.asked).toEqual([])
    expect(rig.started).toEqual([])
  })

  test('asks about unsaved changes; Cancel keeps the project', async () => {
    rig.session.dirty = true
    expect(await rig.documents.newProject()).toMatchObject({ ok: false, cancelled: true })
    expect(rig.person.asked).toEqual(['unsaved Untitled'])
    expect(rig.started).toEqual([])
  })

  test("asks about unsaved changes; Don't Save lets them go", async () => {
    rig.session.dirty = true
    rig.person.unsavedAnswer = 'discard'
    expect(await rig.documents.newProject()).toEqual({ ok: true })
    expect(rig.started).toHaveLength(1)
  })

  test('asks about unsaved changes; Save saves first, and a cancelled Save As cancels New', async () => {
    rig.session.dirty = true
    rig.person.unsavedAnswer = 'save'
    expect(await rig.documents.newProject()).toMatchObject({ cancelled: true })
    expect(rig.started).toEqual([])
    rig.person.saveAnswer = join(rig.folder, 'kept.json')
    expect(await rig.documents.newProject()).toEqual({ ok: true })
    expect(readFileSync(rig.person.saveAnswer, 'utf8')).toBe(rig.session.toScenarioText())
    expect(rig.started).toHaveLength(1)
  })
})

describe('a project that was never saved like this', () => {
  const scenario = newScenario()

  test('is gone on with, unsaved, under its own name', async () => {
    expect(await rig.documents.replace(scenario, { name: 'mine', path: '/cuts/mine.json', stand: null })).toEqual({
      ok: true,
    })
    expect(rig.started.at(-1)?.info).toMatchObject({ title: 'mine', path: '/cuts/mine.json' })
    expect(rig.session.dirty).toBe(true)
    expect(rig.person.asked).toEqual([])
  })

  test('is called as it was where it has no file, as an imported recording [LB-19]', async () => {
    expect(await rig.documents.replace(scenario, { name: 'jobs', path: null, stand: null })).toEqual({ ok: true })
    expect(rig.started.at(-1)?.info).toMatchObject({ title: 'jobs', path: null })
    expect(rig.documents.identity).toEqual({ name: 'jobs', path: null, stand: null })
    await rig.documents.save()
    expect(rig.person.asked).toEqual(['save project jobs.json'])
  })

  test('does not take the place of unsaved changes without asking', async () => {
    rig.session.dirty = true
    expect(await rig.documents.replace(scenario, { name: 'Untitled', path: null, stand: null })).toMatchObject({
      ok: false,
      cancelled: true,
    })
    expect(rig.person.asked).toEqual(['unsaved Untitled'])
    expect(rig.started).toEqual([])
  })
})

describe('Save Recording', () => {
  test('writes a file of its own: the project stays as it is, unsaved and under its name [SC-12]', async () => {
    rig.session.dirty = true
    rig.person.saveAnswer = join(rig.folder, 'recording.json')
    expect(await rig.documents.saveRecording()).toMatchObject({ ok: true })
    expect(rig.person.asked).toEqual([`save recording ${rig.documents.name} recording.json`])
    expect(readFileSync(rig.person.saveAnswer, 'utf8')).toBe(rig.session.toRecordingText())
    expect([rig.session.dirty, rig.session.info, rig.remembered, rig.started]).toEqual([true, null, [], []])
  })

  test('cancelled: nothing is written', async () => {
    expect(await rig.documents.saveRecording()).toMatchObject({ ok: false, cancelled: true })
  })
})

describe('Export for Perfetto', () => {
  test('writes what was recorded to where the person says, and the project stays as it is [LB-17]', async () => {
    rig.session.dirty = true
    rig.person.saveAnswer = join(rig.folder, 'run.pftrace')
    expect(await rig.documents.exportPerfetto()).toMatchObject({ ok: true, message: 'Saved it' })
    expect(rig.person.asked).toEqual(['save perfetto Untitled.pftrace'])
    expect(rig.traces).toEqual([[rig.person.saveAnswer, rig.session.toRecordingText()]])
    expect([rig.session.dirty, rig.session.info, rig.remembered, rig.started]).toEqual([true, null, [], []])
  })

  test('meanwhile another Save says what is being exported; given up, it is cancelled', async () => {
    let giveUp: (given: null) => void = () => {}
    rig.trace = new Promise((ended) => {
      giveUp = ended
    })
    rig.person.saveAnswer = join(rig.folder, 'run.pftrace')
    const exporting = rig.documents.exportPerfetto()
    await vi.waitFor(() => expect(rig.traces).toHaveLength(1))
    expect(await rig.documents.save()).toEqual({
      ok: false,
      message: '“run.pftrace” is being exported: cancel it first, or wait for it.',
    })
    giveUp(null)
    expect(await exporting).toMatchObject({ ok: false, cancelled: true })
  })

  test('closing asks about it: one goes on with it, or gives it up and is asked about what is not saved', async () => {
    let ended: (given: null) => void = () => {}
    rig.trace = new Promise((end) => {
      ended = end
    })
    rig.session.dirty = true
    rig.person.saveAnswer = join(rig.folder, 'run.pftrace')
    const exporting = rig.documents.exportPerfetto()
    await vi.waitFor(() => expect(rig.traces).toHaveLength(1))
    rig.person.asked = []
    expect(rig.documents.isWriting).toBe(true)
    expect([await rig.documents.mayClose(), rig.givenUp]).toEqual([false, 0])
    rig.person.givesUpExport = true
    rig.person.unsavedAnswer = 'discard'
    let left: () => void = () => {}
    rig.left = new Promise((gone) => {
      left = gone
    })
    const closing = rig.documents.mayClose()
    await vi.waitFor(() => expect(rig.givenUp).toBe(1))
    ended(null)
    expect(await exporting).toMatchObject({ ok: false, cancelled: true })
    await new Promise(setImmediate)
    // it removes what it has begun before anything else is asked
    expect(rig.person.asked).toEqual(['exporting run.pftrace', 'exporting run.pftrace'])
    left()
    expect([await closing, rig.person.asked.at(-1)]).toEqual([true, 'unsaved Untitled'])
    expect(rig.documents.isWriting).toBe(false)
  })

  test('that is over while it is asked about gives nothing else up', async () => {
    let ended: (result: { ok: true; message: string }) => void = () => {}
    rig.trace = new Promise((end) => {
      ended = end
    })
    rig.person.saveAnswer = join(rig.folder, 'run.pftrace')
    const exporting = rig.documents.exportPerfetto()
    await vi.waitFor(() => expect(rig.traces).toHaveLength(1))
    rig.person.exporting = async () => {
      ended({ ok: true, message: 'Saved it' })
      await exporting
      return true
    }
    expect([await rig.documents.mayClose(), rig.givenUp]).toEqual([true, 0])
  })

  test('cancelled: nothing is run again', async () => {
    expect(await rig.documents.exportPerfetto()).toMatchObject({ ok: false, cancelled: true })
    expect(rig.traces).toEqual([])
  })
})

describe('what is not the project', () => {
  test.each([
    ['a recording', () => rig.documents.saveRecording()],
    ['a trace', () => rig.documents.exportPerfetto()],
    [
      'a table',
      () => rig.documents.exportFile({ kind: 'exportFile', suggestedName: 'map.csv', format: 'csv', content: 't\r\n' }),
    ],
  ] as const)(
    'is not written over the project that is open, which has nothing to save: %s [SC-12]',
    async (_, save) => {
      const path = rig.file('mine.json', SCENARIO)
      rig.documents = rig.create(path)
      const link = join(rig.folder, 'link.json')
      symlinkSync(path, link)
      // as a person may give it, too
      for (const given of [path, `${rig.folder}/./mine.json`, link]) {
        rig.person.saveAnswer = given
        expect(await save()).toEqual({
          ok: false,
          message: `${given} has the project that is open. Give another name.`,
        })
        expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(SCENARIO)
      }
      expect(rig.traces).toEqual([])
      rig.person.saveAnswer = join(rig.folder, 'other.json')
      expect(await save()).toMatchObject({ ok: true })
    },
  )
})

describe('closing', () => {
  test('with nothing to save asks nothing', async () => {
    expect(await rig.documents.mayClose()).toBe(true)
    expect(rig.person.asked).toEqual([])
  })

  test.each([
    ['cancel', false],
    ['discard', true],
  ] as const)('%s: may close is %s', async (answer, may) => {
    rig.session.dirty = true
    rig.person.unsavedAnswer = answer
    expect(await rig.documents.mayClose()).toBe(may)
  })

  test('one question at a time: while a dialog is open the window stays and commands wait', async () => {
    rig.session.dirty = true
    const closing = rig.documents.mayClose()
    expect(await rig.documents.mayClose()).toBe(false)
    expect(await rig.documents.newProject()).toMatchObject({ ok: false, message: 'A dialog is open. Answer it first.' })
    expect(await closing).toBe(false)
    rig.person.unsavedAnswer = 'discard'
    expect(await rig.documents.mayClose()).toBe(true)
  })
})
