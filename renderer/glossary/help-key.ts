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
  /** whoever goes on by keys leaves the pointer where it is, and means what has the focus */
  let points = true
  const onPointer = (): void => {
    points = true
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'F1') {
      points = false
      return
    }
    event.preventDefault()
    // the innermost element under the pointer is the last one
    const hovered = ruleAround([...page.querySelectorAll(':hover')].at(-1) ?? null)
    const focused = ruleAround(page.activeElement)
    setInterface({ glossary: points ? hovered || focused : focused || hovered })
  }
  page.addEventListener('pointermove', onPointer)
  page.addEventListener('keydown', onKey, { capture: true })
  return () => {
    page.removeEventListener('pointermove', onPointer)
    page.removeEventListener('keydown', onKey, { capture: true })
  }
}
