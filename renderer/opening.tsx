/**
 * What the window shows before any script of the page has run: what React is about to show, as it is written into the page
 * when the app is built (scripts/lib/opening.mjs). It cannot be pressed yet; the app takes its place, the same to look at.
 */
import { renderToStaticMarkup } from 'react-dom/server'
import { OPENING, RECENT_PROJECT } from '../preload/contract'
import { OpenStart } from './editor/guide/start'
import { Ground } from './ground'

/**
 * HTML with the places that main/shell/page/first-view.ts fills.
 * @param editor links to what that consists of
 * @returns `links` for the head of the page, and what it shows
 */
export function opening(editor: string): { links: string; shown: string } {
  const start = renderToStaticMarkup(<OpenStart start={{ atStart: true }} recent={[RECENT_PROJECT]} />)
    // a switch has one beside it until it has found that it is in no form
    .replace(/<input [^>]*>/, '')
  // the content security policy allows none
  if (start.includes(' style=')) throw new Error('the start page has styles of its own')
  const shown = renderToStaticMarkup(<Ground />) + between(OPENING.start, withPlaces(start))
  return { links: between(OPENING.editor, editor), shown }
}

function withPlaces(start: string): string {
  const list = /<ul class="start-recent".*?<\/ul>/.exec(start)?.[0]
  if (list?.includes(RECENT_PROJECT) !== true) throw new Error('found no list of recent projects on the start page')
  // the platform shows an open dialog without a script, if not over the rest: see opening.css
  return start.replace('<dialog ', '<dialog open ').replace(list, () => between(OPENING.recent, list))
}

function between(name: string, html: string): string {
  return `<!--${name}-->${html}<!--/${name}-->`
}
