/** Carries out one step of a scenario, or the same thing pressed by hand, on a simulated system. */
import type { HResultName } from '../../d3d12/hresult'
import { inOneGo, type Sliced } from '../../sim/slices'
import type { Step } from '../scenario'
import type { World } from '../world/world'
import type { Action, ActionVerb, ValueOf } from './action'
import type { CallResult } from './call-results'
import { type Facts, VERBS } from './table'

export type { Action } from './action'

/**
 * Carries the action out as the next command, so that what it leads to carries its number.
 * @returns S_OK · what the simulated API refused it with, as the verb's own function says
 */
export function perform(world: World, action: Action): HResultName {
  const begun = begin(world, action)
  return typeof begun === 'string' ? begun : inOneGo(begun)
}

/** As perform, for actions that make many calls: the same comes of it wherever slices end. @returns as perform */
export function* performInSlices(world: World, action: Action): Sliced<HResultName> {
  const begun = begin(world, action)
  return typeof begun === 'string' ? begun : yield* begun
}

/**
 * As perform, up to the first slice.
 * @returns what came of it, or the slices that are left
 */
export function begin<V extends ActionVerb>(
  world: World,
  action: { readonly verb: V; readonly value: ValueOf<V> },
): HResultName | Sliced<HResultName> {
  const { sim, calls } = world
  // a step that is played has a moment of its own, which a system that has stopped never comes to
  // not spread: the engine would give each of them a shape of its own, which takes more than the step
  world.journal?.push({ verb: action.verb, value: action.value, at: sim.now } as Step)
  const cause = ++world.commands
  const result = calls.begin(action)
  const begun = sim.causedBy(cause, () =>
    sim.halted ? stopped(world, action.verb) : VERBS[action.verb].change(world, action.value, result),
  )
  if (typeof begun !== 'string') return inSlices(world, cause, begun, result, action.verb)
  calls.end(result, begun)
  redraw(world, cause, action.verb)
  return begun
}

/** What is seen of the clip follows what the verb has changed. */
function redraw({ sim, player, renders }: World, cause: number, verb: ActionVerb): void {
  const { picture } = factsOf(verb)
  if (picture === undefined || sim.halted) return
  sim.causedBy(cause, () => renders.check())
  if (picture === 'drawn again' && !sim.halted) sim.causedBy(cause, () => player.refresh())
}

/** What is to be known of a verb, for who carries it out or looks at what was. */
export function factsOf(verb: ActionVerb): Facts {
  return VERBS[verb]
}

function stopped({ sim }: World, verb: ActionVerb): HResultName {
  const message = `"${verb}" was not carried out: the simulated system has stopped with a bug check`
  sim.trace.write('finding', { rule: 'GP-25', message })
  return 'E_FAIL'
}

function* inSlices(
  world: World,
  cause: number,
  slices: Sliced<HResultName>,
  result: CallResult,
  verb: ActionVerb,
): Sliced<HResultName> {
  const { sim, calls } = world
  for (;;) {
    const slice = sim.causedBy(cause, () => slices.next())
    if (slice.done === true) {
      calls.end(result, slice.value)
      redraw(world, cause, verb)
      return slice.value
    }
    yield slice.value
  }
}
