/**
 * A line as it is under another policy, budget, device or preemption model, from its beginning or from a moment on: the run
 * that a comparison measured (LB-03), as one of the session's own (LB-06).
 */
import type { VariantChoice } from '../../../preload/contract'
import type { NotedChange } from '../../editor/project'
import { choiceSteps, isLeftOut, type VariedRun, varied, withoutChoices } from '../laboratory/comparison/variants'
import type { Step } from '../scenario'
import { FoundChanges, type Line, type LineBeginning } from './line'

/** @returns how it begins, all that is done in it, and in `common` how many of its steps it has in common with the line */
export function variedLine(
  began: LineBeginning,
  line: Line,
  { variant, steps: count, from, until }: VariedRun,
): { began: LineBeginning; line: Line; common: number } {
  const steps = line.steps.slice(0, count)
  const later = steps.findIndex(({ at }) => at >= from)
  const common = from === 0 ? 0 : later < 0 ? steps.length : later
  const made = from === 0 ? [] : choiceSteps(variant, from)
  const scenario = varied({ ...began.scenario, steps, until }, variant, from)
  const played = (index: number): Step | undefined => line.played[index]
  const kept = [...steps.keys()].filter((index) => index >= common && !isLeftOut(steps[index] as Step, variant))
  // the file is played without what is chosen, too
  const done = [...steps.keys()].filter((index) => index < common && played(index) !== undefined).length
  const file = withoutChoices(began.scenario, done, variant)
  const upTo = <Noted extends { readonly at: number }>(notes: readonly Noted[]): Noted[] =>
    notes.filter(({ at }) => at <= until)
  return {
    began: { ...began, scenario: { ...scenario, steps: file.steps, until: began.scenario.until } },
    line: {
      steps: scenario.steps,
      played: [...steps.keys()]
        .slice(0, common)
        .map(played)
        .concat(
          made.map(() => undefined),
          kept.map(played),
        ),
      project: upTo(line.project)
        .filter(({ isOfRun }) => !isOfRun)
        .map((noted) => (noted.at >= from && isNotSet(noted, variant) ? { ...noted, cameToNothing: true } : noted)),
      found: new FoundChanges(),
      handChanges: setByHand(upTo(line.handChanges), variant, from, made),
      idle: upTo(line.idle),
      end: until,
    },
    common,
  }
}

/** What a person has set there is what is chosen otherwise: there is nothing of it to take back. */
function isNotSet({ at, change }: NotedChange, variant: VariantChoice): boolean {
  if (change.kind !== 'record') return false
  const [edit] = change.with
  return edit.kind === 'setting' && isLeftOut({ ...edit.after, at }, variant)
}

/** What a person had set, and what is chosen in its place: Save writes it. */
function setByHand(
  history: Line['handChanges'],
  variant: VariantChoice,
  from: number,
  made: readonly Step[],
): Line['handChanges'] {
  const before = history.filter(({ at }) => at < from)
  const after = history.filter(({ at, action }) => at >= from && !isLeftOut({ ...action, at }, variant))
  const chosen = made.flatMap(({ at, ...action }) => (action.verb === 'expect' ? [] : [{ at, action }]))
  return [...before, ...chosen, ...after]
}
