/** The file of a project, and what the project is called by it. */
import type { FileIdentity } from '../../files/identity'
import { nameOf } from './document-title'

/** Where the project lies. */
export interface DocumentFile {
  path: string | null
  /** as it was last read or written here; null: there is none, or nothing is known of it */
  known: FileIdentity | null
  /** what the project is called while it has no file [it has no name] */
  title?: string
}

export const NO_FILE: DocumentFile = { path: null, known: null }

/** The file's name without the folder and `.json`, or the title where there is no file. */
export function nameOfFile({ path, title }: DocumentFile): string {
  return path === null && title !== undefined ? title : nameOf(path)
}
