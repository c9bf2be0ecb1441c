/**
 * Random workloads, priorities and preemptions against the real scheduler: nothing is lost or run twice, fences only grow,
 * what is resubmitted is resubmitted as it must be, and a finer granularity never answers later. 3,000 programs in CI;
 * as many as wanted with `npm run test:long -- 1000000` (TRIMLINE_RUNS).
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CommandQueue } from '../../../../main/d3d12/command-queue'
import { nextStop, unitsOf } from '../../../../main/drivers/kmd/preemption'
import { SubmitFlags } from '../../../../main/drivers/kmd/scheduling-caps'
import type { Action } from '../../../../main/session/steps'
import type { PacketWork } from '../../../../preload/contract'
import { conservationProblems } from '../../support/conservation'
import { KIB, MIB, type RecordOf, type TestWorld, worldOf } from '../../support/world'
import { gpuWorld, LEVELS, packetRecords, SAVES, submit } from './gpu-world'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 1000 : 3000))
/** ms that a slow machine needs for all of them */
const TIMEOUT = 30_000 + RUNS * 60

type SubmitValue = Extract<Action, { verb: 'submit' }>['value']
type PacketRecord = RecordOf<'packet'>

interface Program {
  /** every context is the app's, with memory of its own where the driver wants that; else each is a process */
  ofApp: boolean
  system: Record<string, unknown>
  steps: { after: number; action: Action }[]
}

const counts = fc.integer({ min: 1, max: 30 })
const graphicsWork = fc.record({
  draws: counts,
  primitives: counts,
  triangles: counts,
  pixels: counts,
  instructions: counts,
})
const computeWork = fc.record({ dispatches: counts, threadGroups: counts, threads: counts, instructions: counts })
const level = fc.constantFrom(...LEVELS)
const model = fc.constantFrom('win7' as const, 'win8' as const, 'win8' as const)
const preemption = fc.tuple(model, level).map(([chosen, both]) => ({ model: chosen, ...both }))
const saves = fc.record(Object.fromEntries(Object.keys(SAVES).map((point) => [point, fc.nat(60)])))

const PAGE = 64 * KIB
const RESOURCES = ['a', 'b', 'c', 'd', 'e']
/** 1 to 5 pages of 64 KiB */
const pagesOf = (name: string): number => RESOURCES.indexOf(name.replace('E.', '')) + 1

/** Pages that packets can have: up to 4 MiB of memory the page tables take one of them (AN-11). */
const available = ({ localMemory }: Record<string, unknown>): number => (localMemory as number) / PAGE - 1

/** Those of an app that has room for each of its resources; not for all of them in a small memory. */
function effectFor(system: Record<string, unknown>) {
  const names = RESOURCES.filter((name) => pagesOf(name) <= available(system))
  const resources = names.map((name) => ({ name, size: pagesOf(name) * PAGE, resident: true }))
  return { name: 'E', gpuTime: 0, resources }
}

/** What a packet needs at once is more than can ever be free; its context's own page counts, if it has one (GP-14, GP-17). */
function isDoomed({ ofApp, system }: Pick<Program, 'ofApp' | 'system'>, names: readonly string[]): boolean {
  const { contextAllocation } = system.driver as { contextAllocation: string }
  const own = ofApp && contextAllocation !== '0B' ? 1 : 0
  return names.reduce((pages, name) => pages + pagesOf(name), own) > available(system)
}

/** What measured systems have beside the rest; none of it where a program has none. */
const QUANTUM = { quantum: fc.constantFrom({ time: '100us' }, { time: '1ms', preemption: '500us' }) }
const COSTS = {
  preemptionTurnaround: fc.constantFrom(0, 29),
  pagingOperation: fc.constantFrom(0, 37),
  pagingBatch: fc.constantFrom(0, 140),
}

const systemWith = (measured: boolean) =>
  fc.record({
    wddm: fc.constantFrom('1.2', '2.0'),
    localMemory: fc.oneof(
      // any two have room, but for the two largest with a context's own page
      fc.constant(10 * PAGE),
      fc.integer({ min: 3, max: 12 }).map((pages) => pages * PAGE),
      fc.constant(64 * MIB),
    ),
    budget: fc.constantFrom(64 * KIB, 64 * MIB),
    pagingBandwidth: fc.constantFrom(50 * MIB, 500 * MIB),
    preemption,
    compositor: fc.record({ enabled: fc.boolean(), gpuTime: fc.constant('500us') }),
    driver: fc.record({
      queueDepth: fc.integer({ min: 1, max: 4 }),
      pagingEngine: fc.constantFrom('paging', 'copy', '3d', '3d'),
      contextAllocation: fc.constantFrom('0B', '64KiB'),
      preemptionRequest: fc.nat(20),
      contextRestore: fc.nat(30),
      contextSave: saves,
      ...(measured ? COSTS : {}),
    }),
    ...(measured ? QUANTUM : {}),
  })

const priority = fc.constantFrom('normal' as const, 'normal' as const, 'high' as const, 'realtime' as const)
const submission: fc.Arbitrary<SubmitValue> = fc
  .tuple(
    fc.constantFrom('3d' as const, '3d' as const, 'compute' as const, 'copy' as const),
    priority,
    fc.nat(2),
    fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(5000)),
    fc.subarray(RESOURCES, { maxLength: 2 }),
    graphicsWork,
    computeWork,
  )
  .map(([engine, chosen, n, gpuTime, names, graphics, compute]) => ({
    engine,
    priority: chosen,
    // a context each: its packets are known by the value that they signal
    context: `${engine} ${chosen} ${n}`,
    gpuTime,
    resources: names.map((name) => `E.${name}`),
    ...(engine === 'copy' ? {} : { work: engine === '3d' ? graphics : compute }),
  }))
const anAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: submission.map((value): Action => ({ verb: 'submit', value })) },
  { weight: 1, arbitrary: preemption.map((value): Action => ({ verb: 'system', value: { preemption: value } })) },
)
const anyProgram = (measured: boolean): fc.Arbitrary<Program> =>
  fc.record({
    ofApp: fc.boolean(),
    system: systemWith(measured),
    steps: fc.array(fc.record({ after: fc.oneof(fc.constantFrom(0, 1), fc.nat(50), fc.nat(4000)), action: anAction }), {
      minLength: 2,
      maxLength: 30,
      size: '+1',
    }),
  })
/** One in four may ask for what does not fit; the others use less then, so that their devices stay. */
const programWith = (measured: boolean): fc.Arbitrary<Program> =>
  fc.tuple(anyProgram(measured), fc.nat(3)).map(([program, asked]) => ({
    ...program,
    steps: program.steps.map(({ after, action }) => ({ after, action: within(program, action, asked === 0) })),
  }))

/** Without the resources that the app has no room for, and without those that would not fit together. */
function within(program: Program, action: Action, mayBeDoomed: boolean): Action {
  if (action.verb !== 'submit') return action
  const resources = (action.value.resources ?? []).filter((name) => pagesOf(name) <= available(program.system))
  while (!mayBeDoomed && isDoomed(program, resources)) resources.pop()
  return { ...action, value: { ...action.value, resources } }
}

const SAVES_FREE = Object.fromEntries(Object.keys(SAVES).map((point) => [point, 0]))

type Short = [
  engine: '3d' | 'compute' | 'copy',
  priority: 'normal' | 'high' | 'realtime',
  n: number,
  names: string,
  gpuTime?: number,
]

/** A program that once did not end, all of it submitted at once. */
function endless(driver: object, submissions: Short[], others: object = {}): [Program] {
  const contextSave = { ...SAVES_FREE, 'dma-buffer': 1 }
  const steps = submissions.map(([engine, chosen, n, names, gpuTime = 0]) => {
    const resources = [...names].map((name) => `E.${name}`)
    const value: SubmitValue = { engine, priority: chosen, context: `${engine} ${chosen} ${n}`, gpuTime, resources }
    return { after: 0, action: { verb: 'submit', value } as Action }
  })
  const coarse = { model: 'win7', graphics: 'none', compute: 'none' }
  return [
    {
      ofApp: true,
      system: {
        wddm: '1.2',
        localMemory: 11 * PAGE,
        budget: 64 * KIB,
        pagingBandwidth: 50 * MIB,
        preemption: coarse,
        compositor: { enabled: false, gpuTime: '500us' },
        driver: { queueDepth: 1, preemptionRequest: 0, contextRestore: 0, contextSave, ...driver },
        ...others,
      },
      steps: [
        ...steps,
        {
          after: 0,
          action: { verb: 'system', value: { preemption: { ...coarse, graphics: 'dma-buffer' } } } as Action,
        },
      ],
    },
  ]
}

/** Those that went round for ever: each page-in took what another packet was about to run with. */
const THRASHING: [Program][] = [
  // taken while the engine switched to its context
  endless({ pagingEngine: '3d', contextAllocation: '64KiB' }, [
    ['3d', 'high', 0, 'd'],
    ['3d', 'realtime', 0, 'e'],
    ['3d', 'normal', 0, ''],
  ]),
  // taken while its own page-in stood in line
  endless({ pagingEngine: 'paging', contextAllocation: '64KiB', contextSave: SAVES_FREE }, [
    ['copy', 'normal', 1, ''],
    ['3d', 'normal', 0, 'a'],
    ['3d', 'normal', 0, 'bc'],
    ['compute', 'normal', 0, 'bc'],
    ['3d', 'realtime', 1, ''],
    ['compute', 'realtime', 0, 'b'],
    ['3d', 'realtime', 1, 'e'],
    ['copy', 'normal', 1, 'bc'],
    ['copy', 'normal', 0, 'c'],
    ['copy', 'normal', 1, 'd'],
    ['3d', 'high', 0, 'a'],
    ['copy', 'normal', 1, 'ae'],
  ]),
  // taken while the engine was asked to preempt for it
  endless({ pagingEngine: '3d', contextAllocation: '0B', queueDepth: 2 }, [
    ['3d', 'realtime', 0, 'b'],
    ['3d', 'realtime', 1, 'de'],
    ['3d', 'normal', 0, ''],
  ]),
]

/** Those that stood still: what a packet needed was held by one that could not run before it. */
const STUCK: [Program][] = [
  // the engine preempted for the second of a context, whose first came back without its memory
  endless(
    { pagingEngine: 'paging', contextAllocation: '0B', queueDepth: 3 },
    [
      ['compute', 'normal', 0, 'a'],
      ['3d', 'normal', 0, '', 125],
      ['compute', 'realtime', 0, 'e'],
      ['3d', 'normal', 0, 'b'],
      ['compute', 'realtime', 0, 'bc'],
      ['compute', 'realtime', 1, 'c', 1876],
      ['3d', 'normal', 0, ''],
      ['3d', 'normal', 0, 'ad'],
    ],
    { pagingBandwidth: 500 * MIB },
  ),
]

/** Every packet that was submitted, and what whoever waits for it has seen. */
interface Watched {
  queue: CommandQueue
  context: string
  engine: string
  fence: number
  gpuTime: number
  released: number
  /** can never run */
  doomed: boolean
}

interface Outcome {
  world: TestWorld
  watched: Watched[]
  program: Program
  /** of each of them */
  fates: Fate[]
}

/** What becomes of a packet; `either`: its device is removed for another one's sake, before its turn or after it. */
type Fate = 'runs' | 'never' | 'either'

/** Runs a program to its end; after each event the values of all fences are looked at (GP-13). */
function run(program: Program): Outcome {
  const { ofApp, system: settings, steps } = program
  const world = worldOf({ system: settings, app: { effects: [effectFor(settings)] } })
  const { sim } = world
  const watched: Watched[] = []
  const own = new Map<string, CommandQueue>()
  const made = world.editor.effects.flatMap(({ resources }) => resources)
  const values = new Map<CommandQueue, number>()
  const look = (): void => {
    for (const [queue, before] of values) {
      const { lastCompleted } = queue
      if (lastCompleted < before) throw new Error(`a fence went from ${before} back to ${lastCompleted}`)
      values.set(queue, lastCompleted)
    }
  }
  const runTo = (time: number): void => {
    for (let events = 0; sim.nextEventTime <= time && sim.pending > 0; look()) {
      if (++events > 20_000) throw new Error(`events go on without end at ${sim.now} µs`)
      sim.runNext()
    }
  }
  const queueFor = (context: string, { engine, priority: chosen }: SubmitValue): CommandQueue => {
    // a process whose device was removed has another from here on
    if (!ofApp) return world.processes.queue(context, engine, chosen) as CommandQueue
    const queue = own.get(context) ?? world.device.createCommandQueue(context, engine, chosen)
    own.set(context, queue)
    return queue
  }
  let at = 0
  for (const { after, action } of steps) {
    at += after
    runTo(at)
    sim.advanceTo(at)
    if (action.verb !== 'submit') {
      world.do(action)
      continue
    }
    // nothing more can be submitted, and a context would be made for nothing
    if (ofApp && world.device.removed !== null) break
    const { context: name, engine, gpuTime, work, resources = [] } = action.value
    const context = name as string
    const queue = queueFor(context, action.value)
    const fence = queue.lastSubmitted + 1
    if (ofApp) {
      const used = made.filter(({ name }) => resources.includes(name))
      queue.executeCommandLists({ name: context, gpuTime, resources: used, work })
    } else world.do(action)
    if (queue.lastSubmitted !== fence) throw new Error(`"${context}" was not submitted`)
    const doomed = isDoomed(program, resources)
    const entry = { queue, context, engine, fence, gpuTime, doomed, released: 0 }
    if (!values.has(queue)) values.set(queue, 0)
    watched.push(entry)
    queue.whenCompleted(entry.fence, () => void entry.released++)
    look()
  }
  world.do({ verb: 'system', value: { compositor: { enabled: false } } })
  const outcome = { program, world, watched, fates: fatesOf(program, watched) }
  const removals = removalsOf(outcome)
  const isOver = (): boolean => {
    if (world.of('device-removed').length < removals || !world.vidmm.paging.idle) return false
    return !world.scheduler.isBusy && outcome.fates.every((fate, i) => fate !== 'runs' || isReleased(watched[i]))
  }
  // the system's own cadence goes on for ever
  for (let events = 0; !isOver(); look()) {
    if (++events > 20_000) throw new Error(`work goes on without end at ${sim.now} µs`)
    sim.runNext()
  }
  runTo(sim.now + 1_000_000) // nothing comes after it
  return outcome
}

const isReleased = (entry: Watched | undefined): boolean => (entry?.released ?? 0) > 0

/** A packet that can never run takes its device with it, and what its context has behind it (RS-07). */
function fatesOf({ ofApp }: Program, watched: readonly Watched[]): Fate[] {
  const any = watched.some(({ doomed }) => doomed)
  return watched.map(({ queue, fence }) => {
    const ends = watched.some((other) => other.doomed && other.queue === queue && other.fence <= fence)
    if (ends) return 'never'
    // of the device that is removed: whether it came to its turn before, or only stood in the hardware queue, is not known
    const lost = ofApp ? any : watched.some((other) => other.doomed && other.queue === queue)
    return lost ? 'either' : 'runs'
  })
}

/** Devices that must be removed: each process has its own, and another after each removal. */
function removalsOf({ program, watched }: Outcome): number {
  const queues = new Set(watched.filter(({ doomed }) => doomed).map(({ queue }) => queue))
  return program.ofApp ? Math.min(1, queues.size) : queues.size
}

/** Contexts of devices that are removed. */
function contextsLost({ watched, fates }: Outcome): ReadonlySet<string> {
  return new Set(watched.filter((_, i) => fates[i] !== 'runs').map(({ context }) => context))
}

/** GP-17, RS-07: one finding and one removal for each, with what does not fit; no other device is touched. */
function mustRemoveOnly(outcome: Outcome): void {
  const { world, watched, fates } = outcome
  const removals = removalsOf(outcome)
  const because = expect.stringMatching(
    /does not fit its memory segment at once: \d+ bytes.* of at most \d+, and it has no/,
  )
  const each = Array.from({ length: removals }, () => because)
  expect(world.of('device-removed').map((record) => record.because)).toEqual(each)
  expect(world.of('finding').map(({ message }) => message)).toEqual(each)
  const times = { runs: [1], never: [0], either: [0, 1] }
  expect(watched.filter(({ released }, i) => !times[fates[i] as Fate].includes(released))).toEqual([])
  const ended = new Set(watched.filter((_, i) => fates[i] !== 'runs').map(({ queue }) => queue))
  const whole = [...new Set(watched.map(({ queue }) => queue))].filter((queue) => !ended.has(queue))
  expect(whole.map(({ lastCompleted }) => lastCompleted)).toEqual(whole.map(({ lastSubmitted }) => lastSubmitted))
}

/** Records by what they are of, each group in order. */
function grouped<K>(records: readonly PacketRecord[], key: (record: PacketRecord) => K): Map<K, PacketRecord[]> {
  const groups = new Map<K, PacketRecord[]>()
  for (const record of records) groups.set(key(record), [...(groups.get(key(record)) ?? []), record])
  return groups
}

const sum = (records: readonly PacketRecord[]): number =>
  records.reduce((total, { start, end }) => total + end - start, 0)
const isWork = ({ kind }: PacketRecord): boolean => kind === 'standard' || kind === 'present'

/** None begins before the one before it has ended. */
function mustFollow(records: readonly PacketRecord[]): void {
  expect(records.filter(({ start }, i) => i > 0 && start < (records[i - 1] as PacketRecord).end)).toEqual([])
}

/** GP-10: all of it ran, once, in pieces one after another. */
function mustRunOnce(outcome: Outcome): void {
  const lost = contextsLost(outcome)
  const watched = outcome.watched.filter(({ context }) => !lost.has(context))
  const records = packetRecords(outcome.world).filter((record) => isWork(record) && !lost.has(record.context))
  const groups = grouped(records, ({ context, signals }) => `${context} ${signals}`)
  const expected = new Map(watched.map(({ context, fence, gpuTime }) => [`${context} ${fence}`, gpuTime]))
  const found: unknown[][] = []
  const right: unknown[][] = []
  for (const [key, records] of groups) {
    const gpuTime = expected.get(key) ?? (key.startsWith('dwm') ? 500 : Number.NaN)
    found.push([key, sum(records), ...records.map(({ outcome }) => outcome)])
    right.push([key, gpuTime, ...records.slice(1).map(() => 'preempted'), 'completed'])
    mustFollow(records)
  }
  expect(found).toEqual(right)
  expect([...groups.keys()].filter((key) => !key.startsWith('dwm')).sort()).toEqual([...expected.keys()].sort())
}

/** What was told to be complete ran once and whole, and of what was not, no part twice (GP-10); of one device of the app. */
function mustRunOnceBeforeRemoval({ program, world, watched }: Outcome): void {
  if (!program.ofApp) return
  const groups = grouped(packetRecords(world).filter(isWork), ({ context, signals }) => `${context} ${signals}`)
  const wrong = watched.filter(({ context, fence, gpuTime, released }) => {
    const records = groups.get(`${context} ${fence}`) ?? []
    const completed = records.filter(({ outcome }) => outcome === 'completed').length
    return completed !== released || (released === 1 ? sum(records) !== gpuTime : sum(records) > gpuTime)
  })
  expect(wrong).toEqual([])
}

/** One packet at a time on each engine. */
function mustNotOverlap({ world }: Outcome): void {
  for (const records of grouped(packetRecords(world), ({ engine }) => engine).values()) {
    const pieces = records.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)
    mustFollow(pieces)
  }
}

/** GP-11: a new fence id each time, and a flag from WDDM 2.0 on; in the order in which they were submitted. */
function mustGetNewFences(outcome: Outcome): void {
  const { program, world } = outcome
  const says = world.system.wddm !== '1.2'
  // the next device of a process counts from the beginning
  const again = program.ofApp ? new Set() : contextsLost(outcome)
  // what is withdrawn from a hardware queue is told before the end of what ran ahead of it
  const work = packetRecords(world).filter(
    (record) => isWork(record) && record.outcome !== 'device-removed' && !again.has(record.context),
  )
  for (const records of grouped(work, ({ context }) => context).values()) {
    const fences = records.map(({ fence }) => fence)
    expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b))
    const completed = records.filter(({ outcome }) => outcome === 'completed').map(({ signals }) => signals)
    expect(completed).toEqual(completed.map((_, i) => i + 1))
    const before = new Set<number | undefined>()
    const wrong = records.filter(({ signals, flags = 0, outcome }) => {
      const flagged = (flags & SubmitFlags.Resubmission) !== 0
      const again = before.has(signals)
      if (outcome === 'preempted') before.add(signals)
      return (again && flagged !== says) || (!says && flagged)
    })
    expect(wrong).toEqual([])
  }
}

/**
 * GP-12: the same fence id, the original order, ahead of all others. What came between is told by the order of the
 * records, not by their times: what has no length can have completed in the microsecond of the preemption, before it.
 */
function mustKeepFencesOfPaging({ world }: Outcome): void {
  const records = packetRecords(world)
  const paging = records.filter(({ kind }) => kind === 'paging')
  const completed = paging.filter(({ outcome }) => outcome === 'completed')
  const fences = completed.map(({ fence }) => fence)
  expect(fences).toEqual([...new Set(paging.map(({ fence }) => fence))].sort((a, b) => a - b))
  for (const [index, { fence, start, end, engine, outcome, kind }] of records.entries()) {
    if (kind !== 'paging' || outcome !== 'preempted') continue
    expect(end).toBe(start) // it has no inner structure: it had not started
    const again = records.findIndex((record, i) => i > index && record.kind === 'paging' && record.fence === fence)
    expect(again).toBeGreaterThan(index)
    const between = records
      .slice(index + 1, again)
      .filter((record) => record.engine === engine && isWork(record) && hasRun(record))
    expect(between).toEqual([])
  }
}

/** All of it, or a part; held back before it had started, it has not. */
const hasRun = ({ outcome, start, end }: PacketRecord): boolean => outcome === 'completed' || end > start

/** Nothing stops a packet that runs where no granularity is finer than a packet. */
function mustRunInOneGo({ world }: Outcome, { system: settings, steps }: Program): void {
  const asked = [
    settings.preemption,
    ...steps.map(({ action }) => (action.verb === 'system' ? action.value.preemption : null)),
  ]
  const coarse = (asked as ({ model: string; graphics: string } | null)[]).every(
    (one) => one === null || one.model === 'win7' || one.graphics === 'none' || one.graphics === 'dma-buffer',
  )
  const stopped = packetRecords(world).filter(({ outcome, start, end }) => outcome === 'preempted' && end > start)
  if (coarse) expect(stopped).toEqual([])
}

describe('random workloads, priorities and preemptions', () => {
  test.each([
    ['lose nothing, run nothing twice, and release each wait once', false, RUNS],
    ['keep to that with a quantum, a turn-around and fixed costs of paging', true, Math.ceil(RUNS / 4)],
  ] as const)(
    '%s [GP-10 GP-11 GP-12 GP-13]',
    (_title, measured, runs) => {
      let preemptions = 0
      fc.assert(
        fc.property(programWith(measured), (candidate) => {
          const outcome = run(candidate)
          const { world } = outcome
          mustRemoveOnly(outcome)
          mustRunOnce(outcome)
          mustRunOnceBeforeRemoval(outcome)
          mustNotOverlap(outcome)
          mustGetNewFences(outcome)
          mustKeepFencesOfPaging(outcome)
          mustRunInOneGo(outcome, candidate)
          expect(conservationProblems(world.vidmm)).toEqual([])
          preemptions += world.of('preempt').length
        }),
        { numRuns: runs, examples: [...THRASHING, ...STUCK] },
      )
      // or all of this says nothing
      expect(preemptions).toBeGreaterThan(runs / 5)
    },
    TIMEOUT,
  )
})

describe('one request on one packet [GP-28]', () => {
  const packet = fc.record({ duration: fc.integer({ min: 1, max: 20_000 }), work: fc.oneof(graphicsWork, computeWork) })

  test(
    'is answered no later by a finer granularity, nor sooner by the Windows 7 model',
    () => {
      fc.assert(
        fc.property(packet, fc.nat(20_000), saves, fc.nat(20), ({ duration, work }, when, contextSave, request) => {
          const engine = 'draws' in work ? '3d' : 'compute'
          const latency = (preemptionSettings: object): number => {
            const driver = { contextSave, preemptionRequest: request }
            const world = gpuWorld(driver, { preemption: preemptionSettings })
            submit(world, { engine, context: 'A', gpuTime: duration, work })
            world.wait(when % duration)
            submit(world, { engine, context: 'U', gpuTime: 1, priority: 'high' })
            world.wait(duration + 1000)
            const [answer, ...others] = world.of('preempt')
            expect(others).toEqual([])
            return (answer?.stopped as number) - (answer?.requested as number)
          }
          const latencies = LEVELS.map((both) => latency({ model: 'win8', ...both }))
          expect(latencies).toEqual([...latencies].sort((a, b) => b - a))
          expect(latency({ model: 'win7', ...LEVELS[5] })).toBe(latencies[1])
        }),
        { numRuns: Math.ceil(RUNS / 5) },
      )
    },
    TIMEOUT,
  )

  test(
    'stops at the first boundary of the kind, as counting them one by one finds it [GP-06]',
    () => {
      const free = Object.fromEntries(Object.keys(SAVES).map((point) => [point, 0])) as typeof SAVES
      fc.assert(
        fc.property(packet, fc.nat(20_000), level, ({ duration, work }, when, both) => {
          const elapsed = when % duration
          const stop = nextStop({ duration, work }, elapsed, false, both, free)
          if (both.graphics === 'none') expect(stop).toBeNull()
          else expect(stop?.after).toBe(firstBoundary(work, duration, elapsed, LEVELS.indexOf(both)))
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT,
  )

  /** µs to the end of a unit, level 1 being the whole packet, where those that end within a µs end at once. */
  function firstBoundary(work: PacketWork, duration: number, elapsed: number, at: number): number {
    if (at === 1) return duration - elapsed
    const units = unitsOf(work)[at - 2] as number
    if (units >= duration) return 0
    // unit k ends at k · duration / units
    let k = 0
    while (k * duration < elapsed * units) k++
    let end = elapsed
    while (end * units < k * duration) end++
    return end - elapsed
  }
})
