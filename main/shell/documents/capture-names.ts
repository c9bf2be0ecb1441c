/** Recordings of other programs by their names: what is in them is looked at when they are read (LB-19). */
import { basename, extname } from 'node:path'
import { CAPTURE_EXTENSIONS } from '../../../preload/contract'

const DOTTED: ReadonlySet<string> = new Set(CAPTURE_EXTENSIONS.map((extension) => `.${extension}`))

/** Whether a file is called like one. */
export function isCaptureName(path: string): boolean {
  return DOTTED.has(extname(path).toLowerCase())
}

/** What says only of which kind a recording is, and that it is packed. */
const ENDING = new RegExp(
  `(?:\\.sets)?(?:\\.(?:${CAPTURE_EXTENSIONS.filter((one) => one !== 'gz').join('|')}))?(?:\\.gz)?$`,
  'i',
)

/** What a project is called that a recording became: the file's name without the folder and the kind. */
export function captureTitle(path: string): string {
  const name = basename(path)
  return name.replace(ENDING, '') || name
}
