/**
 * One random session: a live one with commands of every kind at random moments. After each the memory is conserved; at its
 * end the recording is valid and gives the same trace to the byte, and the project that is saved opens as it was.
 */
import { parseCommand } from '../../../main/session/commands/schema'
import { scenarioText } from '../../../main/session/document/project-file'
import { layoutOf } from '../../../main/session/dump/layout'
import { readDump } from '../../../main/session/dump/read-dump'
import { dumpView } from '../../../main/session/dump/view'
import { LiveSession } from '../../../main/session/live-session'
import { runScenario } from '../../../main/session/run/runner'
import { parseScenarioText, problemsToText, type Scenario, validateScenario } from '../../../main/session/scenario'
import { traceLine } from '../../../main/sim/trace-lines'
import type { CommandResult, Frame, SessionCommand } from '../../../preload/contract'
import { conservationProblems } from '../../main/support/conservation'
import { SystemTraces } from '../../main/support/system-traces'
import { Chance } from './chance'
import { anyCommand, anyPlan } from './generate'
import { anyStart } from './start'

/** What is to be opened, in some fifty slices. */
const LARGE = ((): Scenario => {
  const resources = Array.from({ length: 3_000 }, (_, i) => ({ name: `r${i}`, size: 1 }))
  const parsed = validateScenario({ trimline: 1, app: { effects: [{ name: 'Large', resources }] } })
  if (!parsed.ok) throw new Error(problemsToText(parsed.problems, 'what is to be opened'))
  return parsed.scenario
})()

/** What is carried out while something is opened. */
const MEANWHILE: ReadonlySet<SessionCommand['kind']> = new Set<SessionCommand['kind']>([
  'run',
  'pause',
  'setSpeed',
  'selectResource',
  'selectDelay',
  'cancelOpening',
  'cancelVariants',
  'cancelBranchComparison',
  'cancelDefragmentationComparison',
])

const DOCUMENT = { title: 'torture', path: null, recent: [], theme: 'system' } as const

/** Commands after which another system of the run is shown, or this one at another moment. */
const GOES_BACK: ReadonlySet<SessionCommand['kind']> = new Set<SessionCommand['kind']>([
  'goTo',
  'openRun',
  'returnTo',
  'returnToRunBefore',
])

/** A live session with its whole trace, and time that passes when it is told to. */
export class RecordedSession {
  readonly live: LiveSession
  /** of another scenario, which is to be given up, as this session goes on */
  opening: 'reading' | 'building' | null = null
  private readonly traces = new SystemTraces(traceLine)
  private wall = 0
  private frames: Frame[] = []

  constructor(readonly scenario: Scenario) {
    this.live = new LiveSession({
      scenario,
      wallMs: () => {
        // no turn builds more than a slice, so that it is under way for many
        if (this.opening === 'building') this.wall += 5
        return this.wall
      },
      publish: (frame) => this.frames.push(frame),
      writer: this.traces.writer,
      document: { ...DOCUMENT, recent: [] },
      // what is compared never comes to an end by itself
      startTasks: () => ({ cancel: () => {} }),
    })
  }

  do(command: SessionCommand): CommandResult {
    const parsed = parseCommand(command)
    if (!parsed.ok) return parsed
    // what is due is carried out before a system is left
    if (GOES_BACK.has(command.kind) && this.opening === null) this.live.recording()
    const before = this.opening
    // sound: the gate gives back what it was given
    const result = this.live.execute(parsed.command as SessionCommand)
    if (before !== null) this.mustBeBusy(command, result)
    return result
  }

  /** Begins to open another scenario. */
  open(stage: 'reading' | 'building'): void {
    const gaveUp = (): void => {
      this.opening = null
    }
    if (stage === 'reading') this.live.opening.showReading('another', gaveUp)
    else
      this.live.opening.open('another', LARGE, (running) => {
        if (running === null) return gaveUp()
        throw new Error('what is opened for many turns was built within a few')
      })
    this.opening = stage
  }

  /** Some turns of what is built, which do not end it. */
  buildOn(turns: number): void {
    for (let turn = 0; turn < turns && this.opening === 'building'; turn++) this.live.pump()
  }

  /** Nothing that changes the simulation is carried out while something is opened; cancelOpening ends it, once. */
  private mustBeBusy(command: SessionCommand, result: CommandResult): void {
    const { kind } = command
    const ended = this.opening === null
    if (ended !== (kind === 'cancelOpening'))
      throw new Error(`${kind} ${ended ? 'gave up' : 'did not give up'} what is opened`)
    // to look at no record is to look no longer
    const looksNoLonger = command.kind === 'showTraceLine' && command.record === null
    if (result.ok && !looksNoLonger && !MEANWHILE.has(kind))
      throw new Error(`${kind} was carried out while something was opened`)
  }

  elapse(ms: number): void {
    if (this.opening !== null) return this.buildOn(3)
    for (let left = ms; left > 0; left -= 16) {
      this.wall += Math.min(16, left)
      while (this.live.pump()) {}
    }
  }

  /** Frames are made, and forgotten. */
  show(): number {
    this.live.publishFrame()
    return this.frames.splice(0).length
  }

  /** The trace of the simulation that is shown, as a run writes it, but for the first line. */
  get lines(): readonly string[] {
    return this.traces.of(this.live.world)
  }
}

export interface SessionOutcome {
  commands: number
  refused: number
  /** by kind: how many were carried out with success */
  done: ReadonlyMap<string, number>
  failure: string | null
}

/** @param most commands */
export async function anySession(seed: number, most: number): Promise<SessionOutcome> {
  const chance = new Chance(seed)
  const done = new Map<string, number>()
  const outcome = { commands: 0, refused: 0, done }
  const history: string[] = []
  try {
    const session = new RecordedSession(anyStart(chance))
    playRandomly(session, chance, most, (command, result) => {
      outcome.commands++
      history.push(JSON.stringify(command))
      if (result.ok) done.set(command.kind, (done.get(command.kind) ?? 0) + 1)
      else outcome.refused++
      const problems = conservationProblems(session.live.world.vidmm)
      if (problems.length > 0) throw new Error(`memory is not conserved: ${problems.join('; ')}`)
    })
    if (session.opening !== null) session.do({ kind: 'cancelOpening' })
    around(session, chance)
    await mustReplay(session)
    mustReopen(session)
    return { ...outcome, failure: null }
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ...outcome, failure: `seed ${seed}, after ${history.slice(-3).join(' ')}: ${text.slice(0, 1_500)}` }
  }
}

/** Random commands, and what happens beside them. @param most commands */
export function playRandomly(
  session: RecordedSession,
  chance: Chance,
  most: number,
  after: (command: SessionCommand, result: CommandResult) => void,
): void {
  const planned: SessionCommand[] = []
  for (let left = chance.between(1, most); left > 0; left--) {
    const { world } = session.live
    if (planned.length === 0 || chance.oneIn(3)) around(session, chance)
    if (planned.length === 0 && chance.oneIn(15)) planned.push(...anyPlan(chance, world))
    if (planned.length === 0 && chance.oneIn(60)) {
      session.open(chance.one(['reading', 'building'] as const))
      planned.push(anyCommand(chance, world), anyCommand(chance, world), { kind: 'cancelOpening' })
    }
    session.buildOn(chance.upTo(3))
    const command = planned.shift() ?? anyCommand(chance, world)
    after(command, session.do(command))
  }
}

/** What happens beside commands: time, input, power events, frames, files. */
function around(session: RecordedSession, chance: Chance): void {
  session.elapse(chance.one([0, 0, 1, 5, 16, 40, chance.upTo(100)]))
  if (chance.oneIn(40)) session.elapse(1_500)
  if (chance.oneIn(8)) session.live.reportIdle(chance.one([null, 0, 3, 100]), 'active')
  if (chance.oneIn(20)) session.live.power(chance.one(['suspend', 'resume', 'lock', 'unlock'] as const))
  if (chance.oneIn(10)) session.show()
  if (chance.oneIn(25)) session.live.requestFullFrame()
  if (chance.oneIn(20)) openDump(session)
  if (chance.oneIn(60)) {
    session.live.toScenarioText()
    session.live.toRecordingText()
  }
}

/** The dump that is saved now is opened, under a name of its own. */
function openDump({ live }: RecordedSession): void {
  const read = readDump(new TextEncoder().encode(live.dumpText()))
  if (!read.ok) throw new Error(`the dump that was saved cannot be opened: ${problemsToText(read.problems, 'dump')}`)
  const layout = layoutOf(read.dump)
  if (layout !== null) live.openDump({ view: dumpView(read.dump, 'a.json', '/a.json'), layout })
}

/** SC-12, SC-16, LB-01 */
export async function mustReplay(session: RecordedSession): Promise<void> {
  // up to the moment that is shown: at an earlier one Save Recording writes what came later, too
  const text = scenarioText(session.live.recording())
  const parsed = parseScenarioText(text)
  if (!parsed.ok) throw new Error(`the recording cannot be opened: ${problemsToText(parsed.problems, 'recording')}`)
  const chunks: string[] = []
  await runScenario(parsed.scenario, { sink: (chunk) => chunks.push(chunk) })
  const [, ...replayed] = chunks.join('').trimEnd().split('\n')
  const { lines } = session
  for (let i = 0; i < Math.max(lines.length, replayed.length); i++)
    if (lines[i] !== replayed[i])
      throw new Error(`the traces part at record ${i}: live ${lines[i]}, replayed ${replayed[i]}`)
}

function mustReopen(session: RecordedSession): void {
  const text = session.live.toScenarioText()
  const parsed = parseScenarioText(text)
  if (!parsed.ok) throw new Error(`the project cannot be opened: ${problemsToText(parsed.problems, 'project')}`)
  const again = new RecordedSession(parsed.scenario)
  const problems = conservationProblems(again.live.world.vidmm)
  if (problems.length > 0) throw new Error(`memory of the reopened project is not conserved: ${problems.join('; ')}`)
  const second = again.live.toScenarioText()
  if (second !== text) throw new Error(`the project that was reopened is saved otherwise: ${difference(text, second)}`)
}

function difference(a: string, b: string): string {
  const [before, after] = [a.split('\n'), b.split('\n')]
  const line = before.findIndex((text, i) => text !== after[i])
  return `line ${line}: ${before[line]} became ${after[line]}`
}
