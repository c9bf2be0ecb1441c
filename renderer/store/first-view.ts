/** What the page was served with, for before the first frame. */
import { FIRST_VIEW, type FirstView } from '../../preload/contract'

/** @returns null: the page is loaded again, or comes from the development server; the first frame says all */
export function firstView(page: Document): FirstView | null {
  const written = page.querySelector<HTMLMetaElement>(`meta[name="${FIRST_VIEW}"]`)?.content ?? ''
  return written === '' ? null : (JSON.parse(written) as FirstView)
}
