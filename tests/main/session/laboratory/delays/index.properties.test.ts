/** Delays of random programs of everything, held against their traces (LB-08, LB-09). */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { RunHistory } from '../../../../../main/dxgkrnl/vidsch/run-history'
import { scenarioText } from '../../../../../main/session/document/project-file'
import type { Delays } from '../../../../../main/session/laboratory/delays/delays'
import { DELAY_KINDS, type DelayKind } from '../../../../../main/session/laboratory/delays/kinds'
import type { Delay } from '../../../../../main/session/laboratory/delays/types'
import { runScenario } from '../../../../../main/session/run/runner'
import { parseScenarioText, problemsToText } from '../../../../../main/session/scenario'
import { traceLine } from '../../../../../main/sim/trace-lines'
import type { SessionCommand } from '../../../../../preload/contract'
import type { Line } from '../../../../golden/reading'
import { mustEqual } from '../../../../support/must-equal'
import { Chance } from '../../../../torture/commands/chance'
import { commandOf } from '../../../../torture/commands/generate'
import { playRandomly, RecordedSession } from '../../../../torture/commands/session'
import { anyStart } from '../../../../torture/commands/start'
import { OF_EVERYTHING, programOfEverything } from '../../programs-of-everything'
import { type Program, run, SYSTEMS } from '../../random-programs'
import { lateFrames, latePresents, latePresses, RunTimes, SaidTimes, textOf } from './late'
import { delayProblems, knownOf, segmentProblems } from './problems'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 300 : 1000))
/** ms that a slow machine needs for all of them */
const TIMEOUT = 60_000 + RUNS * 300
const ALL = { worstDelays: Number.POSITIVE_INFINITY }

/** Runs a program. @returns what its work takes by itself, too */
function played(program: Program) {
  const said = new SaidTimes(program)
  const { world, trace } = run(program, (now) => said.note(now), ALL)
  return { world, lines: trace.map((record) => JSON.parse(traceLine(record)) as Line), said }
}

/** As they are where each that is under way is asked before every step of the clock. */
async function askedAllAlong<T>(work: () => T | Promise<T>): Promise<T> {
  const begin = vi.spyOn(RunHistory.prototype, 'begin').mockReturnValue(false)
  try {
    return await work()
  } finally {
    begin.mockRestore()
  }
}

/**
 * But for which of a packet's records a piece names: one that stands behind another learns of that only when its turn comes,
 * and where the packet was stopped meanwhile it has had more than one by then.
 */
function withoutRecords(delays: readonly Delay[]): unknown {
  return delays.map((delay) => ({
    ...delay,
    segments: delay.segments.map((segment) => ('packet' in segment ? { ...segment, record: null } : segment)),
  }))
}

/** Engines that are made to hang, and from when on. */
function hangsOf({ steps }: Program): { engine: string; t: number }[] {
  let t = 0
  return steps.flatMap(({ after, action }) => {
    t += after
    if (action.verb !== 'inject' || action.value.fault !== 'hang') return []
    return [{ engine: action.value.engine ?? 'any', t }]
  })
}

/** What came of all of them, so that they prove something. */
class Seen {
  readonly kinds = new Set<string>()
  readonly reasons = new Set<string>()
  readonly records = new Set<string>()

  add(delays: readonly Delay[], lines: readonly Line[] = []): void {
    for (const { type } of lines) this.records.add(type)
    for (const segment of delays.flatMap(({ segments }) => segments)) {
      this.kinds.add(segment.kind)
      if (segment.kind === 'page-in' && segment.why !== null) this.reasons.add(segment.why.because)
    }
  }
}

const QUIET_KINDS: readonly DelayKind[] = ['queue', 'page-in', 'page-out', 'paging-queue', 'run', 'vertical-blank']
const BUSY_KINDS: readonly DelayKind[] = [
  ...QUIET_KINDS,
  'engine',
  'preemption',
  'preempted',
  'context-switch',
  'reset',
]

const FULL_KINDS: readonly DelayKind[] = DELAY_KINDS.filter((kind) => kind !== 'reset')
const PROGRAMS = [
  ['quiet', SYSTEMS[0][1], QUIET_KINDS, ['never-resident', 'evicted', 'reclaimed']],
  ['busy', SYSTEMS[1][1], BUSY_KINDS, ['never-resident', 'reclaimed']],
  ['full', programOfEverything, FULL_KINDS, ['never-resident', 'evicted', 'reclaimed']],
] as const

test('each kind of segment is one that random programs have to come to [LB-08]', () => {
  expect(DELAY_KINDS.filter((kind) => !PROGRAMS.some(([, , kinds]) => kinds.includes(kind)))).toEqual([])
})

const ofOne = (name: string, size: number, resident: boolean, heap: 'default' | 'upload') => ({
  name,
  size,
  resident,
  heap,
  compressed: false,
  notZeroed: false,
})
/** Random programs come to it once in two thousand: a heap loses its last reference with what is moved out, and comes back. */
const MOVED_OUT: Program = {
  system: {
    localMemory: 1_572_864,
    nonLocalMemory: 1_572_864,
    budget: 0,
    localSegment: 'memory',
    hardwareScheduling: false,
    pagingProcessVa: 0,
    wddm: '3.2',
    pagingBandwidth: '256MiB',
    evictionMode: 'lazy',
    periodicTrim: { interval: '1s', whileActive: false },
    preemption: { model: 'win8', graphics: 'pixel', compute: 'none' },
    developerMode: true,
    cpu: { cores: 1, quantum: '1ms' },
    compositor: { enabled: false, gpuTime: 500 },
    driver: {
      notifyEviction: false,
      notifyIoMmuUnmap: false,
      pagingBufferCovers: '64MiB',
      queueDepth: 2,
      pagingEngine: 'copy',
    },
  },
  app: {
    policy: 'none',
    allocation: 'placed',
    blockSize: 1_572_864,
    effects: [
      { name: 'C', gpuTime: 0, resources: [ofOne('r0', 262_144, true, 'upload')] },
      { name: 'A', gpuTime: 0, resources: [ofOne('r0', 589_824, true, 'upload')] },
      {
        name: 'E',
        gpuTime: 4000,
        resources: [ofOne('r0', 65_536, false, 'upload'), ofOne('r1', 131_071, false, 'default')],
        passes: [{ engine: '3d', gpuTime: 4000 }],
      },
    ],
  },
  steps: [
    { after: 2732, action: { verb: 'removeEffect', value: 'F' } },
    { after: 0, action: waiting('copy') },
    {
      after: 6804,
      action: {
        verb: 'defragment',
        value: {
          algorithm: 'fast',
          maxBytesPerPass: 262_144,
          maxAllocationsPerPass: 0,
          timePerFrame: 0,
          bytesPerFrame: 0,
          evicted: 'skip',
          ignore: [],
          destroy: [],
        },
      },
    },
    { after: 67_106, action: { verb: 'policy', value: 'none' } },
    { after: 11_093, action: waiting('compute') },
    { after: 5186, action: { verb: 'otherProcess', value: { name: 'game', usage: 1_441_793 } } },
    { after: 0, action: { verb: 'apply', value: 'E' } },
    { after: 7079, action: { verb: 'setConstants', value: { effect: 'A', constants: { radius: [0] } } } },
    { after: 0, action: { verb: 'notify', value: { flags: 1, bytes: 0 } } },
  ],
}

function waiting(engine: 'copy' | 'compute'): Program['steps'][number]['action'] {
  const value = { engine, gpuTime: 0, priority: 'normal', context: 'game', wait: { fence: 'f', value: 1 } } as const
  return { verb: 'submit', value }
}

describe.each(PROGRAMS)('delays of random programs on a %s system', (kind, program, kinds, reasons) => {
  test(
    'are exactly the presses, frames and presents that took too long; segments partition them, each page-in has its reason, and the totals are the sums [LB-08] [LB-09]',
    () => {
      const seen = new Seen()
      let lateOnes = 0
      fc.assert(
        fc.property(program, (candidate) => {
          const { world, lines, said } = played(candidate)
          const own = kind === 'full' ? new RunTimes(lines) : said
          const { worst, totals } = world.delays
          const known = { ...knownOf(world), hangs: hangsOf(candidate) }
          expect(delayProblems(worst, totals, lines, known)).toEqual([])
          seen.add(worst, lines)
          const of = (what: Delay['what']): string[] => worst.filter((delay) => delay.what === what).map(textOf)
          expect(of('press').sort()).toEqual(latePresses(world, candidate, own).sort())
          const frames = lateFrames(lines, candidate, world.system.cpu.frameTime, own)
          expect(of('frame').sort()).toEqual(frames.sort())
          lateOnes += frames.length
          expect(of('present').sort()).toEqual(latePresents(lines, world.compositor.settings.gpuTime).sort())
        }),
        { numRuns: RUNS, examples: kind === 'full' ? [[MOVED_OUT]] : [] },
      )
      // nothing is played on a quiet one
      expect(lateOnes > 0).toBe(kind !== 'quiet')
      expect(kinds.filter((one) => !seen.kinds.has(one))).toEqual([])
      expect(reasons.filter((reason) => !seen.reasons.has(reason))).toEqual([])
      if (kind === 'full') expect(OF_EVERYTHING.filter((type) => !seen.records.has(type))).toEqual([])
    },
    TIMEOUT,
  )

  test(
    'are the same every time, and change nothing: the trace is the same without them [LB-08] [SC-01]',
    () => {
      fc.assert(
        fc.property(program, (candidate) => {
          const [first, second] = [played(candidate), played(candidate)]
          mustEqual(first.world.delays.worst, second.world.delays.worst)
          mustEqual(first.world.delays.totals, second.world.delays.totals)
          const without = run(candidate, () => {}, { worstDelays: null })
          mustEqual(
            without.trace.map(traceLine),
            first.lines.map((line) => JSON.stringify(line)),
          )
          expect(without.world.delays.totals.count).toBe(0)
        }),
        { numRuns: Math.ceil(RUNS / 10) },
      )
    },
    TIMEOUT,
  )

  test(
    'are the same whether their chains are made of what ran, or asked for at every step of the clock [LB-08]',
    async () => {
      await fc.assert(
        fc.asyncProperty(program, async (candidate) => {
          const made = played(candidate).world.delays
          const asked = (await askedAllAlong(() => played(candidate))).world.delays
          mustEqual(withoutRecords(made.worst), withoutRecords(asked.worst))
          mustEqual(made.totals, asked.totals)
          mustEqual([...made.pagedInFor.all].sort(), [...asked.pagedInFor.all].sort())
        }),
        { numRuns: Math.ceil(RUNS / 10) },
      )
    },
    TIMEOUT,
  )
})

/** What is brought in with its first press, pressed again on a new device, or when its policy has let it go. */
function pressTwice(session: RecordedSession, between: readonly SessionCommand[]): void {
  const press = { kind: 'applyEffect', effect: 'Lost' } as const
  const resources = [{ name: 'r', size: 16 * 2 ** 20, resident: false }]
  session.do({ kind: 'addEffect', effect: { name: 'Lost', gpuTime: 15_000, resources } })
  for (const command of [press, ...between, press]) {
    session.do(command)
    session.elapse(300)
  }
}

const NEW_DEVICE: readonly SessionCommand[] = [{ kind: 'recreateDevice' }]
const LET_GO: readonly SessionCommand[] = [
  { kind: 'setPolicy', policy: 'fence-lru' },
  { kind: 'trimToBudget', bytes: 2 ** 40 },
]

test(
  'delays of sessions with commands of every kind have sound chains, and the same when the recording is run [LB-08] [LB-09]',
  async () => {
    const seen = new Seen()
    for (let seed = 1; seed <= Math.ceil(RUNS / 10); seed++) {
      const chance = new Chance(seed)
      const session = new RecordedSession(anyStart(chance))
      // chance alone hardly ever loses a device, or its policy's memory, while something is pressed that is out for it
      pressTwice(session, seed % 2 === 0 ? NEW_DEVICE : LET_GO)
      playRandomly(session, chance, 60, () => goOn(session, chance))
      const { world } = session.live
      const lines = session.lines.map((line) => JSON.parse(line) as Line)
      const { worst, totals } = world.delays
      expect(segmentProblems(worst, lines, knownOf(world)), `seed ${seed}`).toEqual([])
      expect(worst.length, `seed ${seed}`).toBe(Math.min(totals.count, 100))
      seen.add(worst)
      mustEqual(await rerun(session), { worst, totals }, `seed ${seed}`)
      const asked = await askedAllAlong(() => rerun(session))
      mustEqual(asked.totals, totals, `seed ${seed}, asked at every step`)
      mustEqual(withoutRecords(asked.worst), withoutRecords(worst), `seed ${seed}, asked at every step`)
    }
    // no page-out: these systems have more memory
    const kinds = [...BUSY_KINDS, 'fence'].filter((kind) => kind !== 'page-out')
    expect(kinds.filter((kind) => !seen.kinds.has(kind))).toEqual([])
    const reasons = ['never-resident', 'evicted', 'lost-with-device']
    expect(reasons.filter((reason) => !seen.reasons.has(reason))).toEqual([])
  },
  TIMEOUT,
)

/** Presses and frames between the commands, and time for them to end. */
function goOn(session: RecordedSession, chance: Chance): void {
  const { world } = session.live
  if (chance.oneIn(8)) session.do({ kind: 'play', playing: true })
  if (chance.oneIn(3)) session.do(commandOf('applyEffect', chance, world))
  // their memory is paged in one after the other
  if (chance.oneIn(6))
    for (const { spec } of world.editor.effects) session.do({ kind: 'applyEffect', effect: spec.name })
  if (chance.oneIn(8)) session.do({ kind: 'submit', engine: '3d', gpuTime: 20_000, context: 'game', priority: 'high' })
  if (chance.oneIn(10)) session.do(commandOf('inject', chance, world))
  if (chance.oneIn(3)) session.elapse(chance.one([20, 60, 200]))
  if (world.device.removed !== null && chance.flip()) session.do({ kind: 'recreateDevice' })
}

/** The recording, run: what its delays are. */
async function rerun({ live }: RecordedSession): Promise<Pick<Delays, 'worst' | 'totals'>> {
  // up to the moment that is shown: at an earlier one Save Recording writes what came later, too
  const parsed = parseScenarioText(scenarioText(live.recording()))
  if (!parsed.ok) throw new Error(problemsToText(parsed.problems, 'recording'))
  let found: Pick<Delays, 'worst' | 'totals'> | undefined
  await runScenario(parsed.scenario, {
    atEnd: ({ delays: { worst, totals } }) => {
      found = { worst, totals }
    },
  })
  if (found === undefined) throw new Error('the run has no end')
  return found
}
