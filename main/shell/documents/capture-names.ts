/** Recordings of other programs by their names: what is in them is looked at when they are read (LB-19). */
import { extname } from 'node:path'
import { CAPTURE_EXTENSIONS } from '../../../preload/contract'

const DOTTED: ReadonlySet<string> = new Set(CAPTURE_EXTENSIONS.map((extension) => `.${extension}`))

/** Whether a file is called like one. */
export function isCaptureName(path: string): boolean {
  return DOTTED.has(extname(path).toLowerCase())
}
