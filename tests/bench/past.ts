/**
 * Going back in half an hour of editing, command to published frame (LB-02: at most 1 s): to a second before the end, to the
 * middle, to the end of the branch, and to that of another. Turns follow each other as in the app, and frames are published
 * at display rate. In processor time, as what else the machine does is not what is measured, and in wall time, which is
 * what a person waits.
 */
import { totalmem } from 'node:os'
import { LiveSession } from '../../main/session/live-session'
import { bytesForCheckpoints } from '../../main/shell/session-slot'
import type { Frame, SessionCommand } from '../../preload/contract'
import { summary } from './measure'
import { type Row, timeRow } from './table'
import { PAGE, scenario } from './worlds'

const MINUTES = 30
/** s between two presses */
const PRESS_EVERY = 3
/** of all effects together */
const ALLOCATIONS = 200
/** seconds */
const MOST = 1
/** ms between two frames that are published */
const DISPLAY = 16
/** µs of simulated time that another branch goes on after it parted */
const ANOTHER = 10_000_000

/** Each is a session of its own; how often each way is gone: that takes long where much was played. */
const SESSIONS = [
  { what: `${ALLOCATIONS} allocations of 20 effects`, effects: 20, played: false, times: 5 },
  { what: `played throughout, ${ALLOCATIONS} allocations of 2 effects`, effects: 2, played: true, times: 3 },
  { what: `played throughout, ${ALLOCATIONS} allocations of 20 effects`, effects: 20, played: true, times: 1 },
]

/** Seconds of one. */
interface Taken {
  processor: number
  wall: number
}

export async function past(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { what, effects, played, times } of SESSIONS) {
    const group = `Going back: ${MINUTES} minutes of editing, a press every ${PRESS_EVERY} s, ${what}`
    for (const [name, taken] of Object.entries(await travels(new Edited(effects, played), times))) {
      const of = (kind: keyof Taken) => taken.map((one) => one[kind])
      rows.push(timeRow(group, summary(name, of('processor')), { target: MOST }))
      rows.push(timeRow(group, summary(`${name}, wall time`, of('wall')), { target: MOST }))
    }
  }
  return rows
}

/** @returns what each kind of going took, each time */
async function travels(session: Edited, times: number): Promise<Record<string, Taken[]>> {
  const { end } = session
  const middle = Math.round(end / 2)
  const taken: Record<'nearEnd' | 'branch' | 'middle' | 'other', Taken[]> = {
    nearEnd: [],
    branch: [],
    middle: [],
    other: [],
  }
  for (let i = 0; i < times; i++) {
    const before = end - 1_000_000 - i
    taken.nearEnd.push(await session.travel({ kind: 'goTo', time: before }, before))
    taken.branch.push(await session.travel({ kind: 'returnTo', branch: 1 }, end))
    taken.middle.push(await session.travel({ kind: 'goTo', time: middle + i }, middle + i))
    await session.travel({ kind: 'returnTo', branch: 1 }, end)
  }
  // acting there parts another branch from it
  await session.travel({ kind: 'goTo', time: middle }, middle)
  session.press(0)
  session.goOn(ANOTHER)
  const other = session.now
  for (let i = 0; i < times; i++) {
    taken.other.push(await session.travel({ kind: 'returnTo', branch: 1 }, end))
    taken.other.push(await session.travel({ kind: 'returnTo', branch: 2 }, other))
  }
  return {
    'to a second before the end': taken.nearEnd,
    'back to the end of the branch': taken.branch,
    'to the middle': taken.middle,
    'to the end of another branch': taken.other,
  }
}

/** A session of half an hour, which stands still at its end. */
class Edited {
  private wall = 0
  private frame: Frame | null = null
  private readonly session: LiveSession
  readonly end: number

  constructor(
    private readonly effects: number,
    played: boolean,
  ) {
    const resources = Array.from({ length: ALLOCATIONS / effects }, (_, i) => ({
      name: `r${i}`,
      size: 64 * PAGE,
      resident: false,
    }))
    this.session = new LiveSession({
      scenario: scenario({
        system: { localMemory: '1GiB', budget: played ? '900MiB' : '600MiB' },
        app: {
          policy: 'creative-app-fixed',
          effects: Array.from({ length: effects }, (_, effect) => ({ name: `E${effect}`, gpuTime: 400, resources })),
        },
      }),
      checkpointBytes: bytesForCheckpoints(totalmem()),
      wallMs: () => this.wall + performance.now(),
      publish: (published) => {
        this.frame = published
      },
      document: { title: 'bench', path: null, recent: [], theme: 'system' },
    })
    if (played) this.must({ kind: 'play', playing: true })
    for (let second = 0; second < MINUTES * 60; second += PRESS_EVERY) {
      this.press((second / PRESS_EVERY) * 7)
      this.goOn(PRESS_EVERY * 1e6)
    }
    this.must({ kind: 'pause' })
    this.end = this.now
  }

  get now(): number {
    return this.session.world.sim.now
  }

  press(number: number): void {
    this.must({ kind: 'applyEffect', effect: `E${number % this.effects}` })
  }

  /** @param time µs */
  goOn(time: number): void {
    this.must({ kind: 'run' })
    for (let passed = 0; passed < time; passed += 250_000) {
      this.wall += 250
      while (this.session.pump()) {}
    }
    this.must({ kind: 'pause' })
  }

  /** @param to µs, where it comes to */
  async travel(command: SessionCommand, to: number): Promise<Taken> {
    const { session } = this
    const used = process.cpuUsage()
    const began = performance.now()
    let published = began
    this.must(command)
    while (this.now !== to) {
      session.pump()
      if (performance.now() - published >= DISPLAY) {
        session.publishFrame()
        published = performance.now()
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    session.publishFrame()
    const wall = (performance.now() - began) / 1e3
    const { user, system } = process.cpuUsage(used)
    if (this.frame?.clock.now !== to) throw new Error(`went to ${this.frame?.clock.now} µs, expected ${to}`)
    return { processor: (user + system) / 1e6, wall }
  }

  private must(command: SessionCommand): void {
    const result = this.session.execute(command)
    if (!result.ok) throw new Error(`${command.kind}: ${result.message}`)
  }
}
