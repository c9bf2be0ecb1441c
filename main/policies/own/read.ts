/** The file of a policy of one's own, as it lies on a disk (LB-14). */
import { FILE_NAME_FORM, MOST_FILE_NAME, MOST_OWN_POLICY } from '../../../preload/contract/names'
import type { OwnPolicy } from '../../../preload/contract/specs'
import { type Fault, Guest } from './guest'

const NAME = `found a name of the file that no scenario can have, expected 1 to ${MOST_FILE_NAME} characters without control characters and backslashes; rename it`

/**
 * Whether the name, without folders, can stand in scenarios and recordings (SC-16).
 * @see spec LB-14
 */
export function canBeNamed(file: string): boolean {
  return file.length <= MOST_FILE_NAME && FILE_NAME_FORM.test(file)
}

/**
 * @param file its name, without folders
 * @returns the policy, whatever is in the module; or what is wrong with the file
 */
export function ownPolicyOf(file: string, bytes: Uint8Array): { own: OwnPolicy } | { problem: string } {
  if (!canBeNamed(file)) return { problem: NAME }
  let text: string
  try {
    // with the mark that may be before it: the hash in traces is that of the file (LB-14)
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return { problem: 'found bytes that are not UTF-8, expected the text of an ES module' }
  }
  if (text.length > MOST_OWN_POLICY)
    return { problem: `found ${text.length} characters, expected a module of at most ${MOST_OWN_POLICY}` }
  if (text.includes('\0')) return { problem: 'found a NUL character, expected the text of an ES module' }
  return { own: { file, text } }
}

/**
 * Whether the module is a policy's, as can be told before anything runs: it parses, imports nothing, ends, and its default
 * export is `{ name, create(host) }`. What `create` does is told in a run only, as a finding (LB-15).
 * @returns what was found, with the line; null: it is one
 */
export function moduleFault(own: OwnPolicy): Pick<Fault, 'line' | 'message'> | null {
  return new Guest(own).load()
}
