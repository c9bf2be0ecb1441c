/**
 * Names that expectations of background processing use: effects with variants, events. They must exist at some time, as
 * an expectation that can never hold, or never fail, is a mistake of writing.
 *
 * @see spec BP-07, BP-26
 */
import type { Draft } from './draft'
import type { IssueList } from './lists'
import { unknownName } from './live-effects'

export function checkBackground(draft: Draft, issues: IssueList): void {
  const effects = effectNames(draft)
  const events = eventNames(draft)
  draft.steps.forEach(({ background: { variants, signalled } }, i) => {
    const path = ['steps', i, 'expect']
    for (const name of variants) {
      if (issues.full) return
      if (effects === undefined || effects.has(name)) continue
      const issue = unknownName([...path, 'variants', name], name, 'the name of an effect', effects)
      issues.add({ ...issue, atKey: true })
    }
    signalled.forEach((name, j) => {
      if (name === undefined || events === undefined || events.has(name) || issues.full) return
      const what = 'an event that a step setBackgroundProcessingMode names'
      issues.add(unknownName([...path, 'signalled', j], name, what, events))
    })
  })
}

/** Undefined when some cannot be made out. */
function effectNames({ effects, steps }: Draft): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  for (const { name } of [...effects, ...steps.flatMap(({ addEffect }) => addEffect ?? [])]) {
    if (name === undefined) return undefined
    names.add(name)
  }
  return names
}

/** Undefined when some cannot be made out, or guided runs have named theirs. */
function eventNames({ steps }: Draft): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  for (const { background } of steps) {
    if (background.event === null || background.workflow) return undefined
    if (background.event !== undefined) names.add(background.event)
  }
  return names
}
