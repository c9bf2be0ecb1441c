/** What the page shows before the session sends its first frame: the page that the window opens with brings it along. */
import { readdirSync } from 'node:fs'
import type { FirstView, Theme } from '../../../preload/contract'
// not of the whole: this is read before the window opens
import { FIRST_VIEW, MOST_RECENT_AT_START, OPENING, RECENT_PROJECT } from '../../../preload/contract/views/project'
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
  return {
    theme,
    recent: [...recent],
    ...(opensStart ? { start: { atStart: true } } : {}),
    ...(showsAtOnce(launch) ? {} : { unseen: true }),
  }
}

/**
 * @param page as it is built, see OPENING of the contract
 * @param view null: of a page that is loaded again, which the session tells all
 * @returns the page with what it shows first, and with the view for the script that takes it over
 */
export function withFirstView(page: string, view: FirstView | null): string {
  const recent = view?.recent.slice(0, MOST_RECENT_AT_START) ?? []
  const shown = filled(page, OPENING.start, (questions) =>
    view?.start === undefined
      ? ''
      : filled(questions, OPENING.recent, (list) => (recent.length === 0 ? '' : withEntries(list, recent))),
  )
  // the page of questions is seen and answers before anything of the editor is fetched
  const linked = filled(shown, OPENING.editor, (links) => (view?.start === undefined ? links : ''))
  if (view === null) return linked
  const { unseen, ...told } = view
  const theme = view.theme === 'system' ? '' : `data-theme="${view.theme}" `
  const root = linked.replace('<html ', `<html ${theme}${unseen === true ? 'data-unseen ' : ''}`)
  const place = `<meta name="${FIRST_VIEW}" content="`
  return root.replace(place, () => place + quoted(JSON.stringify(told)))
}

/** @returns the text with what the place of that name holds, where it has one */
function filled(text: string, name: string, fill: (content: string) => string): string {
  const [begin, end] = [`<!--${name}-->`, `<!--/${name}-->`]
  const at = text.indexOf(begin)
  const until = text.indexOf(end, at)
  if (at < 0 || until < 0) return text
  return text.slice(0, at) + fill(text.slice(at + begin.length, until)) + text.slice(until + end.length)
}

function withEntries(list: string, paths: readonly string[]): string {
  return list.replace(/<li>.*<\/li>/, (entry) =>
    paths.map((path) => entry.replaceAll(RECENT_PROJECT, () => quoted(path))).join(''),
  )
}

/** As an attribute has it: names of files may have any characters. */
function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** @returns whether the window is shown as soon as it is painted: a scenario that is none is said before anything is seen */
export function showsAtOnce({ scenario }: Pick<LaunchOptions, 'scenario'>): boolean {
  return scenario === null
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    // never made; what cannot be read is the session's to tell
    return true
  }
}
