/**
 * Random interleavings of queueing, mode changes, commits, choices of who carries tasks out, passing time and the destruction of the device, checked after
 * every call and every event against what the specification says of each item and each commit.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompletionEvent } from '../../../../main/d3d12/background-processing/completion-event'
import { traceLine } from '../../../../main/sim/trace-lines'
import {
  BACKGROUND_MODES,
  type BackgroundMode,
  type CpuDispatch,
  MEASUREMENTS_ACTIONS,
} from '../../../../preload/contract'
import { same } from '../../../support/same'
import { type Rig, RUNS, rigOf } from './rig'

/** ms that a slow machine needs for all of them */
const TIMEOUT = 30_000 + RUNS * 30

const item = fc.record({
  duration: fc.oneof(fc.constantFrom(0, 1, 5000, 10_000), fc.nat(40_000)),
  /** the item itself queues so many others, when it starts and when it ends */
  nested: fc.constantFrom(0, 0, 0, 1, 2),
  atEnd: fc.boolean(),
  cancellable: fc.constantFrom(true, true, false),
})
/** one core is there in every CPU, the second only in most (BP-30) */
const dispatch = fc.constantFrom<CpuDispatch>('runtime', 'app', 'app', { core: 0 }, { core: 1 })
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('queue' as const), item }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), µs: fc.oneof(fc.nat(3000), fc.nat(50_000)) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('mode' as const),
      mode: fc.constantFrom(...BACKGROUND_MODES),
      action: fc.constantFrom(...MEASUREMENTS_ACTIONS),
      event: fc.boolean(),
      /** the driver queues so many in response */
      response: fc.nat(3),
      developerMode: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('dispatch' as const), choice: dispatch }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('destroy' as const) }) },
)
const program = fc.record({
  cpu: fc.record({
    cores: fc.integer({ min: 1, max: 6 }),
    smt: fc.boolean(),
    smtSlowdown: fc.constantFrom(0, 0.3),
    quantum: fc.constantFrom(1000, 5000),
  }),
  dispatch,
  steps: fc.array(step, { minLength: 1, maxLength: 30, size: '+1' }),
})
type Program = typeof program extends fc.Arbitrary<infer T> ? T : never
type Step = Program['steps'][number]
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never

interface Known {
  callbacks: number
  /** calls of cancel, and what counts as one (BP-21) */
  cancels: number
  results: number
  readonly cancellable: boolean
}

interface Commit {
  readonly items: readonly Known[]
  readonly event: CompletionEvent | null
  readonly high: boolean
}

/** Carries a program out, and knows of each item and commit what the calls alone tell. */
class Run {
  readonly items: Known[] = []
  readonly commits: Commit[] = []
  readonly rig: Rig
  /** the device is gone: how often that was said */
  gone = 0
  private readonly system = { developerMode: true, driver: () => this.answer() }
  private mode: BackgroundMode = 'ALLOWED'
  private running = 0
  private lastStarted = -1
  private destroying = false
  /** of the call that is being made */
  private call = { commits: false, response: 0 }

  constructor(private readonly program: Program) {
    this.rig = rigOf(Object.assign(this.system, { cpu: program.cpu }))
    this.dispatch(program.dispatch)
  }

  all(): void {
    const { sim } = this.rig
    for (const next of this.program.steps) {
      if (next.kind === 'queue') this.queue(next.item)
      else if (next.kind === 'mode') this.changeMode(next)
      else if (next.kind === 'destroy') this.destroy()
      else if (next.kind === 'dispatch') this.dispatch(next.choice)
      else this.wait(sim.now + next.µs)
      this.mustHold()
    }
    this.wait(sim.now + 100_000_000)
    same(sim.pending, 0)
  }

  destroy(): void {
    if (this.destroying) return
    this.destroying = true
    for (const item of this.waiting()) if (!item.cancellable) item.cancels++
    this.rig.runtime.destroy(() => {
      if (this.running > 0) throw new Error(`the device is gone while ${this.running} tasks are in flight`)
      this.gone++
    })
  }

  private dispatch(choice: CpuDispatch): void {
    const exists = typeof choice === 'string' || choice.core < this.program.cpu.cores
    same(this.rig.dispatch(choice), exists ? 'S_OK' : 'E_INVALIDARG')
  }

  private wait(until: number): void {
    const { sim } = this.rig
    for (; sim.nextEventTime <= until; this.mustHold()) sim.runNext()
    sim.advanceTo(until)
  }

  private waiting(): Known[] {
    return this.items.filter(({ callbacks, cancels }) => callbacks + cancels === 0)
  }

  private get boosted(): boolean {
    return this.commits.some(({ high, items }) => high && items.some((item) => !isOver(item)))
  }

  private queue({ duration, nested, atEnd, cancellable }: Item): void {
    const item: Known = { callbacks: 0, cancels: 0, results: 0, cancellable }
    const number = this.items.push(item) - 1
    const others = (): void => {
      for (let i = 0; i < nested; i++) this.queue({ duration, nested: 0, atEnd, cancellable: true })
    }
    const isCancelled = (this.mode.startsWith('DISABLE') && !this.call.commits) || this.destroying
    if (isCancelled && !cancellable) item.cancels++
    this.rig.runtime.queueProcessingWork({
      pso: `${number}`,
      reason: 'random',
      callback: () => {
        item.callbacks++
        this.mustStart(number)
        if (!atEnd) others()
        return {
          duration,
          finished: () => {
            this.running--
            if (atEnd) others()
            item.results++
          },
        }
      },
      ...(cancellable ? { cancel: () => void item.cancels++ } : {}),
    })
    // before the call returned (BP-04, BP-20)
    if (isCancelled) same(item.callbacks, 0)
    same(item.cancels, isCancelled ? 1 : 0)
  }

  /** In the order in which they were received (BP-19), and not more at a time than the mode allows (BP-01, BP-10). */
  private mustStart(number: number): void {
    if (number < this.lastStarted) throw new Error(`item ${number} starts after ${this.lastStarted}`)
    this.lastStarted = number
    this.running++
    const most = this.boosted ? Math.max(2, this.program.cpu.cores) : 2
    if (this.running > most) throw new Error(`${this.running} tasks at a time, at most ${most}`)
  }

  private changeMode({ mode, action, ...others }: Extract<Step, { kind: 'mode' }>): void {
    const { rig, system } = this
    const commits = action === 'COMMIT_RESULTS' || action === 'COMMIT_RESULTS_HIGH_PRIORITY'
    const high = action === 'COMMIT_RESULTS_HIGH_PRIORITY'
    const gated = mode.startsWith('DISABLE') || high
    const refused = (others.event && !commits) || (gated && !others.developerMode)
    system.developerMode = others.developerMode
    const before = this.mode
    const event = others.event ? rig.event(`e${this.commits.length}`) : null
    if (!refused) this.mode = mode
    this.call = { commits, response: others.response }
    const commit: { items: readonly Known[]; event: CompletionEvent | null; high: boolean } = { items: [], event, high }
    this.told = () => {
      commit.items = this.items.filter((item) => !isOver(item))
      if (commits) this.commits.push(commit)
      this.call = { commits: false, response: 0 }
    }
    const { hr } = rig.set(mode, action, event)
    same(hr, refused ? 'E_INVALIDARG' : 'S_OK')
    if (!refused) return
    this.call = { commits: false, response: 0 }
    same(rig.runtime.mode, before)
    same(event?.signalled ?? false, false)
  }

  private told: () => void = () => {}

  /** The test's driver queues something in response. */
  private answer(): boolean {
    for (let i = 0; i < this.call.response; i++)
      this.queue({ duration: 4000 * (i + 1), nested: 0, atEnd: false, cancellable: true })
    this.told()
    return false
  }

  private mustHold(): void {
    for (const [number, { callbacks, cancels, results }] of this.items.entries())
      if (callbacks + cancels > 1 || results > callbacks)
        throw new Error(`item ${number}: ${callbacks} callbacks, ${cancels} cancels, ${results} results`)
    for (const { items, event } of this.commits)
      if (event !== null && event.signalled !== items.every(isOver))
        throw new Error(`${event.name} is ${event.signalled ? '' : 'not '}signalled`)
    const priority = this.boosted ? 'above-idle' : 'idle'
    if (this.rig.runtime.threads.filter(({ name, task }) => name === 'app tasks' && task !== null).length > 1)
      throw new Error("the app's task system does several things at once")
    for (const thread of this.rig.runtime.threads)
      if (thread.priority !== priority) throw new Error(`${thread.name} is ${thread.priority}, not ${priority}`)
  }
}

function isOver({ results, cancels }: Known): boolean {
  return results + cancels > 0
}

describe('random interleavings', () => {
  test(
    'each item is called back or cancelled, once, in order; each commit signals when its set is done, whoever carries them out [BP-07 BP-10 BP-19 BP-20 BP-21 BP-30]',
    () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(program, (candidate) => {
          const run = new Run(candidate)
          run.all()
          for (const item of run.items) {
            same(item.callbacks + item.cancels, 1)
            same(item.results, item.callbacks)
          }
          for (const { phase, priority, thread } of run.rig.of('background-task')) {
            seen.add(`${phase} ${priority}`)
            if (thread === 'app tasks') seen.add(`${phase} ${priority} by the app`)
          }
        }),
        { numRuns: RUNS },
      )
      // the programs come to all of it, or they would prove nothing
      expect([...seen]).toEqual(
        expect.arrayContaining([
          ...['start idle', 'start above-idle', 'finish idle', 'finish above-idle', 'cancel idle'],
          ...['start idle by the app', 'start above-idle by the app', 'finish above-idle by the app'],
        ]),
      )
    },
    TIMEOUT,
  )

  test(
    "the device goes once, when nothing is in flight any more, and leaves no thread of the runtime's [BP-24 BP-30]",
    () => {
      fc.assert(
        fc.property(program, (candidate) => {
          const run = new Run({ ...candidate, steps: [...candidate.steps, { kind: 'destroy' }] })
          run.all()
          same(run.gone, 1)
          same(run.rig.ownThreads(), 0)
          same(run.items.every(isOver), true)
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT,
  )

  test(
    'every execution has a start and a finish in the trace, which is the same each time [BP-28 BP-30 SC-01]',
    () => {
      const traceOf = (candidate: Program) => {
        const run = new Run(candidate)
        run.all()
        return run.rig
      }
      fc.assert(
        fc.property(program, (candidate) => {
          const rig = traceOf(candidate)
          const tasks = rig.of('background-task')
          const of = (phase: string) =>
            tasks.filter((record) => record.phase === phase).map(({ task, thread }) => `${task} ${thread}`)
          expect(of('finish').sort()).toEqual(of('start').sort())
          expect(traceOf(candidate).records.map(traceLine)).toEqual(rig.records.map(traceLine))
        }),
        { numRuns: Math.ceil(RUNS / 5) },
      )
    },
    TIMEOUT,
  )
})
