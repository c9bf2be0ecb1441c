import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface TableKeys {
  table: RefObject<HTMLTableElement | null>
  onFocus(event: FocusEvent): void
  onKeyDown(event: KeyboardEvent): void
}

/**
 * A table whose cells have buttons is one stop of Tab, the button that had the focus last; arrow keys lead from one to the
 * next, Home and End to the ends of a row, with Ctrl to those of the table.
 */
export function useTableKeys(): TableKeys {
  const table = useRef<HTMLTableElement>(null)
  // Tab comes back to it
  const reached = useRef<Element | null>(null)
  const settle = (): void => {
    const buttons = buttonsIn(table.current)
    const stop = buttons.find((button) => button === reached.current) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }
  // also buttons that have come, or gone, with what is drawn now
  useLayoutEffect(settle)
  return {
    table,
    onFocus({ target }) {
      reached.current = target
      settle()
    },
    onKeyDown(event) {
      const { key, ctrlKey, altKey, metaKey, shiftKey, target } = event
      if (altKey || metaKey || shiftKey || !(target instanceof HTMLButtonElement)) return
      const next = ctrlKey ? endOf(key, buttonsIn(table.current)) : nextOf(key, target)
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    },
  }
}

const buttonsIn = (part: Element | null): HTMLButtonElement[] => [...(part?.querySelectorAll('button') ?? [])]

const cellOf = (button: Element): number => button.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 0

function endOf(key: string, buttons: readonly HTMLButtonElement[]): HTMLButtonElement | undefined {
  return key === 'Home' ? buttons[0] : key === 'End' ? buttons.at(-1) : undefined
}

/** Where a key leads to; undefined: nowhere, as there is no more in that direction. */
function nextOf(key: string, from: HTMLButtonElement): HTMLButtonElement | undefined {
  const row = from.closest('tr')
  const beside = buttonsIn(row)
  const at = beside.indexOf(from)
  if (key === 'ArrowRight') return beside[at + 1]
  if (key === 'ArrowLeft') return beside[at - 1]
  if (key === 'ArrowDown') return inColumn(from, row, 'nextElementSibling')
  if (key === 'ArrowUp') return inColumn(from, row, 'previousElementSibling')
  return endOf(key, beside)
}

/** The button nearest to the same column in the nearest row that has one. */
function inColumn(
  from: Element,
  row: Element | null,
  towards: 'nextElementSibling' | 'previousElementSibling',
): HTMLButtonElement | undefined {
  const column = cellOf(from)
  const away = (button: Element): number => Math.abs(cellOf(button) - column)
  for (let other = row?.[towards]; other; other = other[towards]) {
    const [nearest] = buttonsIn(other).sort((one, two) => away(one) - away(two))
    if (nearest !== undefined) return nearest
  }
  return undefined
}
