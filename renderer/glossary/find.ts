/** What of the glossary a query finds. Pure. */
import { RULES } from '../../preload/contract'
import { type GlossaryTerm, TERMS } from './terms'

/** Every word of the query, in any order, in capitals or not. */
function has(text: string, query: string): boolean {
  const lower = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

export function matchingTerms(query: string): readonly GlossaryTerm[] {
  return TERMS.filter(({ term, meaning }) => has(`${term} ${meaning}`, query))
}

/** @returns the codes of the rules, in the order of the glossary; a code that is asked for comes with its points (TN-34: TN-34a) */
export function matchingRules(query: string): readonly string[] {
  return Object.entries(RULES)
    .filter(([code, { title, rule, means, fix }]) => has(`${code} ${title} ${rule} ${means} ${fix}`, query))
    .map(([code]) => code)
}
