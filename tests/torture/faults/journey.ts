/**
 * A person's way through everything that reads and writes files, with a real session and real files; only Electron is
 * narrowly faked. After each step what the app says is held against what is on the disk.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LiveSession } from '../../../main/session/live-session'
import { parseScenario, type Scenario } from '../../../main/session/scenario'
import { Documents } from '../../../main/shell/documents/documents'
import { DumpFiles } from '../../../main/shell/documents/dump-files'
import { newScenario, readScenarioFile } from '../../../main/shell/documents/scenario-file'
import { RecoveryFolder } from '../../../main/shell/hot-exit/recovery-folder'
import { readCaptureFile } from '../../../main/shell/reading/capture'
import { writePerfetto } from '../../../main/shell/reading/perfetto'
import { startReadBack } from '../../../main/shell/reading/read-back'
import { parseSettings, SettingsFile } from '../../../main/shell/settings'
import { timers } from '../../../main/shell/timers'
import type { CommandResult } from '../../../preload/contract'
import { installFaults } from '../../main/files/faulty'
import { readingBeside } from '../../main/shell/reading/beside'
import { Plan, type Seen, type Way } from './plan'

export interface Journey {
  calls: Seen[]
  /** what must not be, one line each */
  complaints: string[]
  /** the fault has come to pass */
  struck: boolean
}

/** as large as what is read back beside the app */
const PROJECT = {
  trimline: 1,
  name: 'mine',
  system: { periodicTrim: { idleAfter: '10h' } },
  app: {
    effects: [
      { name: 'Grayscale', resources: [] },
      {
        name: 'Many',
        resources: Array.from({ length: 300 }, (_, i) => ({ name: `${i} ${'x'.repeat(100)}`, size: 1 })),
      },
    ],
  },
}

/** @param folder empty; @param way null: nothing fails */
export async function journey(folder: string, point: number, way: Way | null): Promise<Journey> {
  const person = new Traveller(folder, new Plan(point, way, join(folder, 'projects')))
  const restore = installFaults((call) => person.plan.file(call))
  const stderr = process.stderr.write
  // what is logged is for nobody here
  process.stderr.write = () => true
  try {
    await person.travel()
    if (restore.faulty.opened.size > 0) person.complain('files are left open')
  } catch (error) {
    person.complain(`it came to an end: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  } finally {
    process.stderr.write = stderr
    restore()
    person.plan.end()
  }
  try {
    await person.arrive()
  } catch (error) {
    person.complain(`it could not go on: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { calls: person.plan.seen, complaints: person.complaints, struck: person.plan.struck }
}

class Traveller {
  readonly plan: Plan
  readonly complaints: string[] = []
  readonly #folder: string
  readonly #project: string
  #documents!: Documents
  #settings!: SettingsFile
  #session!: LiveSession
  #answer = ''

  constructor(folder: string, plan: Plan) {
    this.#folder = folder
    this.plan = plan
    mkdirSync(join(folder, 'projects'))
    mkdirSync(join(folder, 'exports'))
    this.#project = join(folder, 'projects', 'mine.json')
    writeFileSync(this.#project, JSON.stringify(PROJECT))
  }

  complain(what: string): void {
    this.complaints.push(what)
  }

  async travel(): Promise<void> {
    this.#begin()
    const { execute } = { execute: (command: Parameters<LiveSession['execute']>[0]) => this.#session.execute(command) }
    await this.#say('open', async () => this.#documents.open(this.#project))
    execute({ kind: 'removeEffect', effect: 'Grayscale' })
    this.#autosave()
    await this.#writes(
      'save',
      this.#project,
      () => this.#session.toScenarioText(),
      () => this.#documents.save(),
    )
    execute({ kind: 'setBudget', bytes: 512 * 1024 * 1024 })
    this.#answer = join(this.#folder, 'projects', 'second.json')
    await this.#writes(
      'save as',
      this.#answer,
      () => this.#session.toScenarioText(),
      () => this.#documents.saveAs(),
    )
    this.#answer = join(this.#folder, 'exports', 'recording.json')
    await this.#writes(
      'recording',
      this.#answer,
      () => this.#session.toRecordingText(),
      () => this.#documents.saveRecording(),
    )
    await this.#exports()
    await this.#say('comparison', async () => this.#session.execute({ kind: 'compareVariants', preemption: true }))
    await this.#say('theme', async () => {
      this.#documents.setTheme('dark')
      return { ok: true }
    })
    this.#settings.update({ window: { x: 1, y: 2, width: 1000, height: 800, maximized: false, fullScreen: false } })
    if (this.#settings.value.theme !== 'dark') this.complain('the theme is forgotten within the run')
    this.#checkSettings()
    execute({ kind: 'setBudget', bytes: 256 * 1024 * 1024 })
  }

  /** With nothing failing any more, nothing that was done is lost. */
  async arrive(): Promise<void> {
    mkdirSync(join(this.#folder, 'projects'), { recursive: true })
    const budget = this.#session.toScenarioText()
    if (!budget.includes(String(256 * 1024 * 1024))) this.complain('the last edit is lost')
    this.#answer = join(this.#folder, 'projects', 'last.json')
    const saved = await this.#documents.saveAs()
    if (!saved.ok) this.complain(`nothing fails any more, and it cannot be saved: ${saved.message}`)
    else if (!parseScenario(readFileSync(this.#answer)).ok) this.complain('what was saved cannot be opened')
    this.#checkSettings()
  }

  #begin(): void {
    this.#settings = new SettingsFile(join(this.#folder, 'data', 'settings.json'))
    this.#documents = new Documents({
      dialogs: {
        open: async () => this.#outside('dialog', this.#answer),
        save: async () => this.#outside('dialog', this.#answer),
        unsaved: async () => this.#outside('dialog', 'discard' as const),
        exporting: async () => this.#outside('dialog', true),
        changed: async () => this.#outside('dialog', 'overwrite' as const),
        error: async () => this.#outside('dialog', undefined),
        imported: async () => this.#outside('dialog', 'done' as const),
      },
      settings: this.#settings,
      session: () => this.#session,
      own: () => this.#session,
      start: async (scenario, document) => {
        this.#start(scenario, document)
        return true
      },
      read: async (path) => readScenarioFile(path),
      readCapture: readCaptureFile,
      writeTrace: (path, recording) => writePerfetto({ path, recording }, () => {}),
      readBack: (text, what) => new Promise((ended) => startReadBack(text, what, this.#beside, ended)),
      remember: () => this.plan.outside('remember'),
      path: null,
      theme: 'system',
    })
    this.#start(newScenario(), this.#documents.info)
  }

  /** The process that reads back: here the other end of a channel. */
  readonly #beside = {
    startProcess: () => {
      this.plan.outside('worker')
      return readingBeside()
    },
    after: timers.after,
  }

  #outside<Answer>(name: 'dialog', answer: Answer): Answer {
    this.plan.outside(name)
    return answer
  }

  #start(scenario: Scenario, document: ConstructorParameters<typeof LiveSession>[0]['document']): void {
    this.#session = new LiveSession({
      scenario,
      document,
      wallMs: () => 0,
      publish: () => {},
      startTasks: () => {
        this.plan.outside('worker')
        return { cancel: () => {} }
      },
    })
  }

  async #exports(): Promise<void> {
    this.#answer = join(this.#folder, 'exports', 'chart.csv')
    const csv = { kind: 'exportFile', suggestedName: 'chart', format: 'csv', content: 't,bytes\n0,1\n' } as const
    await this.#writes(
      'export',
      this.#answer,
      () => csv.content,
      () => this.#documents.exportFile(csv),
    )
    const dumps = new DumpFiles({
      dialogs: { open: async () => this.#outside('dialog', this.#answer) },
      session: () => this.#session,
      documents: this.#documents,
      show: () => this.plan.outside('show'),
    })
    this.#answer = join(this.#folder, 'exports', 'state.json')
    await this.#writes(
      'dump',
      this.#answer,
      () => this.#session.dumpText(),
      () => dumps.save(),
    )
    if (existsSync(this.#answer)) await this.#say('open dump', () => dumps.open(null))
  }

  /** What is kept is whole, or is not there. */
  #autosave(): void {
    const folder = new RecoveryFolder(join(this.#folder, 'data', 'recovery'))
    const project = this.#session.toScenarioText()
    const why = folder.write({ name: 'mine', path: null, stand: null, savedAt: 1, project })
    if (why !== null && why.length < 10) this.complain(`autosave says only "${why}"`)
    const kept = existsSync(folder.ownPath) ? readFileSync(folder.ownPath, 'utf8') : null
    if (why === null && kept === null) this.complain('autosave says that it is kept, and it is not')
    if (kept !== null && (JSON.parse(kept) as { project: string }).project !== project)
      this.complain('what autosave keeps is not the project')
  }

  /** What is said holds: the new content when it was saved, the old one when not. */
  async #writes(what: string, path: string, text: () => string, run: () => Promise<CommandResult>): Promise<void> {
    const before = contentOf(path)
    const wanted = text()
    const project = what.startsWith('save')
    const result = await this.#say(what, run)
    const after = contentOf(path)
    const vanished = this.plan.vanished && after === null
    if (result.ok && after !== wanted && !vanished)
      this.complain(`${what}: says that it saved, and the file is not what it should be`)
    const kept = after === before || vanished
    const inPlace = after === wanted && (result.message ?? '').includes('did not confirm')
    if (!result.ok && !kept && !inPlace) this.complain(`${what}: failed, and the old file is not what it was`)
    if (project && result.ok === this.#session.dirty) this.complain(`${what}: ok is ${result.ok}, and so is dirty`)
    const left = existsSync(join(path, '..'))
      ? readdirSync(join(path, '..')).filter((name) => name.endsWith('.tmp'))
      : []
    const cannot = this.plan.seen.some(({ name }) => name === 'remove')
    if (left.length > 0 && !cannot) this.complain(`${what}: left ${left.join(', ')}`)
  }

  /** A command as the menu carries it out: what fails is said in words. */
  async #say(what: string, run: () => Promise<CommandResult>): Promise<CommandResult> {
    let result: CommandResult
    try {
      result = await run()
    } catch (error) {
      result = { ok: false, message: error instanceof Error ? error.message : String(error) }
    }
    if (!result.ok && (result.message.length < 15 || /\n {4}at |undefined|\[object/.test(result.message)))
      this.complain(`${what}: says only "${result.message}"`)
    return result
  }

  #checkSettings(): void {
    const text = contentOf(join(this.#folder, 'data', 'settings.json'))
    if (text !== null && !parseSettings(text).ok) this.complain('the settings on the disk are damaged')
  }
}

function contentOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
