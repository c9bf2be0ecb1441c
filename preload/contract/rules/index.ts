/** Every rule by its code, with words: what findings, messages and the interface name. */

import { BACKGROUND_RULES } from './background'
import { DEFRAGMENTATION_RULES } from './defragmentation'
import { LABORATORY_RULES } from './laboratory'
import { ALLOCATION_RULES } from './notify-alloc'
import { PREEMPTION_RULES } from './preemption'
import { PUBLISHED_RULES } from './published'
import { RESIDENCY_RULES } from './residency'
import type { Rule, Rules, Severity } from './rule'
import { TRIM_RULES } from './trim'

export type { Severity }

/** in the order in which a person would read them */
export const RULES: Rules = {
  ...TRIM_RULES,
  ...RESIDENCY_RULES,
  ...ALLOCATION_RULES,
  ...DEFRAGMENTATION_RULES,
  ...BACKGROUND_RULES,
  ...PREEMPTION_RULES,
  ...PUBLISHED_RULES,
  ...LABORATORY_RULES,
}

/** by the letters of a code: what the rules of that family are about, and the document that they come from */
export const RULE_FAMILIES: Readonly<Record<string, { title: string; document: string }>> = {
  TN: { title: 'Trim notifications', document: 'D3D12 Periodic Trim Notifications, in the DirectX specifications' },
  RS: {
    title: 'Residency, budgets and paging',
    document: 'Residency (WDDM 2.0), in Microsoft’s documentation of display drivers',
  },
  AN: {
    title: 'Allocation notification',
    document: 'Allocation notification, in Microsoft’s documentation of display drivers',
  },
  DF: { title: 'Defragmentation', document: 'Direct3D 12 Memory Allocator: Defragmentation, by AMD' },
  BP: { title: 'Background processing', document: 'D3D12 Background Processing, in the DirectX specifications' },
  GP: { title: 'GPU preemption', document: 'GPU preemption, in Microsoft’s documentation of display drivers' },
  PL: { title: 'Published residency managers', document: 'the source code of the manager that is named' },
  LB: { title: 'The Laboratory', document: 'Trimline’s own documentation' },
  SC: { title: 'Scenarios', document: 'Trimline’s own documentation' },
}

/** @param code such as `TN-34c` @returns its text, or that of the rule that it is a point of (`TN-34`); null: nobody knows it */
export function ruleOf(code: string): Rule | null {
  return RULES[code] ?? RULES[code.replace(/[a-z]$/, '')] ?? null
}

/** What a rule is called; one that nobody knows by its code. */
export function ruleTitle(code: string): string {
  return ruleOf(code)?.title ?? code
}

/** @returns the document that a rule comes from, by name; empty: it is of no family */
export function documentOf(code: string): string {
  return RULE_FAMILIES[code.slice(0, 2)]?.document ?? ''
}
