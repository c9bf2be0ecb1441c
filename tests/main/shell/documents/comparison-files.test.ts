/** What is compared, as files, in a real folder; the session's place is taken by what it was told [LB-03] [LB-18]. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Compared, ComparisonFile } from '../../../../main/session/laboratory/laboratory'
import { type Scenario, validateScenario } from '../../../../main/session/scenario'
import { ComparisonFiles } from '../../../../main/shell/documents/comparison-files'
import { newScenario, readScenarioFile } from '../../../../main/shell/documents/scenario-file'
import { type CaptureRead, readCaptureFile } from '../../../../main/shell/reading/capture'
import type { CommandResult } from '../../../../preload/contract'
import { Person } from '../person'

let folder: string
let person: Person
let opened: ComparisonFile[]
let fileCompared: string | null
let report: string | null
/** what the reports were to be headed with where nothing else is known */
let headed: (string | null)[]
let gaveUp: boolean
/** what is read while it may be given up */
let under: string[]
/** of a recording that has more than one part, by its beginning */
let parts: Record<number, CaptureRead>
let files: ComparisonFiles
let compared: Compared | CommandResult
let gone: Compared[]
let started: Scenario[]
let unsaved: number
/** to the question about unsaved changes */
let answer: CommandResult

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-comparisons-'))
  person = new Person()
  opened = []
  report = '<!doctype html>'
  fileCompared = null
  headed = []
  gaveUp = false
  under = []
  parts = {}
  compared = { ok: false, message: 'nothing' }
  gone = []
  started = []
  unsaved = 0
  answer = { ok: true }
  files = new ComparisonFiles({
    dialogs: person,
    session: () => ({
      laboratory: {
        report: (called) => {
          headed.push(called ?? null)
          return report
        },
        open: (file) => void (file && opened.push(file)),
        compared: () => compared,
        fileCompared,
      },
      goOnWith: (one) => gone.push(one),
      markUnsaved: () => {
        unsaved += 1
      },
    }),
    documents: {
      name: 'Holiday',
      alone: (run) => run(),
      whereBeside: (kind, name) => person.where(kind, name),
      during: (title, work) => {
        under.push(title)
        return work
      },
      openScenario: async (scenario) => {
        started.push(scenario)
        return answer
      },
    },
    read: async (path) => (gaveUp ? null : readScenarioFile(path)),
    readCapture: async (path, options) =>
      gaveUp ? null : (parts[options.from ?? 0] ?? readCaptureFile(path, options)),
  })
})

afterEach(() => rmSync(folder, { recursive: true }))

function scenarioFile(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

describe('a scenario to compare on', () => {
  test('is read as a project is, and the session told of it [LB-03]', async () => {
    person.openAnswer = scenarioFile('work.json', { trimline: 1, steps: [{ at: '1s', apply: 'Blur' }] })
    expect(await files.open()).toEqual({ ok: true })
    expect(opened).toMatchObject([{ title: 'work', scenario: { steps: [{ at: 1_000_000, value: 'Blur' }] } }])
  })

  test('that is none changes nothing, and says what is wrong', async () => {
    person.openAnswer = scenarioFile('work.json', { trimline: 1, steps: [{ at: '1s', aply: 'Blur' }] })
    const result = await files.open()
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('Could not open work.json.') })
    expect(result).toMatchObject({ message: expect.stringContaining('aply') })
    expect(opened).toEqual([])
  })

  test('is not opened where the person gives up, in the dialog or while it is read', async () => {
    expect(await files.open()).toMatchObject({ ok: false, cancelled: true })
    person.openAnswer = scenarioFile('work.json', { trimline: 1 })
    gaveUp = true
    expect(await files.open()).toMatchObject({ ok: false, cancelled: true })
    expect(opened).toEqual([])
  })
})

describe('a recording of another program to compare on', () => {
  const capture = (name: string, ...lines: string[]): string => {
    const path = join(folder, name)
    writeFileSync(path, ['{"trimlineSets":1,"name":"jobs","derived":["gpuTime: guessed"]}', ...lines].join('\n'))
    return path
  }

  test('is imported, and what became of it is said; the project stays [LB-03] [LB-19]', async () => {
    person.openAnswer = capture('Jobs.SETS.JSONL', '{"t":1000,"set":[{"id":"weights","size":1048576}],"gpuTime":500}')
    expect(await files.open()).toEqual({ ok: true })
    expect(opened).toMatchObject([{ title: 'Jobs.SETS.JSONL', scenario: { steps: [{}, {}] } }])
    expect(under).toEqual(['Jobs.SETS.JSONL'])
    expect(person.asked).toEqual([
      'open comparison',
      expect.stringMatching(/^imported “Jobs.SETS.JSONL” was imported, to compare on\. (.|\n)*gpuTime: guessed/),
    ])
    expect(started).toEqual([])
  })

  test('is not what a scenario under such a name is: that is compared on as any other [LB-03] [LB-19]', async () => {
    person.openAnswer = scenarioFile('work.jsonl', { trimline: 1, steps: [{ at: '1s', apply: 'Blur' }] })
    expect(await files.open()).toEqual({ ok: true })
    expect(opened).toMatchObject([{ title: 'work.jsonl', scenario: { steps: [{ at: 1_000_000, value: 'Blur' }] } }])
    expect(person.asked).toEqual(['open comparison'])
  })

  test('is not what a broken scenario under such a name is: its own faults are said [LB-03] [LB-19]', async () => {
    person.openAnswer = scenarioFile('work.jsonl', { trimline: 1, steps: [{ at: '1s', aply: 'Blur' }] })
    const result = await files.open()
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Could not open work\.jsonl\.\n(.|\n)*aply/),
    })
    expect(opened).toEqual([])
  })

  test('that is malformed changes nothing, and its place is said [LB-19]', async () => {
    person.openAnswer = capture('jobs.jsonl', '{"t":1000,"set":[]}', '{"t":999,"set":[]}')
    const result = await files.open()
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('Could not import jobs.jsonl.') })
    expect(result).toMatchObject({ message: expect.stringContaining('line 3: t: found 999; expected at least 1000') })
    expect(opened).toEqual([])
  })

  test('is not opened where the person gives up while it is read', async () => {
    person.openAnswer = capture('jobs.jsonl')
    gaveUp = true
    expect(await files.open()).toMatchObject({ ok: false, cancelled: true })
    expect(opened).toEqual([])
  })

  test('that had no room in one is compared on part by part, where that is wanted [LB-19]', async () => {
    const part = (name: string, next: number | null): CaptureRead => {
      return { ok: true, scenario: { ...newScenario(), name }, report: 'all', next }
    }
    parts = { 0: part('frames', 5_000), 5000: part('frames, from 5 ms', null) }
    person.openAnswer = join(folder, 'frames.rmv')
    person.wantsMore = true
    expect(await files.open()).toEqual({ ok: true })
    expect(opened.map(({ title }) => title)).toEqual(['frames.rmv', 'frames, from 5 ms'])
    person.wantsMore = false
    await files.open()
    expect(opened.map(({ title }) => title).slice(2)).toEqual(['frames.rmv'])
  })
})

describe('Export Comparison [LB-18]', () => {
  test('writes the report where the person says, with a name after the project', async () => {
    person.saveAnswer = join(folder, 'report.html')
    expect(await files.save()).toEqual({
      ok: true,
      message: `Saved ${person.saveAnswer}`,
      saved: person.saveAnswer,
    })
    expect(person.asked).toEqual(['save html Holiday comparison.html'])
    expect(readFileSync(person.saveAnswer, 'utf8')).toBe(report)
    expect(headed).toEqual(['Holiday'])
  })

  test('names it after the file that was compared on, where it was one: it was called after the project beside it', async () => {
    person.saveAnswer = join(folder, 'report.html')
    fileCompared = 'rx6600.rmv'
    await files.save()
    fileCompared = 'frames, from 5 ms'
    await files.save()
    expect(person.asked).toEqual(['save html rx6600 comparison.html', 'save html frames, from 5 ms comparison.html'])
  })

  test('asks for nothing where nothing is compared, and says what to do', async () => {
    report = null
    expect(await files.save()).toMatchObject({ ok: false, message: expect.stringContaining('Compare policies') })
    expect(person.asked).toEqual([])
  })
})

describe('what was compared', () => {
  const made = (): Compared => {
    const parsed = validateScenario({ trimline: 1, steps: [{ at: '1s', apply: 'Blur' }] })
    if (!parsed.ok) throw new Error('no scenario')
    const work = { scenario: parsed.scenario, from: 0, variants: [{}], branch: null, done: 0 }
    return { work, shown: { variants: null, difference: null, records: null }, file: null, fileCompared: 'cut.json' }
  }

  test('becomes the session, which goes on with it [LB-06]', async () => {
    const one = made()
    compared = one
    expect(await files.openCompared()).toEqual({ ok: true })
    expect([started, gone]).toEqual([[one.work.scenario], [one]])
    // it can be had again from its file
    expect(unsaved).toBe(0)
  })

  test('is unsaved where it was of a session that is over: nothing else has it [LB-06]', async () => {
    compared = { ...made(), fileCompared: null }
    expect(await files.openCompared()).toEqual({ ok: true })
    expect(unsaved).toBe(1)
  })

  test('stays where it is while nothing is compared, or the person keeps what is unsaved', async () => {
    expect(await files.openCompared()).toEqual({ ok: false, message: 'nothing' })
    compared = made()
    answer = { ok: false, message: '', cancelled: true }
    expect(await files.openCompared()).toEqual(answer)
    expect([started.length, gone, unsaved]).toEqual([1, [], 0])
  })
})
