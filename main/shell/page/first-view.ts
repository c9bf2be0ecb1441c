/** What the page shows before the session sends its first frame: the page that the window opens with brings it along. */
import { readdirSync } from 'node:fs'
import type { FirstView, Theme } from '../../../preload/contract'
// not of the whole: this is read before the window opens
import { FIRST_VIEW } from '../../../preload/contract/views/project'
import { isForBrowsing, type LaunchOptions } from '../options'
import type { SettingsFile } from '../settings'

/**
 * @param recovery folder of what an app that died has left behind: where there is something, that comes first, and the
 *   session says what it is
 */
export function firstView(
  launch: LaunchOptions,
  { value }: Pick<SettingsFile, 'value'>,
  theme: Theme,
  recovery: string,
): FirstView {
  const { startPage, recent } = value
  const opensStart = isForBrowsing(launch) && startPage && isEmpty(recovery)
  return { theme, recent: [...recent], ...(opensStart ? { start: { atStart: true } } : {}) }
}

/** @returns the page's text, which has a place for it, with the view in it */
export function withFirstView(page: string, view: FirstView): string {
  const place = `<meta name="${FIRST_VIEW}" content="`
  return page.replace(place, () => place + quoted(JSON.stringify(view)))
}

/** As an attribute has it: names of files may have any characters. */
function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    // never made; what cannot be read is the session's to tell
    return true
  }
}
