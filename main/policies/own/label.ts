/** What a policy is called in traces and tables: one of one's own by its file and what is in it (LB-14). */
import { createHash } from 'node:crypto'
import type { PolicyId } from '../../../preload/contract/names'
import type { OwnPolicy, PolicyChoice } from '../../../preload/contract/specs'

/** hexadecimal digits that tell one content from another */
const SHOWN = 12

/** SHA-256 of the module's text as UTF-8, hexadecimal. */
export function contentHash({ text }: OwnPolicy): string {
  return createHash('sha256').update(text).digest('hex')
}

/** `fence-lru`, or `mine.mjs#3f2a9c1b77e0`. */
export function policyLabel(choice: PolicyChoice): PolicyId {
  return typeof choice === 'string' ? choice : `${choice.file}#${contentHash(choice).slice(0, SHOWN)}`
}
