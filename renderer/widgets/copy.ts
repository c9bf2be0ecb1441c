/** Text for other programs. The page may not use the clipboard by itself: only what a person does copies. */

/** Puts a text into the clipboard; to be called for a click or a key. @returns whether it is there */
export function copyText(text: string): boolean {
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', onCopy, { capture: true, once: true })
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', onCopy, { capture: true })
  return copied
}
