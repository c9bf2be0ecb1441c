/**
 * F6 and Shift+F6 go from pane to pane, as in other programs: Tab alone passes every control of each on its way. What a pane
 * is says its own element; their order in the page is that on the screen.
 */
import { isShown } from './kept-focus'
import { CONTROL, isChord } from './keyboard'

/** Also as the list of shortcuts says them. `by`: how many panes further */
export const PANE_SHORTCUTS = {
  next: { keys: 'F6', does: 'On to the next part of the window', by: 1 },
  previous: { keys: 'Shift+F6', does: 'Back to the part before', by: -1 },
} as const

const PANE = '[data-pane]'

/** What Tab comes to. */
const STOPS = `:is(${CONTROL}, [tabindex]):not([tabindex="-1"]):not(:disabled)`

/** What can be come back to: also one of a group that Tab passes, but no heading that has the focus when its pane opens. */
const PLACES = `${CONTROL}, [role][tabindex], [tabindex]:not([tabindex="-1"])`

/** A tab that has the focus is shown: to come back to one that was left for another by a button would take that away. */
const LEFT = '[role="tab"][aria-selected="false"]'

/** As the table writes it. */
function keysOf(event: KeyboardEvent): string | null {
  if (isChord(event)) return null
  return event.shiftKey ? `Shift+${event.key}` : event.key
}

/** What keeps the focus to itself: a modal dialog, or an open menu. */
function isHeld(page: Document): boolean {
  return page.querySelector('dialog[open]') !== null || page.activeElement?.closest('[role="menu"]') != null
}

/** The panes from the one beside where the focus is, all the way round; without the one that has it. */
function panesFrom(page: Document, by: 1 | -1): Element[] {
  const panes = [...page.querySelectorAll(PANE)]
  const at = page.activeElement ?? page.body
  const own = panes.findIndex((pane) => pane.contains(at))
  // between two of them, on the edge by which they are made larger, or nowhere
  const passed = panes.filter((pane) => pane.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING).length
  const after = own === -1 ? passed : own + 1
  const before = own === -1 ? passed : own
  const others = [...panes.slice(after), ...panes.slice(0, before)]
  return by === 1 ? others : others.reverse()
}

/** Follows the keys until the returned function is called. */
export function followPaneKeys(page: Document): () => void {
  /** by pane: what had the focus last */
  const last = new WeakMap<Element, Element>()
  const onFocus = ({ target }: FocusEvent): void => {
    const pane = target instanceof Element ? target.closest(PANE) : null
    // a pane as a whole is clicked, and is no place to go on from
    if (pane === null || !(target instanceof Element) || target === pane) return
    if (target.matches(PLACES)) last.set(pane, target)
  }
  /** @returns whether something in it has the focus now: what is shown may still refuse it */
  const enter = (pane: Element): boolean => {
    const had = last.get(pane)
    const isPlace = had !== undefined && pane.contains(had) && !had.matches(LEFT)
    const stops = [...(isPlace ? [had] : []), ...pane.querySelectorAll(STOPS)]
    return stops.some((stop) => {
      if (stop instanceof HTMLElement && isShown(stop)) stop.focus()
      return pane.contains(page.activeElement)
    })
  }
  const onKey = (event: KeyboardEvent): void => {
    const keys = keysOf(event)
    const shortcut = Object.values(PANE_SHORTCUTS).find((one) => one.keys === keys)
    if (shortcut === undefined || isHeld(page)) return
    event.preventDefault()
    panesFrom(page, shortcut.by).some(enter)
  }
  page.addEventListener('focusin', onFocus)
  // before a control that keeps its keys to itself
  page.addEventListener('keydown', onKey, true)
  return () => {
    page.removeEventListener('focusin', onFocus)
    page.removeEventListener('keydown', onKey, true)
  }
}
