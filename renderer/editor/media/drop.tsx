import { useEffect, useState } from 'react'
import type { ClipSpec } from '../../../preload/contract'
import { keepPixels } from '../../store/stills'
import { toast, useStore } from '../../store/store'
import type { Placing } from '../../store/tabs/timeline'
import { formatCount } from '../../widgets/format'
import { placingAt } from '../timeline/placing'
import { decodedPicture, decodedVideo, reasonOf, SoundAlone } from './decode'
import {
  beginningOf,
  clipName,
  isDump,
  kindOf,
  notDecoded,
  notInTime,
  notReadable,
  oneAtATime,
  othersNotTaken,
  soundAlone,
  TOLD_WHY,
} from './dropped'
import { Standstill } from './video'
import './drop.css'

/** texels of a side that a clip can have */
const MOST_TEXELS = 16_384
/** On the timeline, where a clip begins; µs. */
type Place = Pick<Placing, 'start' | 'track'>

/** Tells that a file is not taken, and why. */
type Refuse = (because: string) => void

/** @param place where it was dropped on the timeline, null: beside it @returns where the next one follows */
async function importFile(
  file: File,
  as: 'picture' | 'video',
  place: Place | null,
  refuse: Refuse,
): Promise<Place | null> {
  const taken = useStore.getState().view.effects.map((effect) => effect.name)
  const name = clipName(file.name, taken)
  try {
    const { width, height, length, pixels } =
      as === 'picture' ? await decodedPicture(file) : await decodedVideo(URL.createObjectURL(file))
    if (width > MOST_TEXELS || height > MOST_TEXELS) {
      pixels.close()
      const found = `found ${formatCount(width)} × ${formatCount(height)} texels`
      refuse(`${file.name} was not imported: ${found}, expected at most ${formatCount(MOST_TEXELS)} a side.`)
      return place
    }
    // a picture is one frame, however long it is shown
    const clip: ClipSpec = { name, width, height, length, ...(as === 'picture' ? { frames: 1, thumbnails: 1 } : {}) }
    const at = place === null ? { track: 1 } : { track: place.track, at: place.start }
    const result = await window.trimline.importDropped(file, { ...at, ...clip })
    if (!result.ok) {
      pixels.close()
      refuse(result.message)
      return place
    }
    keepPixels(name, pixels)
    return place === null ? null : { ...place, start: place.start + length }
  } catch (error) {
    refuse(refusal(file.name, as, error))
    return place
  }
}

function refusal(name: string, as: 'picture' | 'video', error: unknown): string {
  if (error instanceof SoundAlone) return soundAlone(name)
  if (error instanceof Standstill) return notInTime(name, reasonOf(error))
  return notDecoded(name, as, reasonOf(error))
}

async function openFile(file: File, refuse: Refuse): Promise<void> {
  // of one that cannot be read the app's own reading says why
  const dump = isDump((await beginningOf(file)) ?? '')
  const result = await window.trimline.openDropped(file, dump ? 'dump' : 'project')
  if (!result.ok && result.cancelled !== true) refuse(result.message)
}

/** @param reads tells that a file is being read @returns that it has been */
type Reads = (name: string) => () => void

async function take(files: readonly File[], dropped: Place | null, reads: Reads): Promise<void> {
  let place = dropped
  let refused = 0
  // messages push each other away: whose own would not be seen is named in one
  const others: string[] = []
  const toOpen = files.filter((file) => kindOf(file).as === 'file')
  if (toOpen.length > 1) {
    refused++
    toast('error', oneAtATime(toOpen.map(({ name }) => name)))
  }
  for (const file of files) {
    const refuse: Refuse = (because) => {
      if (++refused > TOLD_WHY) others.push(file.name)
      else toast('error', because)
    }
    const kind = kindOf(file)
    if (kind.as === 'file') {
      if (toOpen.length === 1) await openFile(file, refuse)
    } else if ((await beginningOf(file)) === null) refuse(notReadable(file.name))
    else if (kind.as === 'nothing') refuse(kind.because)
    else {
      const isRead = reads(file.name)
      place = await importFile(file, kind.as, place, refuse).finally(isRead)
    }
  }
  if (others.length > 0) toast('error', othersNotTaken(others))
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Files from outside may be dropped anywhere: pictures and videos become clips, .json files and recordings are opened. */
export function DropTarget() {
  const [over, setOver] = useState(false)
  const [reading, setReading] = useState<readonly string[]>([])
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const reads: Reads = (name) => {
      setReading((names) => [...names, name])
      return () => setReading((names) => names.toSpliced(names.indexOf(name), 1))
    }
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      // how long it is is not known yet: its start alone snaps
      void take([...(event.dataTransfer?.files ?? [])], placingAt('', 0, event), reads)
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
  if (!over)
    return reading.length === 0 ? null : (
      <div className="drop-reading" role="status">
        Reading {reading[0]}…
      </div>
    )
  return (
    <div className="drop-target" role="status">
      Drop pictures and videos to make clips of them, a .json scenario, project or dump or a recording to open it
    </div>
  )
}
