import { useEffect, useState } from 'react'
import type { ClipSpec } from '../../../preload/contract'
import { keepPixels, type Pixels, stillPixels } from '../../store/stills'
import { send, toast, useStore } from '../../store/store'
import type { Placing } from '../../store/tabs/timeline'
import { placingAt } from '../timeline/placing'
import { clipName, isDump, kindOf, TOLD_WITHIN } from './dropped'
import { durationOf, VideoPixels } from './video'
import './drop.css'

/** texels of the longer side that a picture keeps of its own for the Preview */
const MOST_SHOWN = 1920
/** texels of a side that a clip can have */
const MOST_TEXELS = 16_384
/** µs of a picture on the timeline */
const STILL_LENGTH = 5_000_000
/** ms that a video has to tell what it is */
const PATIENCE = 10_000

/** On the timeline, where a clip begins; µs. */
type Place = Pick<Placing, 'start' | 'track'>

interface Decoded {
  width: number
  height: number
  /** µs */
  length: number
  pixels: Pixels
}

async function scaled(source: ImageBitmapSource, width: number, height: number): Promise<ImageBitmap> {
  const share = Math.min(1, MOST_SHOWN / Math.max(width, height))
  return createImageBitmap(source, {
    resizeWidth: Math.max(1, Math.round(width * share)),
    resizeHeight: Math.max(1, Math.round(height * share)),
    resizeQuality: 'high',
  })
}

async function decodedPicture(file: File): Promise<Decoded> {
  const whole = await createImageBitmap(file)
  const { width, height } = whole
  const picture = await scaled(whole, width, height)
  whole.close()
  return { width, height, length: STILL_LENGTH, pixels: stillPixels(picture) }
}

/** Its size, its length and its first frame; the others are decoded when they are to be seen. */
async function decodedVideo(file: File): Promise<Decoded> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  const address = URL.createObjectURL(file)
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('it could not be decoded in time')), PATIENCE)
      const end = (then: () => void) => () => {
        clearTimeout(late)
        then()
      }
      video.addEventListener('loadeddata', end(resolve), { once: true })
      video.addEventListener(
        'error',
        end(() => reject(new Error('the platform cannot decode it'))),
        { once: true },
      )
      video.src = address
    })
    const duration = await durationOf(video, PATIENCE)
    const { videoWidth: width, videoHeight: height } = video
    if (!Number.isFinite(duration) || width === 0) throw new Error('it has no picture, or no end')
    const copy = (): Promise<ImageBitmap> => scaled(video, width, height)
    const pixels = new VideoPixels(video, address, await copy(), copy)
    return { width, height, length: Math.max(STILL_LENGTH / 100, Math.round(duration * 1e6)), pixels }
  } catch (error) {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
    throw error
  }
}

/** @param place where it was dropped on the timeline, null: beside it @returns where the next one follows */
async function importFile(file: File, as: 'picture' | 'video', place: Place | null): Promise<Place | null> {
  const taken = useStore.getState().view.effects.map((effect) => effect.name)
  const name = clipName(file.name, taken)
  try {
    const { width, height, length, pixels } = as === 'picture' ? await decodedPicture(file) : await decodedVideo(file)
    if (width > MOST_TEXELS || height > MOST_TEXELS) {
      pixels.close()
      throw new Error(`found ${width} × ${height} texels, expected at most ${MOST_TEXELS} a side`)
    }
    // a picture is one frame, however long it is shown
    const clip: ClipSpec = { name, width, height, length, ...(as === 'picture' ? { frames: 1, thumbnails: 1 } : {}) }
    const at = place === null ? { track: 1 } : { track: place.track, at: place.start }
    const { ok } = await send({ kind: 'importClip', ...at, ...clip })
    if (ok) keepPixels(name, pixels)
    else pixels.close()
    return place === null ? null : { ...place, start: place.start + (ok ? length : 0) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    toast('error', `${file.name} was not imported: ${reason}.`)
    return place
  }
}

async function openFile(file: File): Promise<void> {
  const dump = isDump(await file.slice(0, TOLD_WITHIN).text())
  const result = await window.trimline.openDropped(file, dump ? 'dump' : 'project')
  if (!result.ok && result.cancelled !== true) toast('error', result.message)
}

async function take(files: readonly File[], dropped: Place | null): Promise<void> {
  let place = dropped
  for (const file of files) {
    const kind = kindOf(file)
    if (kind.as === 'nothing') toast('error', kind.because)
    else if (kind.as === 'json') await openFile(file)
    else place = await importFile(file, kind.as, place)
  }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Files from outside may be dropped anywhere: pictures and videos become clips, .json files are opened. */
export function DropTarget() {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      // how long it is is not known yet: its start alone snaps
      void take([...(event.dataTransfer?.files ?? [])], placingAt('', 0, event))
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  if (!over) return null
  return (
    <div className="drop-target" role="status">
      Drop pictures and videos to make clips of them, a .json scenario, project or dump to open it
    </div>
  )
}
