/**
 * The runtime against a small model of it, made from the clauses alone: the same random program through both, and each
 * start, finish, cancel, signal and answer has to come at the same moment with the same priority. There are cores
 * enough and no foreground work, so that a task takes its duration.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BACKGROUND_MODES,
  type BackgroundMode,
  MEASUREMENTS_ACTIONS,
  type MeasurementsAction,
} from '../../../../preload/contract'
import { RUNS, rigOf } from './rig'

const TIMEOUT = 30_000 + RUNS * 30

interface Item {
  /** µs */
  readonly duration: number
  /** that it queues itself, when it starts or when it has ended */
  readonly children: number
  readonly atEnd: boolean
  readonly cancel: boolean
}

const item = fc.record<Item>({
  duration: fc.integer({ min: 1, max: 40_000 }),
  children: fc.constantFrom(0, 0, 0, 1, 2),
  atEnd: fc.boolean(),
  cancel: fc.boolean(),
})
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('queue' as const), item }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('wait' as const), µs: fc.nat(30_000) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('mode' as const),
      mode: fc.constantFrom(...BACKGROUND_MODES),
      action: fc.constantFrom(...MEASUREMENTS_ACTIONS),
      event: fc.boolean(),
      developerMode: fc.constantFrom(true, true, true, false),
      /** what the driver queues when it is told */
      response: fc.array(item, { maxLength: 3 }),
      desired: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('destroy' as const) }) },
)
const program = fc.record({
  cores: fc.integer({ min: 2, max: 5 }),
  supported: fc.constantFrom(true, true, true, true, false),
  steps: fc.array(step, { minLength: 1, maxLength: 30, size: '+1' }),
})
type Program = typeof program extends fc.Arbitrary<infer T> ? T : never
type ModeStep = Extract<Program['steps'][number], { kind: 'mode' }>

const isCommit = (action: MeasurementsAction) => action.startsWith('COMMIT_RESULTS')
const childOf = ({ duration }: Item): Item => ({ duration: duration + 7, children: 0, atEnd: false, cancel: true })

interface Task extends Item {
  readonly name: string
  state: 'queued' | 'running' | 'over'
  end: number
}

/** What the clauses say, and no more: a list of tasks, a list of commits, a mode. */
class Model {
  readonly seen: string[] = []
  private readonly tasks: Task[] = []
  private readonly commits: { left: Task[]; event: string | null; high: boolean }[] = []
  private now = 0
  private mode: BackgroundMode = 'ALLOWED'
  /** a commit is being made: what the driver queues meanwhile is allowed (BP-09) */
  private committing = false
  private calling = false
  private destroyed = false
  private gone = false

  constructor(private readonly program: Program) {
    for (const next of program.steps) {
      if (next.kind === 'queue') this.queue(next.item)
      else if (next.kind === 'wait') this.wait(this.now + next.µs)
      else if (next.kind === 'mode') this.set(next)
      else this.destroy()
    }
    this.wait(Number.POSITIVE_INFINITY)
  }

  private tell(what: string): void {
    this.seen.push(`${this.now} ${what}`)
  }

  private of(state: Task['state']): Task[] {
    return this.tasks.filter((task) => task.state === state)
  }

  private get boosted(): boolean {
    return this.commits.some(({ high }) => high)
  }

  private queue(item: Item): void {
    const task: Task = { ...item, name: `${this.tasks.length}`, state: 'queued', end: 0 }
    this.tasks.push(task)
    if (this.destroyed || (this.mode.startsWith('DISABLE') && !this.committing)) this.cancel(task)
    else this.begin()
  }

  private cancel(task: Task): void {
    task.state = 'over'
    if (task.cancel) this.tell(`cancel ${task.name}`)
  }

  /** The oldest that wait start, two of them or on each core (BP-01, BP-10, BP-19). */
  private begin(): void {
    if (this.calling) return
    const most = this.boosted ? this.program.cores : 2
    for (let task = this.of('queued')[0]; task && this.of('running').length < most; task = this.of('queued')[0]) {
      task.state = 'running'
      task.end = this.now + task.duration
      this.tell(`start ${task.name} ${this.priority}`)
      if (!task.atEnd) this.bear(task)
    }
  }

  private bear(task: Task): void {
    for (let i = 0; i < task.children; i++) this.queue(childOf(task))
  }

  private get priority(): string {
    return this.boosted ? 'above-idle' : 'idle'
  }

  private wait(until: number): void {
    for (;;) {
      const [next] = this.of('running').sort((a, b) => a.end - b.end)
      if (next === undefined || next.end > until) break
      this.now = next.end
      this.tell(`finish ${next.name} ${this.priority}`)
      next.state = 'over'
      if (next.atEnd) this.bear(next)
      this.settle()
      this.begin()
    }
    this.now = Math.min(until, Number.MAX_SAFE_INTEGER)
  }

  /** Commits of which nothing is left signal their events, and the boost of the last goes with it (BP-07, BP-10). */
  private settle(): void {
    for (const commit of [...this.commits]) {
      if (commit.left.some(({ state }) => state !== 'over')) continue
      this.commits.splice(this.commits.indexOf(commit), 1)
      if (commit.event !== null) this.tell(`signal ${commit.event}`)
    }
    if (this.destroyed && !this.gone && this.of('running').length === 0) {
      this.gone = true
      this.tell('gone')
    }
  }

  private set({ mode, action, event, developerMode, response, desired }: ModeStep): void {
    const gated = mode.startsWith('DISABLE') || action === 'COMMIT_RESULTS_HIGH_PRIORITY'
    if ((event && !isCommit(action)) || (gated && !developerMode)) return this.tell('E_INVALIDARG')
    const name = event ? 'e' : null
    if (this.program.supported) {
      this.mode = mode
      this.committing = isCommit(action)
      this.calling = true
      for (const item of response) this.queue(item)
      this.calling = this.committing = false
    }
    const left = this.tasks.filter(({ state }) => state !== 'over')
    if (isCommit(action)) this.commits.push({ left, event: name, high: action === 'COMMIT_RESULTS_HIGH_PRIORITY' })
    this.settle()
    this.begin()
    this.tell(`S_OK ${this.program.supported && desired}`)
  }

  private destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    for (const task of this.of('queued')) this.cancel(task)
    this.settle()
  }
}

/** The same through the runtime. */
function run({ cores, supported, steps }: Program): string[] {
  const seen: string[] = []
  let answer: Pick<ModeStep, 'response' | 'desired'> = { response: [], desired: false }
  let developerMode = true
  const options = {
    cpu: { cores },
    supported,
    driver: () => {
      for (const item of answer.response) queue(item)
      return answer.desired
    },
  }
  const rig = rigOf(Object.defineProperty(options, 'developerMode', { get: () => developerMode }))
  const { sim, runtime } = rig
  const tell = (what: string): void => void seen.push(`${sim.now} ${what}`)
  let tasks = 0
  const queue = (item: Item): void => {
    const name = `${tasks++}`
    const bear = (): void => {
      for (let i = 0; i < item.children; i++) queue(childOf(item))
    }
    runtime.queueProcessingWork({
      pso: name,
      reason: 'random',
      callback: () => {
        if (!item.atEnd) bear()
        return { duration: item.duration, finished: () => (item.atEnd ? bear() : undefined) }
      },
      ...(item.cancel ? { cancel: () => tell(`cancel ${name}`) } : {}),
    })
  }
  sim.trace.attach((record) => {
    if (record.type !== 'background-task' || (record.phase !== 'start' && record.phase !== 'finish')) return
    tell(`${record.phase} ${record.pso} ${record.priority}`)
  })
  let destroyed = false
  for (const next of steps) {
    if (next.kind === 'queue') queue(next.item)
    else if (next.kind === 'wait') sim.advanceTo(sim.now + next.µs)
    else if (next.kind === 'mode') {
      answer = next
      developerMode = next.developerMode
      const event = next.event ? rig.event('e') : null
      event?.wait(() => tell('signal e'))
      const { hr, furtherMeasurementsDesired } = rig.set(next.mode, next.action, event)
      tell(hr === 'S_OK' ? `${hr} ${furtherMeasurementsDesired}` : hr)
    } else if (!destroyed) {
      destroyed = true
      runtime.destroy(() => tell('gone'))
    }
  }
  sim.advanceTo(sim.now + 1e9)
  return seen
}

/** What happens at one moment may come in any order, but for starts, which are in that of the queue (BP-19). */
const byMoment = (seen: readonly string[]) => ({
  all: seen.toSorted(),
  starts: seen.filter((line) => / start /.test(line)),
})

test(
  'does at each moment what a model from the clauses does [BP-01 BP-04 BP-07 BP-09 BP-10 BP-12 BP-15 BP-16 BP-19 BP-20 BP-21 BP-24]',
  () => {
    const met = new Set<string>()
    fc.assert(
      fc.property(program, (candidate) => {
        const seen = run(candidate)
        expect(byMoment(seen)).toEqual(byMoment(new Model(candidate).seen))
        for (const line of seen) met.add(line.replace(/^\d+ /, '').replace(/ \d+/, ''))
      }),
      { numRuns: RUNS },
    )
    expect([...met].sort()).toEqual(
      [
        ...['E_INVALIDARG', 'S_OK false', 'S_OK true', 'cancel', 'gone', 'signal e'],
        ...['finish above-idle', 'finish idle', 'start above-idle', 'start idle'],
      ].sort(),
    )
  },
  TIMEOUT,
)
