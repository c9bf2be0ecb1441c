import { useEffect, useState } from 'react'
import { TIPPED } from './widgets/tip'

interface Cut {
  text: string
  /** px, where its first letter is and below it */
  x: number
  y: number
}

/** Its text ends in an ellipsis now. */
function isCut(element: HTMLElement): boolean {
  return element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'
}

/** The first name in a control, or around what is pointed at, that is cut; null: none is. */
function cutIn(element: Element): HTMLElement | null {
  const names = [element, ...element.querySelectorAll('*')]
  return names.find((name): name is HTMLElement => name instanceof HTMLElement && isCut(name)) ?? null
}

const wholeText = (name: HTMLElement): string => (name.textContent ?? '').trim()

/** What has one control's name in it, and not those of many. */
const CONTROLS = 'button, a, [role="tab"], [role="option"], [role="menuitem"], [role="row"], [role="treeitem"]'

/**
 * A pointer reads it in the tooltip of the system, where it has neither a title nor a tooltip of its own.
 * @returns what takes it away again
 */
function titled(name: HTMLElement): () => void {
  if (name.closest(`[title], ${TIPPED}`) !== null) return () => {}
  name.title = wholeText(name)
  return () => name.removeAttribute('title')
}

/**
 * Whoever comes by keys reads it below the control that has the focus: tooltips of the system come to pointers alone. A
 * control with a tooltip of its own has its name in that: two would lie over each other.
 */
export function CutNames() {
  const [cut, setCut] = useState<Cut | null>(null)
  useEffect(() => {
    let untitle = (): void => {}
    const onPointerOver = ({ target }: PointerEvent): void => {
      // texts change: what was said of one before is said of no other
      untitle()
      untitle = target instanceof HTMLElement && isCut(target) ? titled(target) : () => {}
    }
    const onFocusIn = ({ target }: FocusEvent): void => {
      const asks = target instanceof Element && target.matches(':focus-visible') && target.matches(CONTROLS)
      const name = asks && !target.matches(TIPPED) ? cutIn(target) : null
      if (name === null) return setCut(null)
      const { left, bottom } = name.getBoundingClientRect()
      setCut({ text: wholeText(name), x: left, y: bottom })
    }
    const onFocusOut = (): void => setCut(null)
    window.addEventListener('pointerover', onPointerOver)
    window.addEventListener('focusin', onFocusIn)
    window.addEventListener('focusout', onFocusOut)
    return () => {
      untitle()
      window.removeEventListener('pointerover', onPointerOver)
      window.removeEventListener('focusin', onFocusIn)
      window.removeEventListener('focusout', onFocusOut)
    }
  }, [])
  if (cut === null) return null
  // who hears the page hears names whole
  return (
    <div className="tip cut-name" style={{ left: cut.x, top: cut.y }} aria-hidden="true">
      {cut.text}
    </div>
  )
}
