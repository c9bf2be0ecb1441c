/** Nothing that is saved is ever unreadable: what is about to replace a file is read by the grammar that opens it. */
import { parseScenario, problemsToText } from '../scenario'

/** Problems that a message shows. */
const SHOWN = 5

/**
 * @param text of a scenario file that is about to be written
 * @param what it is, for the message: "project", "recording"
 * @returns null when it can be opened again; else why not, and what to do: nothing is to be written then
 */
export function readBackProblem(text: string, what: string): string | null {
  // as a file comes: what UTF-8 cannot say would be lost on the way
  const read = parseScenario(new TextEncoder().encode(text))
  if (read.ok) return null
  const lines = problemsToText(read.problems.slice(0, SHOWN), what).trimEnd()
  const more = read.problems.length > SHOWN ? `\nand ${read.problems.length - SHOWN} more` : ''
  return `${notSaved(what, 'as it could not be opened again', 'Please report this.')}\n${lines}${more}`
}

/** @param advice what to do */
export function notSaved(what: string, why: string, advice: string): string {
  const kept = 'The file on disk is as it was; what is open here is unchanged.'
  return `The ${what} was not saved, ${why}. ${kept} ${advice}`
}
