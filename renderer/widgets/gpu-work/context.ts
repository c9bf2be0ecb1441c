/** The context of work by hand, as it is typed. Knows no React. */
import { COMPOSITOR, COMPOSITOR_CONTEXT } from '../../../preload/contract'
import { type Parsed, tooLong } from '../parse'

const MOST_NAME = 64

/** A name, or nothing for the app's own. */
export function parseContext(text: string): Parsed<string> {
  const context = text.trim()
  if (context === COMPOSITOR) return { ok: false, message: COMPOSITOR_CONTEXT }
  const long = tooLong(context, MOST_NAME, 'The context’s name')
  return long === null ? { ok: true, value: context } : { ok: false, message: long }
}
