/** What the table of commands says of each kind. */
import type { CommandResult, RecordPlace, SessionCommand } from '../../../preload/contract'
import type { HResultName } from '../../d3d12/hresult'
import type { Edit } from '../../editor/project/edit'
import type { OpenedDump } from '../dump/opened-dump'
import type { NamedRun } from '../laboratory/comparison/compare'
import type { VariedRun } from '../laboratory/comparison/variants'
import type { ComparisonSlot } from '../laboratory/comparisons'
import type { DefragmentationTrial } from '../laboratory/defragmentation-comparison'
import type { Laboratory } from '../laboratory/laboratory'
import type { WatchedSystem } from '../run/watched-system'
import type { Scenario } from '../scenario'
import type { Action, ActionVerb, ValueOf } from '../verbs/action'

export type Kind = SessionCommand['kind']
export type CommandOf<K extends Kind> = Extract<SessionCommand, { kind: K }>

/** What commands reach of the session. */
export interface SessionPort {
  /** the simulated system that runs now, with what watches it */
  readonly system: WatchedSystem
  /** LB-03 */
  readonly laboratory: Laboratory
  /** DF-16 */
  readonly defragmentationComparison: ComparisonSlot<
    DefragmentationTrial,
    NonNullable<WatchedSystem['heapLog']['comparison']>
  >
  /** null: none is open */
  readonly dump: OpenedDump | null
  showDump(dump: OpenedDump | null): void
  /** what was done so far, as a scenario that does it again (SC-12) */
  recording(): Scenario
  /** the same, with what the scenario that is played has yet to do */
  ahead(): Scenario
  /** the real input, or Simulate idle, reaches the emulated OS */
  followIdle(): void
  /** LB-02 */
  readonly past: {
    /** the branch that is shown */
    readonly shownId: number
    goTo(time: number, branch?: number): CommandResult
    returnTo(branch: number): CommandResult
    /** the run that the simulation was restarted in */
    returnToRunBefore(): CommandResult
    /** a run that was compared, at that moment of it, µs */
    openRun(run: VariedRun, time: number): CommandResult
    rename(branch: number, name: string): CommandResult
    remove(branch: number): CommandResult
    /** that which was deleted last */
    restore(branch: number): CommandResult
    /** what was done in it; null: there is no such branch */
    runOf(branch: number): NamedRun | null
    /** something is done at the moment that is shown */
    leave(): void
  }
  /** to another moment, also while the session is on its way to one */
  travel(go: () => CommandResult): CommandResult
  /** of the trace of the line that is shown, also while another one is looked for; null: none */
  showTraceLine(record: RecordPlace | null): CommandResult
  /** time goes on, or stands still */
  run(on: boolean): void
  setSpeed(speed: CommandOf<'setSpeed'>['speed']): void
  step(): void
  restart(): void
  setLayout(layout: CommandOf<'setPanelLayout'>['layout']): void
  /** @param make the same project in another way, or why it cannot be so: that is the refusal then */
  restartAs(make: (now: Scenario) => { readonly scenario: Scenario } | { readonly refused: string }): CommandResult
  cancelOpening(): CommandResult
  /** for a command that begins now: asked between slices whether it may go on at once */
  inTime(): () => boolean
}

/** What came of a verb. */
export interface CommandOutcome {
  readonly result: CommandResult
  readonly hr: HResultName
  /** why the allocator could not, where that is news (DF-03); null: nothing to tell */
  readonly because: string | null
}

/** A verb that a command asks for. */
export interface Request {
  readonly action: Action
  /** what did not come about, for the message [The simulated system refused] */
  readonly failed?: string | undefined
  /** the verb was carried out, or is begun: what is kept of it */
  readonly done?: () => void
  /** what to tell, where that is more than the result */
  readonly answer?: (outcome: CommandOutcome) => CommandResult
  /** what follows at once, and whose answer counts; null: nothing */
  readonly next?: (result: CommandResult) => Request | null
}

/** What `ask` in act.ts goes by; what can be undone is an edit, of which edit-kinds.ts says how. */
export interface Row<K extends Kind> {
  /** Save has what the verb did [only the recording has it]; an edit the project keeps itself */
  readonly saved: boolean
  /** what the native menu calls it, & before its letter; null: it does not stand there */
  readonly menu: string | null
  /** it may come while something is opened, or a step is half done: nothing in the simulated system changes */
  readonly whileBusy: boolean
  /** @returns the edit, or the verb, to carry out, or what came of it where there is none */
  readonly ask: (command: CommandOf<K>, session: SessionPort) => Edit | Request | CommandResult
}

export const OK: CommandResult = { ok: true }

/** The result of a command that is not carried out. @param message says what to do */
export function refusal(message: string): CommandResult {
  return { ok: false, message }
}

interface ActOptions<K extends Kind> {
  saved?: boolean
  menu?: string
  /** why it cannot be asked for, and what to do; null: it can */
  problem?: (command: CommandOf<K>, system: WatchedSystem, session: SessionPort) => string | null
  failed?: (command: CommandOf<K>, session: SessionPort) => string
  answer?: (outcome: CommandOutcome, command: CommandOf<K>, system: WatchedSystem) => CommandResult
  next?: (command: CommandOf<K>) => Request | null
}

/** A command that ends in this verb, and stays. @param value what the verb takes */
export function acts<K extends Kind, V extends ActionVerb>(
  verb: V,
  value: (command: CommandOf<K>, session: SessionPort) => ValueOf<V>,
  { saved, menu, problem, failed, answer, next }: ActOptions<K> = {},
): Row<K> {
  return {
    saved: saved ?? false,
    menu: menu ?? null,
    whileBusy: false,
    ask: (command, session) => {
      const { system } = session
      const refused = problem?.(command, system, session) ?? null
      if (refused !== null) return refusal(refused)
      // sound: the value is that of the verb
      const action = { verb, value: value(command, session) } as unknown as Action
      return {
        action,
        failed: failed?.(command, session),
        ...(answer === undefined ? {} : { answer: (outcome) => answer(outcome, command, system) }),
        ...(next === undefined ? {} : { next: () => next(command) }),
      }
    },
  }
}

/** What follows when the verb was carried out, or is begun; nothing where there is none. */
export function also(request: Request | CommandResult, then: () => void): Request | CommandResult {
  if ('ok' in request) return request
  const { done } = request
  return {
    ...request,
    done: () => {
      done?.()
      then()
    },
  }
}

/** A command that changes no world: it shows something else, moves time, or works beside the simulation. */
export function answers<K extends Kind>(
  answer: (session: SessionPort, command: CommandOf<K>) => CommandResult,
  { menu, whileBusy = false }: { menu?: string; whileBusy?: boolean } = {},
): Row<K> {
  const ask = (command: CommandOf<K>, session: SessionPort): CommandResult => answer(session, command)
  return { saved: false, menu: menu ?? null, whileBusy, ask }
}

/** As `answers`, of what is never refused. */
export function controls<K extends Kind>(
  control: (session: SessionPort, command: CommandOf<K>) => void,
  options: { menu?: string; whileBusy?: boolean } = {},
): Row<K> {
  return answers((session, command) => {
    control(session, command)
    return OK
  }, options)
}
