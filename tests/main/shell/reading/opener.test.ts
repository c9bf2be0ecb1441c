/** What takes long is opened beside a session that runs; the process that reads is the other end of a channel here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LiveSession } from '../../../../main/session/live-session'
import { readScenarioFile } from '../../../../main/shell/documents/scenario-file'
import { readCaptureFile } from '../../../../main/shell/reading/capture'
import { Opener } from '../../../../main/shell/reading/opener'
import { CHECKED_HERE } from '../../../../main/shell/reading/read-back'
import { LARGE, type ReadingProcess } from '../../../../main/shell/reading/reader'
import { timers } from '../../../../main/shell/timers'
import { rig, scenario } from '../../session/live-rig'
import { type Beside, readingBeside } from './beside'

let folder: string
let session: LiveSession
let processes: Beside[]
let movedOn: number
let opener: Opener

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-opener-'))
  ;({ session } = rig())
  processes = []
  movedOn = 0
  opener = new Opener({ session: () => session, moveOn: () => movedOn++, startProcess, after: timers.after })
})
afterEach(() => rmSync(folder, { recursive: true }))

function startProcess(): ReadingProcess {
  const process = readingBeside()
  processes.push(process)
  return process
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const large = (): string => file('large.json', `{"trimline":1,"name":"large"}${' '.repeat(LARGE)}`)
const stages = (): unknown => session.opening.view()

describe('a project', () => {
  test('that is small is read here, and nothing is shown of it', async () => {
    const path = file('small.json', '{"trimline":1,"name":"small"}')
    const reading = opener.read(path)
    expect([stages(), movedOn]).toEqual([null, 0])
    expect(await reading).toEqual(readScenarioFile(path))
    expect(processes).toEqual([])
  })

  test('that is large is read in a process, which the session shows meanwhile', async () => {
    const path = large()
    const reading = opener.read(path)
    expect(stages()).toMatchObject({ title: 'large', stage: 'reading' })
    expect(movedOn).toBe(1)
    expect(await reading).toEqual(readScenarioFile(path))
    expect([stages(), processes]).toMatchObject([null, [{ killed: false }]])
  })

  test('that is given up ends its process, and nothing comes of it', async () => {
    const reading = opener.read(large())
    expect(session.execute({ kind: 'cancelOpening' })).toEqual({ ok: true })
    expect([await reading, stages(), processes]).toMatchObject([null, null, [{ killed: true }]])
  })
})

describe('a recording of another program [LB-19]', () => {
  const recording = (): string => file('work.sets.jsonl', '{"trimlineSets":1}\n{"t":5,"set":[{"id":"a","size":65536}]}')

  test('is read in a process however small it is, under its whole name', async () => {
    const reading = opener.readCapture(recording(), {})
    expect(stages()).toMatchObject({ title: 'work.sets.jsonl', stage: 'reading' })
    expect(await reading).toEqual(await readCaptureFile(recording()))
    expect([stages(), movedOn, processes.length]).toEqual([null, 1, 1])
  })

  test('can be given up', async () => {
    const reading = opener.readCapture(recording(), {})
    session.execute({ kind: 'cancelOpening' })
    expect([await reading, processes]).toMatchObject([null, [{ killed: true }]])
  })
})

test('what is about to be saved is read back in a process while the session goes on [SC-16]', async () => {
  const text = `{"trimline":1,"name":"large"}${' '.repeat(CHECKED_HERE)}`
  const problem = new Promise((ended) => opener.readBack(text, 'project', ended))
  expect([stages(), processes.length]).toEqual([null, 1])
  expect(session.execute({ kind: 'applyEffect', effect: 'Blur' })).toMatchObject({ ok: true })
  expect(await problem).toBeNull()
})

describe('a system', () => {
  const resources = Array.from({ length: 3_000 }, (_, i) => ({ name: `r${i}`, size: 65_536 }))
  const many = scenario({ app: { effects: [{ name: 'Many', resources }] } })

  test('is built by the session that runs, which is moved on for it', async () => {
    const building = opener.build('many', many)
    expect(stages()).toMatchObject({ title: 'many', stage: 'building' })
    expect(movedOn).toBe(1)
    while (session.pump()) {}
    expect((await building)?.world.editor.effect('Many')?.resources).toHaveLength(3_000)
    expect(stages()).toBeNull()
  })

  test('that is given up is none', async () => {
    const building = opener.build('many', many)
    session.execute({ kind: 'cancelOpening' })
    expect([await building, stages()]).toEqual([null, null])
  })
})

describe('the run for Perfetto [LB-17]', () => {
  test('is written in a process, and the session shows how far it is', async () => {
    const path = join(folder, 'run.json')
    const writing = opener.writeTrace(path, session.toRecordingText())
    expect(stages()).toEqual({ title: 'run.json', stage: 'exporting', done: 0, total: 0 })
    expect(session.execute({ kind: 'applyEffect', effect: 'Blur' })).toMatchObject({
      message: '“run.json” is being exported. Wait for it, or cancel it.',
    })
    expect(await writing).toEqual({ ok: true, message: `Saved ${path}` })
    expect([stages(), movedOn, processes.length]).toEqual([null, 1, 1])
  })

  test('that is given up ends its process by a word, so that it removes what it has begun', async () => {
    const writing = opener.writeTrace(join(folder, 'run.json'), session.toRecordingText())
    session.execute({ kind: 'cancelOpening' })
    expect([await writing, stages(), opener.isLeaving, processes[0]?.ended]).toEqual([null, null, true, false])
    await opener.left()
    expect([opener.isLeaving, processes]).toMatchObject([false, [{ killed: false, ended: true }]])
  })

  test('where its process does not end it is ended, three seconds later', async () => {
    const waiting: [number, () => void][] = []
    const after = (ms: number, run: () => void): (() => void) => {
      waiting.push([ms, run])
      return () => {}
    }
    const stuck = readingBeside(false)
    opener = new Opener({ session: () => session, moveOn: () => {}, startProcess: () => stuck, after })
    const writing = opener.writeTrace(join(folder, 'run.json'), session.toRecordingText())
    session.execute({ kind: 'cancelOpening' })
    expect(waiting.map(([ms]) => ms)).toEqual([3_000])
    expect([await writing, stuck.killed, opener.isLeaving]).toEqual([null, false, true])
    waiting[0]?.[1]()
    await opener.left()
    expect([stuck.killed, opener.isLeaving]).toEqual([true, false])
  })
})
