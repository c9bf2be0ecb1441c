import { onNextFrame } from '../../frame/scheduler'
import { TYPED_INTO } from '../text-field'

/**
 * Puts the focus into the first field of the row that was added just now, which whoever added it fills in next.
 * @param adder the button that was pressed, in the form's part that has the rows
 * @param row what each of them is, as a selector
 */
export function focusNewestRow(adder: HTMLElement, row: string): void {
  const part = adder.closest('fieldset')
  onNextFrame(() => {
    const newest = [...(part?.querySelectorAll(row) ?? [])].at(-1)
    newest?.querySelector<HTMLElement>(TYPED_INTO)?.focus()
  })
}
