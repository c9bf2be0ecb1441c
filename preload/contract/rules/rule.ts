/** What a rule's text is made of. Every rule that a finding, a message or the interface names has one; so codes are never shown without words. */
import type { PolicyName } from '../names'

/** error: a call fails, work or contents are lost; warning: it costs, or is about to go wrong; note: how the system works */
export type Severity = 'error' | 'warning' | 'note'

export interface Rule {
  /** what it is called, as a sentence would begin: no code, no full stop */
  title: string
  severity: Severity
  /** the rule, in plain words */
  rule: string
  /** what it means for an app */
  means: string
  /** what to do about it, or how to see it */
  fix: string
  /** policies that keep to it, where another policy would help */
  keptBy?: readonly PolicyName[]
}

/** by code: `TN-34c` */
export type Rules = Readonly<Record<string, Rule>>
