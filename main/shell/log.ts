// not of the whole: this is read before the window opens
import { shownText } from '../session/scenario/text/shown'

/** One line on standard error, where a person or script that started the app looks. */
export function log(message: string): void {
  process.stderr.write(`trimline: ${shownText(message)}\n`)
}

/** What went wrong, for a person: an Error's message, or whatever was thrown as text. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The same with the call stack, for a failure inside the app. */
export function stack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
