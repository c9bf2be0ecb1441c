/** Memory dumps as files: what the session writes is saved, and what others have written is opened in it (DF-23). */
import { basename, dirname } from 'node:path'
import type { CommandResult } from '../../../preload/contract'
import { MAX_DUMP_BYTES } from '../../session/dump/decode'
import { layoutOf } from '../../session/dump/layout'
import type { OpenedDump } from '../../session/dump/opened-dump'
import { readDump } from '../../session/dump/read-dump'
import { dumpView } from '../../session/dump/view'
import type { LiveSession } from '../../session/live-session'
import { problemsToText } from '../../session/scenario'
import type { Dialogs } from './dialogs'
import type { Documents } from './documents'
import { CANCELLED, readWhole, writeWhole } from './files'

/** The running session, as far as it has to do with dumps. */
type DumpSession = Pick<LiveSession, 'dumpText' | 'openDump'>

export interface DumpFilesOptions {
  dialogs: Pick<Dialogs, 'open'>
  session: () => DumpSession
  /** one dialog at a time, over all files; and where to save what is not the project */
  documents: Pick<Documents, 'name' | 'alone' | 'whereBeside'>
  /** brings what shows dumps to the front */
  show: () => void
}

export class DumpFiles {
  readonly #options: DumpFilesOptions
  /** of the last dump; null: the dialog's own choice */
  #folder: string | null = null

  constructor(options: DumpFilesOptions) {
    this.#options = options
  }

  /** The state at the moment of the answer to where, as the simulation goes on meanwhile. */
  save(): Promise<CommandResult> {
    const { documents, session } = this.#options
    return documents.alone(async () => {
      const path = await documents.whereBeside('dump', `${documents.name}.d3d12ma.json`)
      return typeof path === 'string' ? writeWhole(path, session().dumpText()) : path
    })
  }

  /** @param path the file; null: ask for it. A malformed one changes nothing. */
  open(path: string | null): Promise<CommandResult> {
    return this.#options.documents.alone(async () => {
      const chosen = path ?? (await this.#options.dialogs.open('dump', this.#folder))
      if (chosen === null) return CANCELLED
      this.#folder = dirname(chosen)
      const read = readDumpFile(chosen)
      if (!read.ok) return { ok: false, message: `Could not open ${basename(chosen)}.\n${read.message}` }
      this.#options.session().openDump(read.opened)
      this.#options.show()
      return { ok: true }
    })
  }
}

type DumpFile = { ok: true; opened: OpenedDump } | { ok: false; message: string }

/** @returns the dump, or every problem, one a line */
function readDumpFile(path: string): DumpFile {
  const file = readWhole(path, MAX_DUMP_BYTES)
  if (!file.ok) return file
  const read = readDump(file.bytes)
  if (!read.ok) return { ok: false, message: problemsToText(read.problems, path).trimEnd() }
  const layout = layoutOf(read.dump)
  if (layout === null)
    return {
      ok: false,
      message: `${path}: found no memory in DefaultPools and CustomPools; expected at least one block or dedicated allocation, as a dump with its detailed map has them`,
    }
  return { ok: true, opened: { view: dumpView(read.dump, basename(path), path), layout } }
}
