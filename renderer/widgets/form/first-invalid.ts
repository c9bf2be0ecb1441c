import { onNextFrame } from '../../frame/scheduler'

/** Puts the focus into the first field that is said to be wrong, once the form shows which are. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  onNextFrame(() => {
    const field = form?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    field?.focus()
    // with what is said of it below
    field?.parentElement?.scrollIntoView({ block: 'nearest' })
  })
}
