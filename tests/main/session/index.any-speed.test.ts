/**
 * What a person sees, and what is saved, does not depend on how fast the machine is. A random session of every kind of
 * command is played on a machine whose work takes no time, and on one where every look at the clock finds the time over, so
 * that all that can goes on in slices, with a frame after each. Wherever both have come to rest they are the same.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../../main/session/commands/schema'
import { layoutOf } from '../../../main/session/dump/layout'
import { readDump } from '../../../main/session/dump/read-dump'
import { dumpView } from '../../../main/session/dump/view'
import type { Scenario } from '../../../main/session/scenario'
import type { World } from '../../../main/session/world/world'
import type { CommandResult, SessionCommand } from '../../../preload/contract'
import { Chance } from '../../torture/commands/chance'
import { anyCommand, anyPlan, commandOf } from '../../torture/commands/generate'
import { anyStart } from '../../torture/commands/start'
import { LiveRig, scenario } from './live-rig'
import { visible, withHeapsByPlace } from './visible'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? 20)
/** of one thing: more than are made in a slice */
const MANY = 70
const PAGE = 64 * 1024
/** ms of a look at the clock: longer than anything may take at once */
const LOOK = 60

const MOVES = ['long', 'long', 'long', 'command', 'command', 'plan', 'time', 'time', 'step', 'outside'] as const

interface Move {
  readonly what: (typeof MOVES)[number]
  readonly seed: number
}

const moves = fc.array(fc.record({ what: fc.constantFrom(...MOVES), seed: fc.nat() }), {
  minLength: 1,
  maxLength: 24,
  size: 'max',
})

const resources = Array.from({ length: MANY }, (_, i) => ({ name: `m${i}`, size: PAGE, resident: i % 3 === 0 }))
const LARGE = scenario({
  app: {
    effects: [{ name: 'Many', gpuTime: 1_000, resources }],
    clips: [{ name: 'many', width: 64, height: 36, frames: 1, thumbnails: MANY }],
  },
}).app
const STEPS = scenario({
  app: LARGE,
  steps: [
    { at: 0, recreateDevice: true },
    { at: 0, project: { width: 640, height: 360 } },
    { at: 0, allocation: 'placed' },
    { at: 0, removeEffect: 'Many' },
    { at: 0, apply: 'Many' },
  ],
}).steps

/** A random beginning with an effect and a clip of many parts. What is played sometimes is little, and ends with its last step. */
function start(chance: Chance): Scenario {
  const begun = anyStart(chance)
  const { app } = begun
  const own = { ...app, effects: [...app.effects, ...LARGE.effects], clips: [...app.clips, ...LARGE.clips] }
  if (begun.steps.length === 0) return { ...begun, app: own }
  const more = STEPS.map((step) => ({ ...step, at: chance.one([0, 0, chance.upTo(100_000)]) }))
  const steps = [...(chance.flip() ? begun.steps : []), ...more.slice(0, chance.between(1, more.length))].map((step) =>
    step.verb === 'allocate' ? { ...step, value: { ...step.value, count: MANY } } : step,
  )
  steps.sort((one, other) => one.at - other.at)
  const last = steps.at(-1)?.at ?? 0
  return { ...begun, app: own, steps, until: chance.flip() ? last : last + 100_000 }
}

/** The same with so many of what it makes that it takes long. */
function enlarged(command: SessionCommand): SessionCommand {
  if (command.kind === 'allocate') return { ...command, count: 2 * MANY }
  return command.kind === 'importClip' ? { ...command, thumbnails: MANY } : command
}

/** The same session on two machines. */
class TwoMachines {
  private readonly fast: LiveRig
  private readonly slow: LiveRig
  readonly done: string[] = []
  /** commands that were still under way when they were answered */
  late = 0

  constructor(begun: Scenario) {
    const beside = { startTasks: () => ({ cancel: () => {} }) }
    this.fast = new LiveRig(begun, beside)
    this.slow = new LiveRig(begun, beside)
    this.slow.costOfLook = LOOK
  }

  get world() {
    return this.fast.session.world
  }

  /** Both, each to its end. @param meanwhile what happens before that @returns what came of it */
  both<Result>(what: string, act: (live: LiveRig) => Result, meanwhile?: Happening): readonly [Result, Result] {
    this.done.push(what, ...(meanwhile === undefined ? [] : [`meanwhile ${meanwhile.what}`]))
    const on = (live: LiveRig): Result => {
      const result = act(live)
      live.session.publishFrame()
      meanwhile?.act(live)
      if (this.rest(live)) this.late++
      return result
    }
    return [on(this.fast), on(this.slow)]
  }

  command(command: SessionCommand, meanwhile?: Happening): void {
    const parsed = parseCommand(command)
    if (!parsed.ok) return
    const what = JSON.stringify(command)
    const answers = this.both(what, (live) => live.do(command), meanwhile)
    if (!isAccepted(command, answers)) expect(answers[1], this.said).toEqual(answers[0])
  }

  elapse(ms: number): void {
    this.done.push(`${ms} ms`)
    for (let left = ms; left > 0; left -= 16)
      for (const live of [this.fast, this.slow]) {
        live.skip(Math.min(16, left))
        this.rest(live)
      }
  }

  /** What was begun is carried out, and shown as the window would show it. @returns whether there was something */
  private rest(live: LiveRig): boolean {
    live.session.publishFrame()
    live.forgetLooks()
    let turns = 0
    while (live.session.pump()) {
      turns++
      live.session.publishFrame()
      live.forgetLooks()
    }
    for (let left = 50; live.session.hasNews && left > 0; left--) live.session.publishFrame()
    return turns > 0
  }

  private get said(): string {
    return this.done.slice(-12).join('\n')
  }

  /** Both rest. */
  compare(): void {
    this.mustBeSame(stateOf(this.slow), stateOf(this.fast))
  }

  compareTraces(): void {
    this.mustBeSame(this.slow.records, this.fast.records)
    this.mustBeSame(withHeapsByPlace(visible(this.slow.fresh())), withHeapsByPlace(visible(this.fast.fresh())))
  }

  private mustBeSame(slow: unknown, fast: unknown): void {
    if (!isDeepStrictEqual(slow, fast)) expect(differences(slow, fast).slice(0, 20), this.said).toEqual([])
  }
}

function stateOf(live: LiveRig): unknown {
  const { session } = live
  return {
    dirty: session.dirty,
    standsStill: session.standsStill,
    kept: session.keptText(),
    saved: session.toScenarioText(),
    recording: session.toRecordingText(),
    shown: withHeapsByPlace(visible(live.shown)),
  }
}

/** Where two differ, and how. */
function differences(slow: unknown, fast: unknown, at = ''): string[] {
  if (isDeepStrictEqual(slow, fast)) return []
  if (typeof slow === 'string' && typeof fast === 'string' && slow.includes('\n'))
    return differences(slow.split('\n'), fast.split('\n'), at)
  if (!isObject(slow) || !isObject(fast)) return [`${at}: ${JSON.stringify(slow)} instead of ${JSON.stringify(fast)}`]
  return [...new Set([...Object.keys(slow), ...Object.keys(fast)])].flatMap((key) =>
    differences(slow[key], fast[key], `${at}.${key}`),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * What goes on in slices is accepted before it is known that a call of it fails, which a finding says then. Where nothing can
 * be made anew that is known at once, and so is all else that is refused.
 */
const ACCEPTED: readonly SessionCommand['kind'][] = ['allocate', 'free', 'importClip', 'layout', 'undo', 'redo']

function isAccepted({ kind }: SessionCommand, [fast, slow]: readonly [CommandResult, CommandResult]): boolean {
  return ACCEPTED.includes(kind) && isDeepStrictEqual(slow, { ok: true }) && fast.hresult !== undefined
}

function play(machines: TwoMachines, { what, seed }: Move): void {
  const chance = new Chance(seed)
  switch (what) {
    case 'command':
      return machines.command(enlarged(anyCommand(chance, machines.world)))
    case 'long':
      return machines.command(
        enlarged(longCommand(chance, machines.world)),
        chance.maybe(() => outside(chance)),
      )
    case 'plan':
      for (const command of anyPlan(chance, machines.world)) machines.command(enlarged(command))
      return
    case 'time':
      return machines.elapse(chance.one([1, 5, 16, 40, 16, 100]))
    case 'step':
      return machines.command({ kind: 'step' })
    case 'outside': {
      if (chance.oneIn(4)) return void machines.both('a dump is opened', openDump)
      const { what: happening, act } = outside(chance)
      machines.both(happening, act)
      return
    }
  }
}

/** What goes on in slices where there is enough of it. */
function longCommand(chance: Chance, world: World): SessionCommand {
  const { width, height } = world.editor.format
  return chance.one<() => SessionCommand>([
    () => ({ kind: 'recreateDevice' }),
    () => ({ kind: 'recreateDevice' }),
    () => ({ kind: 'setAllocation', mode: world.editor.allocation === 'placed' ? 'committed' : 'placed' }),
    () => ({ kind: 'setProject', width: width === 320 ? 640 : 320, height: height === 180 ? 360 : 180 }),
    () => ({ kind: 'removeEffect', effect: 'Many' }),
    () => ({ kind: 'removeClip', clip: 'many' }),
    () => commandOf('importClip', chance, world),
    () => commandOf('removeClip', chance, world),
    () => commandOf('allocate', chance, world),
    () => commandOf('free', chance, world),
    () => ({ kind: 'undo' }),
    () => ({ kind: 'undo' }),
    () => ({ kind: 'redo' }),
    () => ({ kind: 'layout' }),
    () => commandOf('goTo', chance, world),
    () => commandOf('returnTo', chance, world),
    () => ({ kind: 'restartSimulation' }),
    () => ({ kind: 'returnToRunBefore' }),
  ])()
}

interface Happening {
  readonly what: string
  act(live: LiveRig): void
}

/** What happens beside commands. */
function outside(chance: Chance): Happening {
  const seconds = chance.one([null, 0, 3, 100])
  const power = chance.one(['suspend', 'resume', 'lock', 'unlock'] as const)
  return chance.one<Happening>([
    { what: `idle for ${seconds} s`, act: ({ session }) => session.reportIdle(seconds, 'active') },
    { what: power, act: ({ session }) => session.power(power) },
    { what: 'begins to save', act: beginToSave },
    { what: 'saved', act: (live) => live.session.markSaved(saving.get(live) ?? 0) },
    { what: 'a new window', act: ({ session }) => session.requestFullFrame() },
    { what: 'nothing is selected', act: (live) => void live.do({ kind: 'selectResource', id: null }) },
  ])
}

/** the revision that is being saved */
const saving = new WeakMap<LiveRig, number>()

function beginToSave(live: LiveRig): void {
  live.session.toScenarioText()
  saving.set(live, live.session.revision)
}

function openDump({ session }: LiveRig): void {
  const read = readDump(new TextEncoder().encode(session.dumpText()))
  const layout = read.ok ? layoutOf(read.dump) : null
  if (!read.ok || layout === null) return
  const named = { pools: layout.pools.map((pool) => ({ ...pool, name: `${pool.name} of a dump` })) }
  session.openDump({ view: dumpView(read.dump, 'a.json', '/a.json'), layout: named })
}

describe('a session', () => {
  it('is the same on a machine on which everything goes on in slices [SC-01]', {
    timeout: 60_000 + RUNS * 6_000,
  }, () => {
    let late = 0
    fc.assert(
      fc.property(fc.nat(), moves, (seed, all) => {
        const machines = new TwoMachines(start(new Chance(seed)))
        for (const move of all) {
          play(machines, move)
          machines.compare()
        }
        machines.compareTraces()
        late += machines.late
      }),
      { numRuns: RUNS },
    )
    expect(late).toBeGreaterThan(RUNS)
  })
})
