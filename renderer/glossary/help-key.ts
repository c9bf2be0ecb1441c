/** F1: the rule behind what the pointer or the focus is on; beside everything, the glossary. */
import { setInterface } from '../store/store'
import { RULES_ATTRIBUTE } from './codes'

/** @returns the code of the first rule that an element's own words, or those around it, rest on; empty: none */
function ruleAround(element: Element | null): string {
  const found = element?.closest(`[${RULES_ATTRIBUTE}]`)?.getAttribute(RULES_ATTRIBUTE) ?? ''
  return found.split(' ')[0] ?? ''
}

/** Follows F1 until the returned function is called. */
export function followHelpKey(page: Document): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'F1') return
    event.preventDefault()
    // the innermost element under the pointer is the last one
    const hovered = [...page.querySelectorAll(':hover')].at(-1) ?? null
    setInterface({ glossary: ruleAround(hovered) || ruleAround(page.activeElement) })
  }
  page.addEventListener('keydown', onKey)
  return () => page.removeEventListener('keydown', onKey)
}
