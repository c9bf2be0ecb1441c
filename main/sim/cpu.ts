/**
 * A modelled CPU: threads of different priority share its logical processors. A thread of a higher priority displaces
 * one of a lower; equals take turns by quantum. With SMT two threads on one core slow each other down. Times in µs.
 */
import type { Then } from './continuation'
import type { EventHandle } from './event-queue'
import type { Simulation } from './simulation'

export interface CpuOptions {
  cores: number
  /** two logical processors on each core */
  smt: boolean
  /** share of its speed that a thread loses while the other one of its core is busy, 0 to below 1 */
  smtSlowdown: number
  /** how long one of several threads of a priority runs before another one's turn comes */
  quantum: number
}

/** Lowest first. */
export const ThreadPriority = { idle: 0, normal: 1 } as const
export type ThreadPriority = (typeof ThreadPriority)[keyof typeof ThreadPriority]

/** `behind`: earlier work of its thread goes first. `displaced`: other threads have the processors. */
export type ProcessorStand = 'behind' | 'displaced' | 'running'

/** Wants to know where work stands from now on; told at every change, and at its beginning. */
export interface WorkFollower {
  onProcessor(stand: ProcessorStand): void
}

/** What a thread is to do. */
interface CpuWork {
  /** µs at full speed that are left */
  left: number
  readonly done: Then
  /** the command that it is done for, for the trace */
  readonly cause: number
  readonly thread: CpuThread
  /** null: nobody follows it */
  readonly follower: WorkFollower | null
  told: ProcessorStand | null
}

export class CpuThread {
  /** µs of processor time at full speed that it has had */
  used = 0
  /** @internal */
  readonly work: CpuWork[] = []
  /** @internal where it runs, -1: it does not */
  processor = -1
  /** @internal order among equals */
  turn = 0
  /** @internal µs left of its quantum */
  quantumLeft = 0
  /** @internal the core that it is kept to, null: none */
  core: number | null = null

  /** @internal */
  constructor(
    readonly name: string,
    private level: ThreadPriority,
    private readonly cpu: Cpu,
  ) {}

  get priority(): ThreadPriority {
    return this.level
  }

  /** Takes effect at once. */
  setPriority(priority: ThreadPriority): void {
    if (priority === this.level) return
    this.level = priority
    this.cpu.schedule()
  }

  get isRunning(): boolean {
    return this.processor >= 0
  }

  get isBusy(): boolean {
    return this.work.length > 0
  }

  /**
   * Runs for `duration` µs of processor time, behind what it has to do already; then calls back, as an event of its
   * own.
   */
  run(duration: number, done: Then, follower?: WorkFollower): void {
    this.cpu.enter(this, duration, done, follower)
  }

  /** @internal */
  standOf(work: CpuWork): ProcessorStand {
    if (this.work[0] !== work) return 'behind'
    return this.isRunning ? 'running' : 'displaced'
  }
}

function mustExist(name: string, core: number, { cores }: CpuOptions): void {
  if (Number.isInteger(core) && core >= 0 && core < cores) return
  throw new RangeError(`${name} is kept to core ${core}; expected a core from 0 to ${cores - 1}`)
}

function processorsOf({ cores, smt }: CpuOptions): (CpuThread | null)[] {
  return Array.from({ length: cores * (smt ? 2 : 1) }, () => null)
}

/** Remainders of divisions by a speed are nothing. */
const EPSILON = 1e-6

function hasHadQuantum(thread: CpuThread | null): boolean {
  return thread !== null && thread.quantumLeft <= EPSILON
}

export class Cpu {
  private readonly threads: CpuThread[] = []
  /** that somebody follows */
  private readonly followed: CpuWork[] = []
  /** by logical processor; the two of a core are neighbours */
  private running: (CpuThread | null)[]
  private accountedAt = 0
  private event: EventHandle | null = null
  private turns = 0
  private scheduling = false
  /** `event` is due */
  private readonly look = (): void => {
    this.event = null
    this.schedule()
  }

  constructor(
    private readonly sim: Simulation,
    private settings: CpuOptions,
  ) {
    this.running = processorsOf(settings)
    this.accountedAt = sim.now
  }

  get options(): Readonly<CpuOptions> {
    return this.settings
  }

  /** How many logical ones there are. */
  get processors(): number {
    return this.running.length
  }

  /**
   * Another CPU from now on; what its threads have done stays done. What is left out stays. A thread that is kept to a core
   * which is gone then, as one whose device was destroyed (BP-24), goes on wherever there is room.
   */
  configure(changes: Partial<CpuOptions>): void {
    const settings = { ...this.settings, ...changes }
    this.account()
    this.settings = settings
    for (const thread of this.threads) if (thread.core !== null && thread.core >= settings.cores) thread.core = null
    for (const thread of this.threads) this.release(thread)
    this.running = processorsOf(this.settings)
    this.schedule()
  }

  /**
   * Keeps a thread to the first logical processor of a core, from now on: it waits for that one while whoever comes
   * before it is there, whatever else is free (BP-30).
   * @param core from 0; null: it runs anywhere
   * @throws RangeError when there is no such core
   */
  pin(thread: CpuThread, core: number | null): void {
    if (core === thread.core) return
    if (core !== null) mustExist(thread.name, core, this.settings)
    thread.core = core
    this.schedule()
  }

  createThread(name: string, priority: ThreadPriority): CpuThread {
    const thread = new CpuThread(name, priority, this)
    this.threads.push(thread)
    return thread
  }

  /** Threads that exist, busy or not. */
  get threadCount(): number {
    return this.threads.length
  }

  hasThread(name: string): boolean {
    return this.threads.some((thread) => thread.name === name)
  }

  /** A thread that has nothing to do any more is forgotten. */
  removeThread(thread: CpuThread): void {
    const index = this.threads.indexOf(thread)
    if (index >= 0) this.threads.splice(index, 1)
  }

  /** Share of full speed at which a processor's thread runs. */
  private speed(processor: number): number {
    const { smt, smtSlowdown } = this.options
    return smt && this.running[processor ^ 1] !== null ? 1 - smtSlowdown : 1
  }

  /** Gives each running thread what it has had since the last time. */
  private account(): void {
    const passed = this.sim.now - this.accountedAt
    this.accountedAt = this.sim.now
    if (passed === 0) return
    for (let processor = 0; processor < this.processors; processor++) {
      const thread = this.running[processor]
      const work = thread?.work[0]
      if (thread == null || work === undefined) continue
      const had = passed * this.speed(processor)
      // an end between two microseconds is seen at the next one
      thread.used += Math.min(had, Math.max(0, work.left))
      work.left -= had
      thread.quantumLeft -= passed
    }
  }

  /** @internal a thread has more to do: see its `run` @param duration µs */
  enter(thread: CpuThread, duration: number, done: Then, follower: WorkFollower | undefined): void {
    if (thread.work.length === 0) thread.turn = ++this.turns
    const { cause } = this.sim.trace
    const work: CpuWork = { left: duration, done, cause, thread, follower: follower ?? null, told: null }
    thread.work.push(work)
    if (follower !== undefined) this.followed.push(work)
    this.schedule()
  }

  /** @internal */
  schedule(): void {
    if (this.scheduling) return
    this.scheduling = true
    this.account()
    this.finish()
    this.takeTurns()
    this.assign()
    this.arm()
    if (this.followed.length > 0) this.tell()
    this.scheduling = false
  }

  private tell(): void {
    for (let i = 0; i < this.followed.length; i++) {
      const work = this.followed[i] as CpuWork
      const stand = work.thread.standOf(work)
      if (stand === work.told) continue
      work.told = stand
      work.follower?.onProcessor(stand)
    }
  }

  /** Work that is done leaves its thread; whoever waits for it is told by an event. */
  private finish(): void {
    for (const thread of this.threads) {
      const work = thread.work[0]
      if (work === undefined || work.left > EPSILON) continue
      thread.work.shift()
      if (work.follower !== null) this.unfollow(work)
      this.sim.scheduleAs(work.cause, 0, work.done)
      if (thread.work.length === 0) this.release(thread)
    }
  }

  private unfollow(work: CpuWork): void {
    const { followed } = this
    if (followed.at(-1) === work) followed.pop()
    else followed.splice(followed.indexOf(work), 1)
  }

  private release(thread: CpuThread): void {
    if (thread.processor >= 0) this.running[thread.processor] = null
    thread.processor = -1
  }

  /**
   * Who has had its quantum stands behind those of its priority that wait; where none does, it begins another one. What
   * lower priorities do changes nothing here: they do not disturb the turns of those above them (BP-29).
   */
  private takeTurns(): void {
    if (!this.hasHadTurn()) return
    const running = this.running.filter((thread) => thread !== null).sort((a, b) => a.turn - b.turn)
    for (const thread of running) {
      if (!hasHadQuantum(thread) || !this.isWaitedFor(thread)) continue
      const over = -thread.quantumLeft % this.options.quantum
      if (over > EPSILON) {
        thread.quantumLeft = this.options.quantum - over
        continue
      }
      thread.turn = ++this.turns
      thread.quantumLeft = this.options.quantum
    }
  }

  private hasHadTurn(): boolean {
    const { running } = this
    for (let i = 0; i < running.length; i++) if (hasHadQuantum(running[i] ?? null)) return true
    return false
  }

  /** An equal waits that may run where this one does. */
  private isWaitedFor({ priority, processor }: CpuThread): boolean {
    for (const thread of this.threads) {
      if (thread.work.length === 0 || thread.processor >= 0 || thread.priority !== priority) continue
      const own = this.ownProcessor(thread)
      if (own === null || own === processor) return true
    }
    return false
  }

  /** The one that it is kept to. */
  private ownProcessor({ core }: CpuThread): number | null {
    if (core === null) return null
    return this.options.smt ? core * 2 : core
  }

  /** As most of the time: nobody has anything to do, or one that runs already. */
  private nobodyMoves(): boolean {
    let busy = 0
    for (const { work, processor, core } of this.threads) {
      if (work.length === 0) continue
      if (++busy > 1 || processor < 0 || core !== null) return false
    }
    return true
  }

  /** It has work and does not run yet; nobody else has any, and no processor is taken. */
  private onlyOneThatMayRunAnywhere(): CpuThread | null {
    let only: CpuThread | null = null
    for (const thread of this.threads) {
      if (thread.work.length === 0) continue
      if (only !== null || thread.processor >= 0 || thread.core !== null) return null
      only = thread
    }
    for (const running of this.running) if (running !== null) return null
    return only
  }

  private assign(): void {
    if (this.nobodyMoves()) return
    const alone = this.onlyOneThatMayRunAnywhere()
    if (alone !== null) return this.place(alone, this.freeProcessor())
    const ready = this.threads.filter((thread) => thread.work.length > 0)
    ready.sort((a, b) => b.priority - a.priority || a.turn - b.turn)
    const chosen = this.choose(ready)
    for (const thread of this.running)
      if (thread !== null && chosen.get(thread) !== thread.processor) this.release(thread)
    for (const [thread, processor] of chosen)
      if (processor !== null && thread.processor < 0) this.place(thread, processor)
    for (const [thread, processor] of chosen) if (processor === null) this.place(thread, this.freeProcessor())
  }

  /**
   * Who runs, in the order of `ready`, and where; null: anywhere that is left. Who runs stays where it is, unless one
   * before it is kept to that processor; nobody makes way for one behind it, though it could run elsewhere.
   */
  private choose(ready: readonly CpuThread[]): Map<CpuThread, number | null> {
    const chosen = new Map<CpuThread, number | null>()
    const taken = new Set<number>()
    for (const thread of ready) {
      if (chosen.size === this.processors) break
      const own = this.ownProcessor(thread)
      if (own !== null && taken.has(own)) continue
      const where = own ?? (thread.processor >= 0 && !taken.has(thread.processor) ? thread.processor : null)
      chosen.set(thread, where)
      if (where !== null) taken.add(where)
    }
    return chosen
  }

  /** On a core of its own where there is one. */
  private freeProcessor(): number {
    const { running } = this
    const first = running.indexOf(null)
    if (!this.options.smt) return first
    for (let processor = first; processor < running.length; processor++)
      if (running[processor] === null && running[processor ^ 1] === null) return processor
    return first
  }

  private place(thread: CpuThread, processor: number): void {
    this.running[processor] = thread
    thread.processor = processor
    if (thread.quantumLeft <= EPSILON) thread.quantumLeft = this.options.quantum
  }

  /** The next moment at which something changes by itself. */
  private arm(): void {
    if (this.event !== null) this.sim.cancel(this.event)
    this.event = null
    let next = Number.POSITIVE_INFINITY
    for (let processor = 0; processor < this.processors; processor++) {
      const thread = this.running[processor]
      if (thread == null) continue
      const left = (thread.work[0] as CpuWork).left / this.speed(processor)
      next = Math.min(next, left, this.isWaitedFor(thread) ? thread.quantumLeft : Number.POSITIVE_INFINITY)
    }
    if (next === Number.POSITIVE_INFINITY) return
    this.event = this.sim.scheduleUncaused(Math.max(0, Math.ceil(next - EPSILON)), this.look)
  }
}
