/**
 * What a frame carries after a command of any kind is all that has changed by it: with it a window shows what one that is
 * opened then does. The kinds are those that the gate lets through; `TRIMLINE_RUNS` sets how many sessions are played.
 */
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../../../main/session/commands/schema'
import type { SessionCommand } from '../../../../preload/contract'
import { mustEqual } from '../../../support/must-equal'
import { Chance } from '../../../torture/commands/chance'
import { anyCommand, anyPlan, commandOf, KINDS } from '../../../torture/commands/generate'
import { anyStart } from '../../../torture/commands/start'
import { LiveRig } from '../live-rig'
import { visible } from '../visible'

const SESSIONS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 20 : 60))
const MOST = 60
/** sessions in which a view once stood still */
const FOUND = [1558, 2093, 2111, 2366]
/** notifications and findings that the session has for a new window; one that was there keeps more */
const KEPT_FOR_NEW = 2_000

/** A window's session, which looks after each command: with the frame that came of it, and anew. */
class Watched {
  readonly live: LiveRig
  readonly done = new Map<SessionCommand['kind'], number>()

  constructor(
    readonly seed: number,
    chance: Chance,
  ) {
    // what is compared never comes to an end by itself
    this.live = new LiveRig(anyStart(chance), { startTasks: () => ({ cancel: () => {} }) })
    this.live.fresh()
  }

  do(command: SessionCommand): void {
    const parsed = parseCommand(command)
    if (!parsed.ok) return
    // sound: the gate gives back what it was given
    const { ok } = this.live.do(parsed.command as SessionCommand)
    if (ok) this.done.set(command.kind, (this.done.get(command.kind) ?? 0) + 1)
    this.look(`${ok ? '' : 'refused: '}${JSON.stringify(command)}`)
  }

  elapse(ms: number): void {
    this.live.elapse(ms)
    this.look(`${ms} ms`)
  }

  private look(after: string): void {
    const told = visible(this.live.shown)
    const anew = visible(this.live.fresh())
    const notifications = told.notifications.slice(-KEPT_FOR_NEW)
    const findings = told.findings.slice(-KEPT_FOR_NEW)
    mustEqual({ ...told, notifications, findings }, anew, `seed ${this.seed}, after ${after}`)
  }
}

function play(seed: number): Watched {
  const chance = new Chance(seed)
  const watched = new Watched(seed, chance)
  const planned: SessionCommand[] = []
  for (let left = MOST; left > 0; left--) {
    const { world } = watched.live.session
    if (chance.oneIn(3)) watched.elapse(chance.one([1, 5, 16, 40, chance.upTo(100)]))
    if (chance.oneIn(20)) watched.live.session.power(chance.one(['suspend', 'resume', 'lock', 'unlock'] as const))
    if (planned.length === 0 && chance.oneIn(15)) planned.push(...anyPlan(chance, world))
    watched.do(planned.shift() ?? anyCommand(chance, world))
  }
  return watched
}

const done = new Set<string>()

describe('a frame', () => {
  // one test for each session: no number of them makes one that is too long
  it.each([...FOUND, ...Array.from({ length: SESSIONS }, (_, i) => i + 1)])(
    'tells all that a command has changed, in session %i',
    (seed) => {
      for (const kind of play(seed).done.keys()) done.add(kind)
    },
  )

  it('has been seen after most kinds of command carried out, not only refused', () => {
    expect(done.size).toBeGreaterThan(KINDS.length / 2)
  })

  it.each(KINDS)('tells what %s has changed, at the beginning of any session', (kind) => {
    for (let seed = 1; seed <= 3; seed++) {
      const chance = new Chance(seed)
      const watched = new Watched(seed, chance)
      watched.elapse(chance.upTo(200))
      watched.do(commandOf(kind, chance, watched.live.session.world))
    }
  })
})
