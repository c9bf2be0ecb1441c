/** How what a person does reaches the simulated system, and what comes back: failure is a result. */
import type { CommandResult, SessionCommand } from '../../../preload/contract'
import { failed, HRESULT, type HResultName } from '../../d3d12/hresult'
import { inOneGo, type Sliced } from '../../sim/slices'
import type { WatchedSystem } from '../run/watched-system'
import type { Action } from '../verbs/action'
import { begin, factsOf } from '../verbs/steps'
import { advice, foundReason } from './advice'
import { carryOut } from './edit-kinds'
import { also, type CommandOf, type Kind, OK, type Request, type Row, refusal, type SessionPort } from './row'
import { COMMANDS } from './table'

/**
 * @returns the verb that the command asks for, with what is kept of it as its row says, or what came of it where there is
 * none
 */
export function ask(command: SessionCommand, session: SessionPort): Request | CommandResult {
  const { system } = session
  const { saved } = COMMANDS[command.kind]
  const asked = askOf(command.kind, command, session)
  if ('kind' in asked) return carryOut(asked, system)
  return !saved || 'ok' in asked ? asked : also(asked, () => system.project.touch())
}

function askOf<K extends Kind>(kind: K, command: CommandOf<K>, session: SessionPort): ReturnType<Row<K>['ask']> {
  return COMMANDS[kind].ask(command, session)
}

/** Carries the verb out, or begins it where it takes long; what is left then comes in slices. */
export function act(request: Request, session: Pick<SessionPort, 'system' | 'past' | 'inTime'>): CommandResult {
  const { system, past } = session
  const { action, failed: what = 'The simulated system refused' } = request
  const { world, totals, playback } = system
  // a recording that asks for more could not be opened, nor one of what the scenario that is played has yet to do (SC-16)
  const tooMany = totals.refusal(action, playback.left)
  if (tooMany !== null) return refusal(`${what}: ${tooMany}.`)
  past.leave()
  const { failures } = world.editor.memory
  const before = failures.last
  const { findings } = system.log
  // as before a step: what is due by now has happened, so that a recording gives the same (SC-12)
  world.sim.advanceTo(world.sim.now)
  const { long } = factsOf(action.verb)
  const keptAtEnd = long === 'kept at its end'
  if (long !== undefined) system.keepBefore(action.verb)
  const foundBefore = findings.newest
  const answered = (hr: HResultName): CommandResult => {
    // what says why by itself needs no finding
    const found = request.answer !== undefined || findings.newest === foundBefore ? undefined : findings.newest
    const result = resultOf(hr, what, system, found?.message)
    if (result.ok) request.done?.()
    const because = failures.last === before ? null : failures.last
    const answer = request.answer?.({ result, hr, because }) ?? result
    const next = request.next?.(result) ?? null
    return next === null ? answer : act(next, session)
  }
  const begun = begin(world, action)
  if (typeof begun === 'string') return answered(ended(action, begun, system))
  if (long === undefined) return answered(ended(action, inOneGo(begun), system))
  const hr = goOn(action, begun, session, keptAtEnd ? answered : () => {})
  return hr === null && keptAtEnd ? OK : answered(hr ?? 'S_OK')
}

/**
 * @param late called with what came of it, where it went on
 * @returns what came of it; null: it goes on
 */
function goOn(
  action: Action,
  slices: Sliced<HResultName>,
  { system, inTime }: Pick<SessionPort, 'system' | 'inTime'>,
  late: (hr: HResultName) => void,
): HResultName | null {
  let goesOn = false
  const { revision } = system.project
  const hr = system.handWork.begin(slices, inTime(), (result) => {
    const remade = system.beforeStep !== null
    system.underWay = null
    ended(action, result, system)
    if (!goesOn) return
    // what was kept meanwhile has the effects as they were; without a change to keep they are the same afterwards
    if (remade && system.project.revision !== revision) system.project.renew()
    late(result)
  })
  goesOn = hr === null
  system.underWay = goesOn ? action.verb : null
  return hr
}

/** The verb was carried out, to this result. @returns `hr`, whatever it is, E_PENDING included */
export function ended(action: Action, hr: HResultName, system: WatchedSystem): HResultName {
  system.beforeStep = null
  system.totals.performed(action)
  system.performed(action, hr)
  return hr
}

/** @param found the last finding of the verb; undefined: it wrote none */
function resultOf(hr: HResultName, what: string, system: WatchedSystem, found?: string): CommandResult {
  if (!failed(hr)) return OK
  const why = found === undefined ? '' : foundReason(found, what, hr)
  const message = `${what}: ${hr}${why}${advice(hr, system.world)}`
  return { ok: false, hresult: { name: hr, value: HRESULT[hr] }, message }
}
