/** Whether the person is editing text, so that Undo and Redo act on the text. */
import type { WebContents } from 'electron'
import { log, reason } from './log'

/** a world of the shell's own: it sees the page's elements, the page's scripts cannot touch it */
const WORLD = 999

const IS_TEXT = `(() => {
  const element = document.activeElement
  if (element === null) return false
  if (element.isContentEditable || element.tagName === 'TEXTAREA') return true
  const typed = ['text', 'search', 'number', 'email', 'url', 'tel', 'password']
  return element.tagName === 'INPUT' && typed.includes(element.type)
})()`

/** Whether the keyboard is in a text field of the page; false when the page does not answer. */
export async function isEditingText(contents: WebContents): Promise<boolean> {
  if (contents.isCrashed() || contents.isLoading()) return false
  try {
    return (await contents.executeJavaScriptInIsolatedWorld(WORLD, [{ code: IS_TEXT }])) === true
  } catch (error) {
    log(`cannot tell where the keyboard focus is: ${reason(error)}`)
    return false
  }
}
