/**
 * Hours of editing at 16×: what the program keeps stays within 5 % of what it was after the tenth minute. As fast as the
 * machine can, on a clock of its own; with TRIMLINE_SOAK=true-pace by the wall clock, as the app runs. What the engine keeps
 * for itself (`kept.ts`), and all that is in use, are said beside it.
 *
 * Memory is compared at like moments: the project is brought to the same state, and plays until the bounded logs have
 * nothing of before; what is remembered of shaders is given back, as in a window that nobody sees. The recording of what
 * was done, with what Undo and a look at the past need of it, grows with what is done, as it has to: what nothing but it
 * keeps alive is not counted, and said apart.
 */

import { join } from 'node:path'
import { writeHeapSnapshot } from 'node:v8'
import { LiveSession } from '../../../main/session/live-session'
import { validateScenario } from '../../../main/session/scenario'
import { forgetCompiled } from '../../../main/session/world/effect-compiler'
import { Editing } from '../soak/editing'
import { keptNow, type Property } from '../soak/kept'
import { inUse } from '../soak/memory'
import { warmUp } from '../soak/warm-up'
import type { Torture, TortureFailure } from '../torture'

const SPEED = 16
/** minutes of the session's clock */
const HOURS = 8
const TENTH_MINUTE = 10
/** minutes between the later measurements */
const EVERY = 30
const MOST_GROWTH = 0.05
/** minutes of another session, which is gone before this one begins */
const COMPILED_AFTER = 20
/** ms of the session's clock in one turn: what a pump makes up for at most */
const TURN = 250
/** ms of the session's clock between two things that a person does: about one in two seconds */
const PACE = 2000
/** what the rings of the trace and of the packets keep, each, with some to spare */
const RING = 70_000
/** a folder for a heap snapshot at each measurement: compared, two of them say what has grown */
const SNAPSHOTS = process.env.TRIMLINE_SOAK_SNAPSHOTS
/** of all that is done, what may come to nothing: the mix is to be what was planned */
const MOST_REFUSED = 0.1

const torture: Torture = {
  items: 'minutes of editing at 16×',
  aim: HOURS * 60,
  seconds: 8 * 3600,
  run: async ({ seed, seconds, count, say }) => {
    // what the engine compiles, and what it keeps of that, is compiled once for all sessions
    if (count >= TENTH_MINUTE) await new Soak(seed + 1).edit(COMPILED_AFTER * 60_000)
    const soak = new Soak(seed)
    const started = performance.now()
    const deadline = started + seconds * 1000
    const failures: TortureFailure[] = []
    let most = 0
    let minutes = 0
    let last: Measured = { bytes: 0, recording: 0, commands: 1, program: 0, engine: 0 }
    let first: Measured | null = null
    const each: number[] = []
    // a run that measures nothing need not be full of anything
    await soak.warmUp(count < TENTH_MINUTE ? 0.01 : 1)
    while (minutes < count && performance.now() < deadline) {
      await soak.edit(60_000)
      minutes++
      if (minutes !== TENTH_MINUTE && minutes % EVERY !== 0) continue
      last = await soak.measure()
      first ??= last
      each.push(last.program)
      most = Math.max(most, last.program / first.program - 1)
      const { done, refused } = soak.editing
      const took = ((performance.now() - started) / 1000).toFixed(0)
      const parts = `${mib(last.program)} MiB, beside them ${mib(last.recording)} of recording and ${mib(last.engine)} of the engine`
      say(`${minutes} min, ${took} s, ${parts}, ${mib(last.bytes)} in use, ${done} done, ${refused} refused`)
    }
    const { done, refused, refusals, restarts } = soak.editing
    const repeat = `npm run torture -- soak --count ${minutes} --seed ${seed}`
    if (most > MOST_GROWTH)
      failures.push({
        what: `memory grew by ${(most * 100).toFixed(1)} % after the tenth minute; expected at most ${MOST_GROWTH * 100} %`,
        repeat,
      })
    if (refused > MOST_REFUSED * (done + refused))
      failures.push({ what: `${refused} of ${done + refused} were refused: ${JSON.stringify([...refusals])}`, repeat })
    if (first === null) failures.push({ what: 'the tenth minute was not reached', repeat: 'more --seconds' })
    return {
      tried: minutes,
      failures,
      figures: {
        'simulated h': Number((soak.session.recording().until / 3.6e9).toFixed(1)),
        'MiB at the tenth minute': mib(first?.program ?? 0),
        'MiB at the end': mib(last.program),
        'most growth %': percent(most),
        // what fills up ends, what leaks goes on
        'growth of the second half %': percent(
          last.program / (each[Math.ceil(each.length / 2) - 1] ?? last.program) - 1,
        ),
        'recording MiB apart': mib(last.recording),
        "the engine's MiB apart": `${mib(first?.engine ?? 0)}, ${mib(last.engine)}`,
        'all in use MiB': `${mib(first?.bytes ?? 0)}, ${mib(last.bytes)}`,
        'bytes a recorded command': Math.round(last.recording / last.commands),
        commands: done,
        refused,
        restarts,
        frames: soak.frames,
      },
    }
  },
}

/** What was done, as the recording, Undo and a look at the past need it: where a session has it; a world is of no class. */
const RECORDING: readonly Property[] = [
  'WatchedSystem.journal',
  'WatchedSystem.played',
  'WatchedSystem.idleSwitches',
  'Object.journal',
  'Project.noted',
  'Project.notedByHand',
  'HandChanges.history',
]

/** Bytes at a like moment. */
interface Measured {
  /** all that is in use */
  bytes: number
  recording: number
  /** that it has */
  commands: number
  /** that the program keeps, without the recording */
  program: number
  /** that the engine keeps for itself */
  engine: number
}

class Soak {
  readonly session: LiveSession
  readonly editing: Editing
  frames = 0
  readonly #truePace = process.env.TRIMLINE_SOAK === 'true-pace'
  readonly #started = performance.now()
  #clock = 0
  #nextAct = PACE

  constructor(seed: number) {
    const parsed = validateScenario({ trimline: 1 })
    if (!parsed.ok) throw new Error('the default project is not valid')
    this.session = new LiveSession({
      scenario: parsed.scenario,
      wallMs: () => this.#now(),
      publish: (frame) => {
        this.frames++
        this.editing.see(frame)
      },
      document: { title: 'soak', path: null, recent: [], theme: 'dark' },
    })
    this.editing = new Editing(this.session, seed)
    this.session.execute({ kind: 'setSpeed', speed: SPEED })
  }

  #now(): number {
    return this.#truePace ? performance.now() - this.#started : this.#clock
  }

  /** @param span ms of the session's clock */
  async #turn(span = TURN): Promise<void> {
    if (this.#truePace) await new Promise((resolve) => setTimeout(resolve, 4))
    this.#clock += span
    while (this.session.pump() && this.#truePace);
    this.session.publishFrame()
  }

  async warmUp(share: number): Promise<void> {
    await this.#turn()
    for (const next of warmUp(this.editing.offers, share)) {
      if (typeof next === 'number') await this.#wait(next / SPEED)
      else {
        this.editing.execute(next)
        this.session.publishFrame()
      }
    }
    await this.#turn()
    this.#nextAct = this.#now() + PACE
  }

  async #wait(span: number): Promise<void> {
    const until = this.#now() + span
    for (let left = span; left > 0; left = until - this.#now()) await this.#turn(Math.min(TURN, left))
  }

  /** @param span ms of the session's clock */
  async edit(span: number): Promise<void> {
    const until = this.#now() + span
    while (this.#now() < until) {
      await this.#turn()
      for (; this.#nextAct <= this.#now(); this.#nextAct += PACE) this.editing.act()
    }
  }

  /** Bytes at a like moment, without the recording; and of the recording, with the commands that it has. */
  async measure(): Promise<Measured> {
    const { editing, session } = this
    for (const command of editing.settle()) {
      editing.execute(command)
      await this.#turn()
    }
    const { packets } = editing
    const { forgotten } = session.world.sim.trace
    while (session.world.sim.trace.forgotten < forgotten + RING || editing.packets < packets + RING) await this.#turn()
    this.#nextAct = Math.max(this.#nextAct, this.#now() + PACE)
    // as the app does while nobody sees it: the trees of shaders are made again where they are needed
    forgetCompiled()
    const bytes = inUse()
    if (SNAPSHOTS !== undefined) writeHeapSnapshot(join(SNAPSHOTS, `${Math.round(this.#now() / 60_000)}.heapsnapshot`))
    const { all, rest } = await keptNow(RECORDING)
    const commands = Math.max(1, session.recording().steps.length)
    return { bytes, recording: all.program - rest.program, commands, ...rest }
  }
}

function percent(share: number): number {
  return Number((share * 100).toFixed(1))
}

function mib(bytes: number): number {
  return Number((bytes / 2 ** 20).toFixed(1))
}

export default torture
