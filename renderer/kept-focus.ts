/**
 * The focus of a control that goes with its own press, as Delete does with what it deletes: it would fall to the page, from
 * where whoever comes by keys begins anew, and whoever hears the page hears nothing. It goes to what stands next to what is
 * gone. That is a part, not its first control: a key that is held would press one after another.
 */
import { CONTROL } from './keyboard'

/** ms for which a press may take its own control away */
const PATIENCE = 2_000

/** Where a part stands: what it is in, and what is beside it. */
interface Place {
  readonly parent: Element
  readonly beside: readonly Element[]
}

function placesOf(control: Element): Place[] {
  const places: Place[] = []
  for (let part = control; part.parentElement !== null; part = part.parentElement) {
    const { nextElementSibling: next, previousElementSibling: previous } = part
    places.push({ parent: part.parentElement, beside: [next, previous].filter((one) => one !== null) })
  }
  return places
}

/** Without a ring to be seen. */
const UNSEEN = '.visually-hidden'

const CONTROLS = `${CONTROL}, [tabindex]:not([tabindex="-1"])`

export const isShown = (part: Element): boolean => part.isConnected && part.getClientRects().length > 0

/** Of the innermost place that is left: what is next to it, if that is seen and no control itself, otherwise what it was in. */
function partAt(places: readonly Place[]): Element | null {
  const place = places.find(({ parent }) => isShown(parent))
  if (place === undefined || place.parent === document.body) return null
  return place.beside.find((part) => isShown(part) && !part.matches(`${CONTROLS}, ${UNSEEN}`)) ?? place.parent
}

function focusPart(part: Element): void {
  if (!(part instanceof HTMLElement)) return
  const isFocusable = part.hasAttribute('tabindex')
  if (!isFocusable) {
    part.setAttribute('tabindex', '-1')
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
  }
  part.focus()
}

/** A press, or one of the keys by which a clip of the timeline is deleted or cut. */
function mayTakeAway({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ['Enter', ' ', 'Delete', 'Backspace'].includes(key) || ((ctrlKey || metaKey) && key.toLowerCase() === 'x')
}

/** @returns what stops it */
export function keepFocus(): () => void {
  let stop = (): void => {}
  const watch = (control: Element): void => {
    const places = placesOf(control)
    const look = new MutationObserver(() => {
      if (control.isConnected) return
      stop()
      // whoever took it away may care for the focus, as dialogs do a little later
      setTimeout(() => {
        const part = document.activeElement === document.body ? partAt(places) : null
        if (part !== null) focusPart(part)
      })
    })
    look.observe(document.body, { childList: true, subtree: true })
    const patience = setTimeout(() => stop(), PATIENCE)
    stop = () => {
      look.disconnect()
      clearTimeout(patience)
      stop = () => {}
    }
  }
  const onKey = (event: KeyboardEvent): void => {
    stop()
    if (mayTakeAway(event) && event.target instanceof HTMLButtonElement) watch(event.target)
  }
  const onPointer = (): void => stop()
  window.addEventListener('keydown', onKey, true)
  window.addEventListener('pointerdown', onPointer, true)
  return () => {
    stop()
    window.removeEventListener('keydown', onKey, true)
    window.removeEventListener('pointerdown', onPointer, true)
  }
}
