/** Clips and the files that they show: read when a project is opened, when they are relinked, and when a file is there again. */
import {
  type ClipFileView,
  type CommandResult,
  type EffectView,
  MEDIA_FOLDER,
  mediaKind,
} from '../../../preload/contract'
import { dropPixels, keepPixels, type Pixels, pixelsOf } from '../../store/stills'
import { setOffline, useStore } from '../../store/store'
import { slate } from '../preview/slate'
import { decodedVideo, pictureAt, reasonOf } from './decode'
import { Standstill } from './video'

/** What of the window is used. */
export interface LinkPort {
  /** the main process looks at the file of the clip */
  open(clip: string): Promise<CommandResult>
  decode(file: ClipFileView): Promise<Pixels>
  /** what is seen in place of a clip's own picture */
  slate(words: string, file: string): Pixels
}

export const BY_WINDOW: LinkPort = {
  open: (clip) => window.trimline.send({ kind: 'openMedia', clip }),
  decode: async ({ type, fingerprint }) => {
    const address = `${MEDIA_FOLDER}${fingerprint}`
    return (await (mediaKind(type) === 'picture' ? pictureAt(address) : decodedVideo(address))).pixels
  },
  slate,
}

type Clips = readonly Pick<EffectView, 'name' | 'clip'>[]

export class MediaLinks {
  /** what each clip shows, or is to show */
  private readonly known = new Map<string, ClipFileView>()
  /** which look is the newest */
  private readonly looks = new Map<string, object>()
  private document = 0

  constructor(private readonly port: LinkPort) {}

  /** @param document that they are of, as the store counts them */
  follow(document: number, effects: Clips): void {
    if (document !== this.document) this.forget()
    this.document = document
    for (const { name, clip } of effects) {
      if (clip === undefined) continue
      const before = this.known.get(name)
      if (clip.file === undefined) {
        if (before !== undefined) this.unlink(name)
      } else if (before?.fingerprint !== clip.file.fingerprint || pixelsOf(name) === undefined)
        void this.look(name, clip.file, before === undefined)
    }
    // where its clip comes again, its file is looked for again
    for (const name of Object.keys(useStore.getState().offline))
      if (!effects.some((effect) => effect.name === name)) this.unlink(name)
  }

  /** What it shows is lost, or does not come: its file may have gone. Also of what came with it, from a drop. */
  async heed(clip: string): Promise<void> {
    const file = this.known.get(clip)
    const pixels = pixelsOf(clip)
    // the session has not told of it yet
    if (file === undefined || pixels === undefined) return
    const answer = await this.port.open(clip).catch((error: unknown) => failure(error))
    if (this.known.get(clip) !== file || pixelsOf(clip) !== pixels) return
    if (!answer.ok) this.lose(clip, file, answer.message)
    else if (pixels.isLost === true) this.lose(clip, file, `${file.name} cannot be read any more. Locate it.`)
  }

  /** Its file may be there again. */
  retry(clip: string): void {
    const file = this.known.get(clip)
    if (file !== undefined) void this.look(clip, file, false)
  }

  /** All that are offline. */
  retryAll(): void {
    for (const clip of Object.keys(useStore.getState().offline)) this.retry(clip)
  }

  private forget(): void {
    this.known.clear()
    this.looks.clear()
    for (const clip of Object.keys(useStore.getState().offline)) setOffline(clip, null)
  }

  private unlink(clip: string): void {
    this.known.delete(clip)
    this.looks.delete(clip)
    setOffline(clip, null)
    dropPixels(clip)
  }

  /** @param isNew it may have come with its pixels, from a drop */
  private async look(clip: string, file: ClipFileView, isNew: boolean): Promise<void> {
    const look = {}
    this.known.set(clip, file)
    this.looks.set(clip, look)
    const isNewest = (): boolean => this.looks.get(clip) === look
    if (isNew && pixelsOf(clip) !== undefined) return pixelsOf(clip)?.isLost === true ? this.heed(clip) : undefined
    const waiting = pixelsOf(clip) === undefined ? this.port.slate('Reading', file.name) : null
    if (waiting !== null) keepPixels(clip, waiting)
    const answer = await this.port.open(clip).catch((error: unknown) => failure(error))
    // with its pixels, from a drop, since then
    const hasCome = (): boolean => isNew && pixelsOf(clip) !== waiting
    if (!isNewest() || hasCome()) return
    if (!answer.ok) return this.lose(clip, file, answer.message)
    try {
      const pixels = await this.port.decode(file)
      if (!isNewest() || hasCome()) return pixels.close()
      setOffline(clip, null)
      keepPixels(clip, pixels)
    } catch (error) {
      if (isNewest() && !hasCome()) this.lose(clip, file, notShown(file.name, error))
    }
  }

  private lose(clip: string, file: ClipFileView, because: string): void {
    keepPixels(clip, this.port.slate('Media offline', file.name))
    setOffline(clip, { file: file.name, because })
  }
}

function notShown(name: string, error: unknown): string {
  const help =
    error instanceof Standstill ? 'Locate it again when the computer is less busy.' : 'Locate a file that can.'
  return `${name} cannot be shown: ${reasonOf(error)}. ${help}`
}

function failure(error: unknown): Extract<CommandResult, { ok: false }> {
  return { ok: false, message: error instanceof Error ? error.message : String(error) }
}
