/** The documents of a shell with a folder of its own, where a person answers as told and the session only notes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileIdentity } from '../../../../main/files/identity'
import { Documents } from '../../../../main/shell/documents/documents'
import { readScenarioFile, type ScenarioFile } from '../../../../main/shell/documents/scenario-file'
import { type CaptureRead, readCaptureFile } from '../../../../main/shell/reading/capture'
import { readBackHere } from '../../../../main/shell/reading/read-back'
import { SettingsFile } from '../../../../main/shell/settings'
import type { CommandResult, ImportOptions, Theme } from '../../../../preload/contract'
import { Person } from '../person'

interface Info {
  title: string
  path: string | null
  recent: string[]
  theme: Theme
}

interface Session {
  dirty: boolean
  revision: number
  info: Info | null
  toScenarioText(): string
  toRecordingText(): string
  markSaved(revision?: number): void
  markUnsaved(): void
  setDocument(info: Info): void
}

export const SCENARIO = { trimline: 1, name: 'mine', app: { effects: [{ name: 'Glow', resources: [] }] } }

export class DocumentsRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'trimline-documents-'))
  readonly person = new Person()
  readonly settings = new SettingsFile(join(this.folder, 'settings.json'))
  readonly session: Session = {
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
  readonly started: { effects: string[]; info: Info }[] = []
  readonly remembered: string[] = []
  /** the person cancels what takes long to open */
  givesUp = false
  givenUp = 0
  /** what is left of it is gone */
  left: Promise<void> = Promise.resolve()
  /** instead of reading the file at once */
  capture: ((options: ImportOptions) => Promise<CaptureRead | null>) | null = null
  reading: Promise<ScenarioFile | null> | null = null
  /** what was to be written for Perfetto, and what comes of it */
  readonly traces: [path: string, recording: string][] = []
  trace: Promise<CommandResult | null> = Promise.resolve({ ok: true, message: 'Saved it' })
  /** instead of reading it back here, at once */
  check: Promise<string | null> | null = null
  documents = this.create(null)

  /** To be called when the test is over. */
  remove(): void {
    rmSync(this.folder, { recursive: true })
  }

  /** @param start instead of one that is built at once */
  create(path: string | null, opened?: FileIdentity, start?: () => Promise<boolean>): Documents {
    let giveUp: (built: boolean) => void = () => {}
    return new Documents({
      dialogs: this.person,
      settings: this.settings,
      session: () => this.session,
      own: () => this.session,
      start: (scenario, info) => {
        this.started.push({ effects: scenario.app.effects.map((effect) => effect.name), info })
        if (start === undefined) return Promise.resolve(!this.givesUp)
        return Promise.race([
          start(),
          new Promise<boolean>((resolve) => {
            giveUp = resolve
          }),
        ])
      },
      read: (from) => this.reading ?? Promise.resolve(readScenarioFile(from)),
      readCapture: (path, options) => this.capture?.(options) ?? readCaptureFile(path, options),
      writeTrace: (to, recording) => {
        this.traces.push([to, recording])
        return this.trace
      },
      readBack: (text, what) => this.readBack(text, what),
      giveUp: () => {
        this.givenUp++
        giveUp(false)
      },
      left: () => this.left,
      remember: (remember) => this.remembered.push(remember),
      path,
      ...(opened === undefined ? {} : { opened }),
      theme: 'system',
    })
  }

  readBack(text: string, what: string): Promise<string | null> {
    return this.check ?? new Promise((ended) => readBackHere(text, what, ended))
  }

  /** Makes a file in the folder. @returns its path */
  file(name: string, content: unknown): string {
    const path = join(this.folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
}
