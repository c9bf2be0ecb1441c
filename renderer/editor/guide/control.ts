/**
 * Finds a control by its role and its accessible name, as a screen reader and the tests do: what a lesson points at is
 * what they find. Names are worked out for what this interface is made of (WAI-ARIA names, in that order).
 */
import type { LessonControl } from '../../../preload/contract'

/** By role: what has it by itself, and what says so. */
const CANDIDATES: Readonly<Record<string, string>> = {
  button: 'button:not([role]), [role="button"]',
  switch: '[role="switch"]',
  tab: '[role="tab"]',
  radio: 'input[type="radio"], [role="radio"]',
  combobox: 'select, [role="combobox"]',
  textbox: 'input:not([type], [role]), input[type="text"]:not([role]), textarea',
  slider: 'input[type="range"], [role="slider"]',
  checkbox: 'input[type="checkbox"]:not([role]), [role="checkbox"]',
  option: 'option, [role="option"]',
  region: 'section, [role="region"]',
  list: 'ul, ol, [role="list"]',
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function contentOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
  return node.getAttribute('aria-label') ?? [...node.childNodes].map(contentOf).join('')
}

/** The accessible name. */
function nameOf(element: Element): string {
  const by = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  const named = by.map((id) => document.getElementById(id)).filter((label) => label !== null)
  if (named.length > 0) return oneLine(named.map(contentOf).join(' '))
  const own = element.getAttribute('aria-label')
  if (own !== null) return oneLine(own)
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
  const text = labels.length > 0 ? labels.map(contentOf).join(' ') : [...element.childNodes].map(contentOf).join('')
  return oneLine(text) || oneLine(element.getAttribute('title') ?? '')
}

/** The first that can be seen; null: there is none now. */
function findControl({ role, name }: LessonControl): HTMLElement | null {
  for (const element of document.querySelectorAll<HTMLElement>(CANDIDATES[role] ?? `[role="${role}"]`))
    if (element.getClientRects().length > 0 && nameOf(element) === name) return element
  return null
}

/** The last of the way that is there: a control that is not shown yet is pointed at by what leads to it. */
export function findLast(way: readonly LessonControl[]): HTMLElement | null {
  for (const control of way.toReversed()) {
    const found = findControl(control)
    if (found !== null) return found
  }
  return null
}
