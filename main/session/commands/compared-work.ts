/** What a comparison of variants runs on: the session so far, what parts from a moment of it, or another scenario (LB-03). */
import type { CommandResult, ComparisonInput } from '../../../preload/contract'
import { whyNotOn } from '../document/device'
import { preemptionChoices } from '../laboratory/comparison/preemption'
import { variantsOf } from '../laboratory/comparison/variants'
import type { ComparedWork } from '../laboratory/tasks'
import type { Step } from '../scenario'
import { factsOf } from '../verbs/steps'
import { type CommandOf, OK, refusal, type SessionPort } from './row'

/**
 * Runs what was done here, or what is still to come, or another scenario with each of several variants (LB-03).
 * @returns a refusal where there is nothing to run or one of them is not to be had; otherwise it has begun
 */
export function compareVariants(session: SessionPort, command: CommandOf<'compareVariants'>): CommandResult {
  const { laboratory } = session
  if (laboratory.problem !== null) return refusal(laboratory.problem)
  const { budgets, profiles, preemption, input = 'session' } = command
  const unknown = laboratory.ownPolicies.problem(command.policies ?? [])
  if (unknown !== null) return refusal(unknown)
  const policies = command.policies?.flatMap((id) => laboratory.ownPolicies.choiceOf(id) ?? [])
  const workload = workloadOf(session, command)
  if ('ok' in workload) return workload
  // where preemption alone is compared there need be no work for a policy
  const isWork = (verb: Step['verb']): boolean =>
    (verb !== 'expect' && factsOf(verb).isWork === true) || (preemption === true && verb === 'submit')
  if (!workload.scenario.steps.some(({ at, verb }) => isWork(verb) && (at >= workload.from || verb === 'play'))) {
    const isLater = input === 'session' && wholeOf(session).some(({ verb }) => isWork(verb))
    return refusal(isLater ? LATER_WORK : NO_WORK[input])
  }
  const elsewhere = whyNotOn(workload.scenario, profiles ?? [])
  if (elsewhere !== null) return refusal(elsewhere)
  const choices = preemption === undefined ? undefined : preemptionChoices()
  const variants = variantsOf({ policies, budgets, profiles, preemption: choices })
  const isFile = input === 'file'
  const done = isFile ? 0 : session.system.journal.length
  laboratory.compare({ ...workload, variants, branch: isFile ? null : session.past.shownId, done })
  return OK
}

/** What the branch that is shown has, and what is yet to come of a scenario that is played. */
function wholeOf({ past, ahead }: SessionPort): readonly Step[] {
  return [...(past.runOf(past.shownId)?.scenario.steps ?? []), ...ahead().steps]
}

const LATER_WORK = 'Nothing was done up to this moment. Go to a later one, or compare what parts from now on.'

const NO_WORK: Readonly<Record<ComparisonInput, string>> = {
  session: 'There is no work to compare on yet. Apply effects or press Play first.',
  here: 'There is no work from that moment on. Mark an earlier one in a chart, or compare on the whole session.',
  file: 'The scenario that is open to compare on has no work. Open another one.',
}

function workloadOf(
  session: SessionPort,
  { input, from, profiles }: CommandOf<'compareVariants'>,
): ComparedWork | CommandResult {
  const { laboratory, system } = session
  if (input === 'file') {
    if (laboratory.input === null) return refusal('No scenario is open to compare on. Open one first.')
    return { scenario: laboratory.input, from: 0 }
  }
  if (input !== 'here') return { scenario: session.recording(), from: 0 }
  if (profiles !== undefined)
    return refusal('A device cannot change under way: compare device profiles on the whole session.')
  const { now } = system.world.sim
  if (from !== undefined && from > now)
    return refusal('That moment has not come yet. Mark one that has, or compare from now on.')
  // before the first step there is nothing that all have in common
  const scenario = session.ahead()
  return scenario.until <= (from ?? now) ? refusal(NO_WORK.here) : { scenario, from: from ?? now }
}
