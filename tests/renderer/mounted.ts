/**
 * Components and hooks at work, for tests that have a page (`@vitest-environment happy-dom`): React mounts them there, and
 * whatever a change leads to has been done when the call that makes it returns. The page has no layout: a test says how
 * large its elements are.
 */
import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'

// React asks whether somebody waits for what a change leads to
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Take away what is mounted. */
const ends = new Set<() => void>()

afterEach(() => {
  for (const end of ends) end()
  document.body.replaceChildren()
})

export interface Mounted {
  /** holds what is mounted */
  readonly element: HTMLElement
  show(node: ReactNode): void
  /** Again is the same as once; it is done after the test in any case. */
  unmount(): void
}

export function mount(node: ReactNode): Mounted {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  const show = (next: ReactNode): void => act(() => root.render(next))
  const unmount = (): void => {
    ends.delete(unmount)
    act(() => root.unmount())
    element.remove()
  }
  ends.add(unmount)
  show(node)
  return { element, show, unmount }
}

export interface Used<Given, Result> extends Pick<Mounted, 'unmount'> {
  /** what the hook gave last */
  readonly now: Result
  use(given: Given): void
}

/** A hook in a component that shows nothing. @param first what it is given first */
export function used<Given, Result>(hook: (given: Given) => Result, first: Given): Used<Given, Result> {
  const seen: Result[] = []
  function Using({ given }: { given: Given }): null {
    seen.push(hook(given))
    return null
  }
  const { show, unmount } = mount(createElement(Using, { given: first }))
  return {
    get now() {
      return seen.at(-1) as Result
    },
    use: (given) => show(createElement(Using, { given })),
    unmount,
  }
}

/** A place of an element in the window, px; what is not said is 0. */
export function placed(element: Element, { x = 0, y = 0, width = 0, height = 0 }: Partial<DOMRectInit>): void {
  element.getBoundingClientRect = () => new DOMRect(x, y, width, height)
}

type Told = Partial<Pick<WheelEvent, 'deltaX' | 'deltaY' | 'offsetX'> & Pick<PointerEvent, 'pointerId'>> &
  Partial<Pick<PointerEvent, 'button' | 'clientX' | 'clientY' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>> &
  Partial<Pick<KeyboardEvent, 'key'>>

const NOTHING_HELD = { button: 0, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

/**
 * An event that a person causes. The library's own wheel has no place and no keys, and no event of its knows its place in
 * the element. @returns whether the page was kept from what it does with it
 */
export function happens(element: Element, type: string, told: Told): boolean {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), NOTHING_HELD, told)
  act(() => {
    element.dispatchEvent(event)
  })
  return event.defaultPrevented
}
