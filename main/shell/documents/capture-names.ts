/** Recordings of other programs by their names: what is in them is looked at when they are read (LB-19). */
import { extname } from 'node:path'

/** A packed one ends with that of the packer. */
export const CAPTURE_EXTENSIONS = ['rmv', 'etl', 'gz', 'jsonl'] as const

const DOTTED: ReadonlySet<string> = new Set(CAPTURE_EXTENSIONS.map((extension) => `.${extension}`))

/** Whether a file is called like one. */
export function isCaptureName(path: string): boolean {
  return DOTTED.has(extname(path).toLowerCase())
}
