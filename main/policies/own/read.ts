/** The file of a policy of one's own, as it lies on a disk (LB-14). */
import { MOST_OWN_POLICY } from '../../../preload/contract/names'
import type { OwnPolicy } from '../../../preload/contract/specs'

/**
 * @param file its name, without folders
 * @returns the policy, whatever is in the module; or what is wrong with the file
 */
export function ownPolicyOf(file: string, bytes: Uint8Array): { own: OwnPolicy } | { problem: string } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { problem: 'found bytes that are not UTF-8, expected the text of an ES module' }
  }
  if (text.length > MOST_OWN_POLICY)
    return { problem: `found ${text.length} characters, expected a module of at most ${MOST_OWN_POLICY}` }
  if (text.includes('\0')) return { problem: 'found a NUL character, expected the text of an ES module' }
  return { own: { file, text } }
}
