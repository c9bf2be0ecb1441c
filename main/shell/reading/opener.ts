/**
 * What takes long to read or to build is opened beside the session that runs, which shows how far it is, and where the
 * person can give it up.
 */
import { basename } from 'node:path'
import type { CommandResult, ImportOptions } from '../../../preload/contract'
import type { LiveSession } from '../../session/live-session'
import type { WatchedSystem } from '../../session/run/watched-system'
import type { Scenario } from '../../session/scenario'
import { nameOf } from '../documents/document-title'
import { readScenarioFile, type ScenarioFile } from '../documents/scenario-file'
import { type CaptureRead, startImporting } from './capture'
import { startExporting } from './perfetto'
import { startReadBack } from './read-back'
import { isLarge, type Reading, type ReadingProcess, startReading } from './reader'

/** ms for which a process that is given up has time to remove what it has begun to write */
const LEAVING_MS = 3_000

/** What this needs of the app. */
export interface OpenerPort {
  /** that runs now */
  session(): LiveSession
  /** the session is moved on from now on; it may have failed before */
  moveOn(): void
  /** starts a process that reads */
  startProcess(): ReadingProcess
  /** @returns what takes it back */
  after(ms: number, run: () => void): () => void
}

export class Opener {
  /** a process that was given up, until nothing is left of what it had begun to write; null: there is none */
  private leaving: Promise<void> | null = null

  constructor(private readonly port: OpenerPort) {}

  /** Something that was given up has not removed yet what it had begun to write. */
  get isLeaving(): boolean {
    return this.leaving !== null
  }

  /** @returns done when nothing is left of what was given up */
  async left(): Promise<void> {
    await this.leaving
  }

  /** A large project is read beside the app, which goes on drawing. @returns null when the person gave up */
  read(path: string): Promise<ScenarioFile | null> {
    if (!isLarge(path)) return Promise.resolve(readScenarioFile(path))
    return this.readBeside(nameOf(path), (ended) => startReading(path, this.port.startProcess, ended))
  }

  /** A recording of another program (LB-19). @param options what is wanted of it @returns null when the person gave up */
  readCapture(path: string, options: ImportOptions): Promise<CaptureRead | null> {
    return this.readBeside(basename(path), (ended) => startImporting({ path, options }, this.port.startProcess, ended))
  }

  /**
   * The whole of a run, for Perfetto, beside the app.
   * @param recording text of its file
   * @returns null when the person gave up
   */
  writeTrace(path: string, recording: string): Promise<CommandResult | null> {
    const { opening } = this.port.session()
    return new Promise((ended) => {
      let writing: Reading | null = null
      const progress = opening.showExporting(basename(path), () => {
        if (writing !== null) this.leave(writing)
        ended(null)
      })
      writing = startExporting({ kind: 'export', path, recording }, this.port.startProcess, {
        progress,
        ended: (exported) => {
          opening.end()
          ended(exported)
        },
      })
      this.port.moveOn()
    })
  }

  /** What is about to be saved; the session goes on meanwhile. @see startReadBack */
  readBack(text: string, what: string, ended: (problem: string | null) => void): Reading {
    return startReadBack(text, what, this.port, ended)
  }

  /** Built by the session that runs, in its slices. @returns null when the person gave up */
  build(title: string, scenario: Scenario): Promise<WatchedSystem | null> {
    const { opening } = this.port.session()
    const built = new Promise<WatchedSystem | null>((ended) => opening.open(title, scenario, ended))
    this.port.moveOn()
    return built
  }

  /** It has time to remove what it has begun to write, and is ended then. */
  private leave(writing: Reading): void {
    const leaving = new Promise<void>((done) => {
      const stopWaiting = this.port.after(LEAVING_MS, () => {
        writing.kill()
        done()
      })
      writing.cancel(() => {
        stopWaiting()
        done()
      })
    }).then(() => {
      if (this.leaving === leaving) this.leaving = null
    })
    this.leaving = leaving
  }

  private readBeside<Result>(
    title: string,
    start: (ended: (result: Result) => void) => Reading,
  ): Promise<Result | null> {
    const { opening } = this.port.session()
    return new Promise((ended) => {
      let reading: Reading | null = null
      opening.showReading(title, () => {
        reading?.cancel()
        ended(null)
      })
      reading = start((result) => {
        opening.end()
        ended(result)
      })
      this.port.moveOn()
    })
  }
}
