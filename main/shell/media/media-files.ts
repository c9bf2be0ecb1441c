/** Pictures and videos of the project's clips: taken, looked for again when a project is opened, and located anew. */
import { basename, dirname, isAbsolute, join } from 'node:path'
import {
  type CommandResult,
  type MediaFile,
  MOST_MEDIA_BYTES,
  mediaKind,
  type SessionCommand,
  type ShellCommand,
} from '../../../preload/contract'
import { FileError } from '../../files/file-error'
import { fingerprintOf } from '../../files/fingerprint'
import type { Dialogs } from '../documents/dialogs'
import { CANCELLED } from '../documents/files'
import type { MediaShelf } from './media-shelf'
import { mediaTypeOf } from './media-type'

export interface MediaFilesOptions {
  dialogs: Pick<Dialogs, 'open'>
  shelf: Pick<MediaShelf, 'put'>
  /** what the clip's file is; null: it has none, or there is no such clip */
  fileOf: (clip: string) => MediaFile | null
  /** of the project; null: it has no file */
  projectPath: () => string | null
  execute: (command: SessionCommand) => CommandResult
  /** one dialog at a time, over all files */
  alone: (run: () => Promise<CommandResult>) => Promise<CommandResult>
}

export class MediaFiles {
  readonly #options: MediaFilesOptions
  /** paths that a person has chosen in this run */
  readonly #chosen = new Set<string>()

  constructor(options: MediaFilesOptions) {
    this.#options = options
  }

  /** What a person has dropped becomes a clip. */
  take({ kind: _, path, ...clip }: Extract<ShellCommand, { kind: 'importMedia' }>): CommandResult {
    const looked = this.#choose(path)
    return looked.ok ? this.#options.execute({ kind: 'importClip', ...clip, file: looked.file }) : looked
  }

  /** The page may read the clip's file, where that is what it was; else the answer says why not. */
  open(clip: string): CommandResult {
    const { fileOf, projectPath, shelf } = this.#options
    const wanted = fileOf(clip)
    if (wanted === null) return { ok: false, message: `There is no clip "${clip}" that shows a file.` }
    const looked = this.#look(wanted.path)
    const project = projectPath()
    if (looked.ok && looked.file.fingerprint === wanted.fingerprint) {
      shelf.put(looked.file)
      return { ok: true }
    }
    // a project and its media are moved together
    const beside = project === null ? null : this.#look(join(dirname(project), basename(wanted.path)))
    if (beside?.ok === true && beside.file.fingerprint === wanted.fingerprint) {
      shelf.put(beside.file)
      return { ok: true }
    }
    return looked.ok ? { ok: false, message: changed(wanted, looked.file) } : looked
  }

  /** A person chooses another file for the clip. */
  locate(clip: string): Promise<CommandResult> {
    const { alone, dialogs, execute, fileOf } = this.#options
    return alone(async () => {
      const before = fileOf(clip)
      const folder = before === null || !isAbsolute(before.path) ? null : dirname(before.path)
      const path = await dialogs.open('media', folder)
      if (path === null) return CANCELLED
      const looked = this.#choose(path)
      if (!looked.ok) return looked
      const { file } = looked
      if (before !== null && mediaKind(file.type) !== mediaKind(before.type)) {
        const expected = mediaKind(before.type)
        return {
          ok: false,
          message: `${path} is a ${mediaKind(file.type)}; ${clip} shows a ${expected}. Choose a ${expected}.`,
        }
      }
      // it is there again
      if (before?.path === file.path && before.fingerprint === file.fingerprint) return { ok: true }
      return execute({ kind: 'relinkClip', clip, file })
    })
  }

  #choose(path: string): Looked {
    this.#chosen.add(path)
    const looked = this.#look(path)
    if (looked.ok) this.#options.shelf.put(looked.file)
    return looked
  }

  #look(path: string): Looked {
    if (!isAbsolute(path)) return refusal(path, 'is no path of this system')
    // whoever has made the project would learn who opens it
    if (/^[\\/]{2}/.test(path) && !this.#chosen.has(path))
      return refusal(path, 'lies in the network, and nobody has chosen it since Trimline was started')
    try {
      const { beginning, ...known } = fingerprintOf(path, MOST_MEDIA_BYTES.video)
      const type = mediaTypeOf(beginning)
      if (type === null) return refusal(path, 'begins as no picture or video that is known')
      const most = MOST_MEDIA_BYTES[mediaKind(type)]
      if (known.size > most) return refusal(path, `has ${known.size} bytes, a ${mediaKind(type)} at most ${most}`)
      return { ok: true, file: { path, type, ...known } }
    } catch (error) {
      if (error instanceof FileError) return { ok: false, message: error.message }
      throw error
    }
  }
}

/** The page may read what a clip shows, so that it cannot say which file that is. @returns null: it may ask for this */
export function pageRefusal(command: SessionCommand): CommandResult | null {
  const names = command.kind === 'relinkClip' || (command.kind === 'importClip' && command.file !== undefined)
  return names ? { ok: false, message: 'The file of a clip is for a person to choose, with Locate….' } : null
}

type Looked = { ok: true; file: MediaFile } | { ok: false; message: string }

function refusal(path: string, found: string): Looked {
  return { ok: false, message: `${path} ${found}. Locate the file that the clip is to show.` }
}

function changed(wanted: MediaFile, found: MediaFile): string {
  const text = ({ size, modified }: MediaFile): string => `${size} bytes of ${new Date(modified).toISOString()}`
  return `${wanted.path} is another file by now: found ${text(found)}, expected ${text(wanted)}. Locate the right one, or choose this one.`
}
