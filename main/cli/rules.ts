/** `trimline rules`: what the codes of findings mean, in words. */
import { documentOf, RULE_FAMILIES, RULES, ruleOf } from '../../preload/contract/rules'
import type { Rule } from '../../preload/contract/rules/rule'
import { shownValue, suggest } from '../session/scenario'
import { type CliIo, UsageError } from './io'

/**
 * Ends with a newline; of all rules it is what `resources/rules.json` holds.
 * @param codes of those that are asked for; none: all
 * @throws UsageError when one is of no rule
 */
export function rulesJson(codes: readonly string[] = []): string {
  const asked = codes.length === 0 ? Object.entries(RULES) : codes.map(known)
  const rules = asked.map(([code, rule]) => ({ code, ...rule, document: documentOf(code) }))
  return `${JSON.stringify({ families: RULE_FAMILIES, rules }, null, 2)}\n`
}

/**
 * @param codes of the rules to be explained; none: all of them, a line each
 * @throws UsageError when one is of no rule
 */
export function rulesCommand(codes: readonly string[], io: CliIo): void {
  if (codes.length === 0) {
    for (const [code, { title }] of Object.entries(RULES)) io.out(`${code.padEnd(7)} ${title}\n`)
    return
  }
  io.out(codes.map(known).map(ruleText).join('\n'))
}

/** @param typed a code, in capitals or not */
function known(typed: string): [string, Rule] {
  const code = typed.toUpperCase().replace(/[A-Z]$/, (letter) => letter.toLowerCase())
  const rule = ruleOf(code)
  if (rule !== null) return [code, rule]
  const near = suggest(code, Object.keys(RULES))
  const meant = near === undefined ? '' : ` (did you mean ${near}?)`
  throw new UsageError(`found ${shownValue(typed)}, expected the code of a rule${meant}; "trimline rules" lists them`)
}

function ruleText([code, rule]: readonly [string, Rule]): string {
  const lines = [
    `${code}: ${rule.title} (${rule.severity})`,
    `  ${rule.rule}`,
    `  For an app: ${rule.means}`,
    `  What to do: ${rule.fix}`,
    ...(rule.keptBy === undefined ? [] : [`  Kept by: ${rule.keptBy.join(', ')}`]),
    `  Published in: ${documentOf(code)}`,
  ]
  return `${lines.join('\n')}\n`
}
