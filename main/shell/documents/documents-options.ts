/** What the project as a file needs of the app: dialogs, the session, what is read, written and told elsewhere. */
import type { CommandResult, ImportOptions, Theme } from '../../../preload/contract'
import type { FileIdentity } from '../../files/identity'
import type { DocumentInfo } from '../../session/frames/project-view'
import type { LiveSession } from '../../session/live-session'
import type { Scenario } from '../../session/scenario'
import type { CaptureRead } from '../reading/capture'
import type { SettingsFile } from '../settings'
import type { Dialogs } from './dialogs'
import type { ScenarioFile } from './scenario-file'

type DocumentSession = Pick<
  LiveSession,
  'dirty' | 'revision' | 'toScenarioText' | 'toRecordingText' | 'markSaved' | 'markUnsaved' | 'setDocument'
>

export interface DocumentsOptions {
  dialogs: Dialogs
  settings: SettingsFile
  /** that is shown: of a lesson too, which is no document */
  session: () => DocumentSession
  /** of the project, which is saved and asked about */
  own: () => DocumentSession
  /**
   * Replaces the running session, when the scenario's system is built.
   * @returns false when the person gave up: the session before goes on
   */
  start: (scenario: Scenario, document: DocumentInfo) => Promise<boolean>
  /** another project has taken the place of what was shown */
  started?: () => void
  /** gives up what `read` is reading or `start` is building: they answer null and false then */
  giveUp?: () => void
  /** done when nothing is left of what was given up */
  left?: () => Promise<void>
  /**
   * Reads a project; what takes long shows that it is being read.
   * @returns null when the person gave up
   */
  read: (path: string) => Promise<ScenarioFile | null>
  /**
   * Makes a scenario of a recording of another program, which shows that it is being read.
   * @returns null when the person gave up
   */
  readCapture: (path: string, options: ImportOptions) => Promise<CaptureRead | null>
  /**
   * Runs a recording again and writes it for Perfetto, which shows how far it is.
   * @param recording text of its file
   * @returns null when the person gave up
   */
  writeTrace: (path: string, recording: string) => Promise<CommandResult | null>
  /** tells the operating system's list of recent documents */
  remember: (path: string) => void
  path: string | null
  /** which content that file had when it was read; absent: it was not read here */
  opened?: FileIdentity
  /** what the interface shows now; differs from the settings when given on the command line */
  theme: Theme
  /** what else the page is told of the app */
  beside?: (replaced: boolean) => Partial<DocumentInfo>
  /**
   * Reads a text back before it is saved; what takes long is read beside the app.
   * @param what it is, for messages: "project", "recording"
   * @returns null when it can be opened again; else why nothing is to be written, and what to do
   */
  readBack: (text: string, what: string) => Promise<string | null>
  /**
   * The project is about to be written: what is kept of it is to be the same, should the app die in the middle.
   * @param text of the project's `revision`, which has been read back
   */
  saving?: (text: string, revision: number) => void
  /** nothing is unsaved from now on */
  saved?: () => void
}
