/** What other programs hand the library. Their declarations name nothing that the library's own do not need. */
import type { PolicyName } from '../../../preload/contract'

/** A scenario: its file as it is read, the text of it, or what `JSON.parse` makes of that. */
export type ScenarioInput = string | Uint8Array | object

/**
 * A policy: the name of one that there is; the path or URL of a module of one's own, which in a text has a point or a slash;
 * or such a module's text with the name that it is called by (LB-14).
 */
export type PolicyInput =
  | PolicyName
  | `${string}.mjs`
  | `${string}.js`
  | URL
  | { path: string }
  | { file: string; text: string }
