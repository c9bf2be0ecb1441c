/** Text for other programs. The page may not use the clipboard by itself: only what a person does copies. */

/**
 * Puts a text into the clipboard; to be called for a click or a key.
 * @param html the same for those who take that [the text alone]
 * @returns whether it is there
 */
export function copyText(text: string, html?: string): boolean {
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    if (html !== undefined) event.clipboardData?.setData('text/html', html)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', onCopy, { capture: true, once: true })
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', onCopy, { capture: true })
  return copied
}

/** Rows as spreadsheets paste them: a line for each, its fields apart by tabs. */
export function tsvOf(rows: Iterable<readonly (string | number | null)[]>): string {
  const field = (value: string | number | null): string => String(value ?? '').replaceAll(/\s/g, ' ')
  return Array.from(rows, (row) => `${row.map(field).join('\t')}\n`).join('')
}
