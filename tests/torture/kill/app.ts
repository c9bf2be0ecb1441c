/**
 * The main process's own documents, session, autosave and writer without a window: what a kill hits. Its times are
 * shortened, so that a drill takes a second instead of a minute.
 */
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { DocumentInfo } from '../../../main/session/frames/project-view'
import { LiveSession } from '../../../main/session/live-session'
import type { Dialogs } from '../../../main/shell/documents/dialogs'
import { Documents } from '../../../main/shell/documents/documents'
import { readScenarioFile } from '../../../main/shell/documents/scenario-file'
import { HotExit } from '../../../main/shell/hot-exit/hot-exit'
import { RecoveryFolder } from '../../../main/shell/hot-exit/recovery-folder'
import { Notices } from '../../../main/shell/notices'
import { readCaptureFile } from '../../../main/shell/reading/capture'
import { readBackHere } from '../../../main/shell/reading/read-back'
import { SettingsFile } from '../../../main/shell/settings'

/** 2 s and 28 s of the app */
const TIMES = { pause: 100, longest: 2000 }
/** 30 s of the app, and what a write may take that a busy machine slows down, ms; the time that it lets a process wait is beside this */
export const NOT_OLDER_THAN = 2150 + 350

/** Nobody is asked anything. */
const NOBODY: Dialogs = {
  open: async () => null,
  save: async () => null,
  unsaved: async () => 'discard',
  exporting: async () => true,
  changed: async () => 'cancel',
  error: async () => {},
  imported: async () => 'done',
}

export interface App {
  session: () => LiveSession
  documents: Documents
  hotExit: HotExit
  notices: Notices
}

/** Starts as the app does with a project. @throws Error when the project cannot be read */
export function startApp(userData: string, path: string): App {
  const file = readScenarioFile(path)
  if (!file.ok) throw new Error(file.message)
  const now = (): number => performance.now()
  const create = (scenario: typeof file.scenario, document: DocumentInfo): LiveSession =>
    new LiveSession({ scenario, document, wallMs: now, publish: () => {} })
  let session: LiveSession
  const documents: Documents = new Documents({
    dialogs: NOBODY,
    settings: new SettingsFile(join(userData, 'settings.json')),
    session: () => session,
    own: () => session,
    start: async (scenario, document) => {
      session = create(scenario, document)
      return true
    },
    read: async (from) => readScenarioFile(from),
    readCapture: readCaptureFile,
    writeTrace: () => Promise.resolve(null),
    remember: () => {},
    path,
    opened: file.identity,
    theme: 'system',
    readBack: (text, what) => new Promise((ended) => readBackHere(text, what, ended)),
    saving: (text, revision) => hotExit.keepChecked(text, revision),
    saved: () => hotExit.look(),
  })
  session = create(file.scenario, documents.info)
  const notices = new Notices(() => {})
  const hotExit: HotExit = new HotExit({
    folder: new RecoveryFolder(join(userData, 'recovery')),
    keeps: true,
    offers: true,
    session: () => session,
    document: () => documents.identity,
    readBack: readBackHere,
    replace: (scenario, as) => documents.replace(scenario, as),
    notices,
    changed: () => {},
    now,
    clock: Date.now,
    times: TIMES,
  })
  hotExit.start()
  hotExit.look()
  return { session: () => session, documents, hotExit, notices }
}
