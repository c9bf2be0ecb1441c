/** How a project is named in the window's title and in dialogs. */
import { basename } from 'node:path'
import { shownValue } from '../../session/scenario'

const UNTITLED = 'Untitled'

/** The file's name without the folder and `.json`. */
export function nameOf(path: string | null): string {
  if (path === null) return UNTITLED
  const name = basename(path)
  return name.replace(/\.(json|trimline)$/i, '') || name
}

/** `● name – Trimline` with unsaved changes. */
export function documentTitle(name: string, dirty: boolean): string {
  return `${dirty ? '● ' : ''}${shownValue(name)} – Trimline`
}
