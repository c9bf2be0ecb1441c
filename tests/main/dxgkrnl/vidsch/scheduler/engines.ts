/**
 * Engines, hardware queues, requests to preempt and their answers, wait instructions and fences: written from the clauses and
 * not from the scheduler. Packets use no memory.
 *
 * Where the clauses leave a choice it is the one that traces show: contexts of one priority take turns as they come, those that
 * come back before the others; a request is sent for what is more urgent than the packet at the head of the hardware queue.
 *
 * @see spec GP-06 to GP-13, GP-16, GP-21, GP-22
 */
import type { Context, Device, Engine, EngineName, Level, Packet, Request, Settings, Submission } from './types'

export const BOUNDARIES = {
  '3d': ['none', 'dma-buffer', 'primitive', 'triangle', 'pixel', 'shader'],
  compute: ['none', 'dma-buffer', 'dispatch', 'thread-group', 'thread', 'shader'],
} as const

export abstract class Engines {
  readonly log: string[] = []
  now = 0
  /** two things at one moment: the clauses do not order them */
  ambiguous = false
  bugCheck = false
  private events: { time: number; since: number; live: () => boolean; run: () => void }[] = []
  protected readonly engines: Record<EngineName, Engine>
  protected devices = new Map<string, Device>()
  private contexts = new Map<string, Context>()
  private readonly fences = new Map<string, number>()
  private readonly hangs: Record<EngineName, (number | null)[]> = { '3d': [], compute: [] }
  protected blocked = new Set<string>()

  constructor(protected readonly is: Settings) {
    const engine = (name: EngineName): Engine => ({
      name,
      queue: [],
      lines: [[], [], []],
      loaded: null,
      phase: 'idle',
      since: 0,
      switchTime: 0,
      request: null,
      fence: 0,
      interrupted: null,
      told: -1,
      watch: {},
      turn: {},
    })
    this.engines = { '3d': engine('3d'), compute: engine('compute') }
  }

  runTo(time: number): void {
    while (!this.bugCheck) {
      const due = this.events.filter((event) => event.time <= time && event.live()).sort((a, b) => a.time - b.time)
      const [next, other] = due
      if (next === undefined) break
      if (other?.time === next.time && Math.max(other.since, next.since) < next.time) this.ambiguous = true
      this.events = this.events.filter((event) => event !== next && event.live())
      this.now = next.time
      next.run()
    }
    this.now = time
  }

  hang(engine: EngineName, duration: number | null): void {
    this.hangs[engine].push(duration)
  }

  /** @returns whether it was submitted */
  submit(spec: Submission): boolean {
    if (this.bugCheck || this.blocked.has(spec.context)) return false
    let device = this.devices.get(spec.context)
    if (device === undefined || device.removed) {
      device = { process: spec.context, removed: false }
      this.devices.set(spec.context, device)
    }
    const engine = this.engines[spec.engine]
    const key = `${spec.context} ${spec.engine} ${spec.priority}`
    let context = this.contexts.get(key)
    if (context === undefined || context.device !== device) {
      context = { name: spec.context, priority: spec.priority, device, engine, waiting: [], fence: 0, saved: false }
      this.contexts.set(key, context)
      this.submitted.set(context, 0)
    }
    const add = (kind: Packet['kind']): void => {
      const signals = (this.submitted.get(context) as number) + 1
      this.submitted.set(context, signals)
      const packet = { context, kind, signals, spec, done: 0, fence: 0, again: false, submitted: this.now, hang: 0 }
      context.waiting.push(packet)
      const line = engine.lines[context.priority] as Context[]
      const sleeps = this.asleep.some((packet) => packet.context === context)
      if (!line.includes(context) && !sleeps) line.push(context)
      this.feed(engine)
    }
    if (spec.wait !== undefined) add('wait')
    add('standard')
    return true
  }
  private readonly submitted = new Map<Context, number>()

  protected at(time: number, live: () => boolean, run: () => void): void {
    this.events.push({ time, since: this.now, live, run })
  }

  /** Void if the engine does something else until then. */
  private later(engine: Engine, time: number, run: () => void): void {
    const { turn } = engine
    this.at(time, () => engine.turn === turn, run)
  }

  protected go(engine: Engine, phase: Engine['phase']): void {
    engine.turn = {}
    engine.phase = phase
  }

  /** The most urgent of what waits; null where nothing does. */
  private next(engine: Engine): Context | null {
    return engine.lines[2]?.[0] ?? engine.lines[1]?.[0] ?? engine.lines[0]?.[0] ?? null
  }

  protected feed(engine: Engine): void {
    while (engine.request === null && engine.queue.length < this.is.depth) {
      const next = this.next(engine)
      if (next === null) break
      const [head] = engine.queue
      const urgent = head !== undefined && head.context.priority < next.priority
      if (urgent && !engine.queue.some(({ context }) => context === next)) return this.ask(engine, 'priority', next)
      const line = engine.lines[next.priority] as Context[]
      line.shift()
      const packet = next.waiting.shift() as Packet
      if (next.waiting.length > 0) line.push(next)
      packet.fence = ++next.fence
      const hangs = this.hangs[engine.name]
      if (!packet.again && packet.kind === 'standard' && hangs.length > 0)
        packet.hang = hangs.shift() ?? Number.POSITIVE_INFINITY
      engine.queue.push(packet)
      if (engine.queue.length === 1) this.begin(engine)
    }
    this.askIfLate(engine)
  }

  /** What waits, in the hardware queue or outside, and is more urgent than what runs. */
  private urgent(engine: Engine): Context | null {
    const [head, ...behind] = engine.queue
    const all = [...behind.map(({ context }) => context), this.next(engine)].filter((context) => context !== null)
    return all.find(({ priority }) => head !== undefined && priority > head.context.priority) ?? null
  }

  private askIfLate(engine: Engine): void {
    const who = engine.request === null ? this.urgent(engine) : null
    if (who !== null) this.ask(engine, 'priority', who)
  }

  /** What a switch to the head takes comes first (GP-16). */
  private begin(engine: Engine): void {
    const [head] = engine.queue
    if (head === undefined) {
      this.go(engine, 'idle')
      this.answerIfDrained(engine)
      return
    }
    this.go(engine, 'switching')
    engine.since = this.now
    engine.switchTime = 0
    if (engine.loaded !== head.context) {
      if (engine.loaded !== null) engine.switchTime += this.is.saves[0] as number
      if (head.context.saved) engine.switchTime += this.is.restore
    }
    if (engine.switchTime === 0) this.start(engine, head)
    else this.later(engine, this.now + engine.switchTime, () => this.start(engine, head))
  }

  private start(engine: Engine, head: Packet): void {
    const { context, kind, spec } = head
    if (engine.loaded !== context) {
      if (engine.loaded !== null) engine.loaded.saved = true
      context.saved = false
    }
    engine.loaded = context
    engine.since = this.now
    if (engine.request?.arrived && engine.switchTime > 0 && this.holdsBackAfter(engine))
      return this.stop(engine, 'dma-buffer', this.is.saves[0] as number)
    this.watch(engine)
    if (kind === 'wait') {
      this.go(engine, 'waiting')
      this.watch(engine)
      if (this.isHeld(head)) {
        if (engine.request?.arrived && this.level > 0) this.stop(engine, 'wait', this.is.saves[0] as number)
      } else {
        // whether more urgent work asks for the engine in that moment is not told
        if (engine.request === null && this.urgent(engine) !== null) this.ambiguous = true
        this.complete(engine)
      }
      return
    }
    const { hang } = head
    if (hang === 0) return this.run(engine, spec)
    this.go(engine, 'standing')
    this.watch(engine)
    if (hang === Number.POSITIVE_INFINITY) return
    this.later(engine, this.now + hang, () => this.run(engine, spec))
  }

  private standsUntil = new Map<Packet, number>()

  private run(engine: Engine, { gpuTime }: Submission): void {
    const head = engine.queue[0] as Packet
    const standing = engine.phase === 'standing'
    this.go(engine, 'running')
    if (standing) this.standsUntil.set(head, this.now)
    else this.standsUntil.delete(head)
    this.watch(engine)
    this.later(engine, this.now + gpuTime - head.done, () => this.complete(engine))
    if (engine.request?.arrived) this.stopRunning(engine)
  }

  private isHeld({ kind, spec: { wait } }: Packet): boolean {
    return kind === 'wait' && wait !== undefined && (this.fences.get(wait.fence) ?? 0) < wait.value
  }

  private complete(engine: Engine): void {
    const head = engine.queue.shift() as Packet
    this.leave(engine, head, engine.since, 'completed')
    const { signal } = head.spec
    this.go(engine, 'idle')
    if (head.kind === 'standard' && signal !== undefined) this.signal(signal)
    if (engine.request?.arrived && this.holdsBackAfter(engine))
      return this.stop(engine, this.level === 0 ? 'none' : 'dma-buffer', this.is.saves[0] as number)
    if (engine.queue.length === 0 && engine.request?.arrived) return this.answerIfDrained(engine)
    this.begin(engine)
    this.feed(engine)
  }

  private signal({ fence, value }: { fence: string; value: number }): void {
    this.fences.set(fence, Math.max(value, this.fences.get(fence) ?? 0))
    const awake = this.asleep.filter((packet) => !this.isHeld(packet))
    this.asleep = this.asleep.filter((packet) => this.isHeld(packet))
    // who of them is first is not told
    if (awake.length > 1) this.ambiguous = true
    for (const { context } of awake) {
      if (context.device.removed) continue
      context.engine.lines[context.priority]?.unshift(context)
      this.feed(context.engine)
    }
    for (const engine of Object.values(this.engines)) {
      const [head] = engine.queue
      if (engine.phase === 'waiting' && head !== undefined && !this.isHeld(head)) this.complete(engine)
    }
  }

  private get level(): Level {
    return this.is.win7 ? (Math.min(this.is.level, 1) as Level) : this.is.level
  }

  /** Whether nothing more of the queue runs before the answer (GP-06, GP-21). */
  private holdsBackAfter(engine: Engine): boolean {
    if (this.level === 0) return engine.queue.length === 0
    return !(this.is.win7 && engine.queue.some(({ kind, spec }) => kind === 'standard' && spec.signal !== undefined))
  }

  protected ask(engine: Engine, reason: string, who: Context | null): void {
    const request: Request = { fence: ++engine.fence, requested: this.now, arrived: false, reason, who }
    engine.request = request
    this.watch(engine)
    this.at(
      this.now + this.is.request,
      () => engine.request === request,
      () => {
        request.arrived = true
        this.arrive(engine)
      },
    )
  }

  private arrive(engine: Engine): void {
    const { phase, queue } = engine
    if (queue.length === 0) return this.answer(engine, 'finished', 0, [])
    if (phase === 'waiting' && this.level > 0) this.stop(engine, 'wait', this.is.saves[0] as number)
    else if (phase === 'running') this.stopRunning(engine)
  }

  /** At the boundary that comes soonest with its save; of equal ones the coarsest. */
  private stopRunning(engine: Engine): void {
    const head = engine.queue[0] as Packet
    const { gpuTime, units } = head.spec
    const ran = this.now - (this.standsUntil.get(head) ?? engine.since)
    const elapsed = head.done + ran
    let best = { level: 1, after: gpuTime - elapsed, save: this.is.saves[0] as number }
    for (let level = 2; level <= this.level; level++) {
      const count = units[level - 2] as number
      // where it began or was stopped before it can be stopped, and anywhere where units are shorter than a µs
      const here = ran === 0 || count >= gpuTime
      const after = here ? 0 : Math.ceil((Math.ceil((elapsed * count) / gpuTime) * gpuTime) / count) - elapsed
      const save = this.is.saves[level - 1] as number
      if (after + save < best.after + best.save) best = { level, after, save }
    }
    if (best.level === 1) return
    const name = BOUNDARIES[engine.name][best.level] as string
    this.later(engine, this.now + best.after, () => {
      head.done = elapsed + best.after
      this.stop(engine, name, best.save)
    })
  }

  /** Nothing runs from here on; the context is saved, and then all of the queue goes back. */
  private stop(engine: Engine, boundary: string, save: number): void {
    const { phase, since } = engine
    const stoppedAt = this.now
    // whether it had begun at that moment is not told
    if (boundary === 'wait' && since === this.now) this.ambiguous = true
    const started = phase === 'running' || phase === 'waiting'
    this.go(engine, 'saving')
    const [head] = engine.queue
    const saved = engine.loaded
    engine.interrupted = started ? (head ?? null) : null
    if (started && head !== undefined) {
      head.hang = 0
      this.leave(engine, head, since, 'preempted', stoppedAt)
    }
    this.later(engine, this.now + save, () => {
      if (saved !== null) saved.saved = true
      engine.loaded = null
      engine.interrupted = null
      const held = engine.queue.splice(0)
      held.forEach((packet, i) => {
        if (!(started && i === 0)) this.leave(engine, packet, this.now, 'preempted')
      })
      this.answer(engine, boundary, save, held, boundary === 'wait' ? head : undefined)
    })
  }

  private answerIfDrained(engine: Engine): void {
    if (engine.request?.arrived && engine.queue.length === 0)
      this.stop(engine, this.level === 0 ? 'none' : 'dma-buffer', this.is.saves[0] as number)
  }

  private answer(engine: Engine, boundary: string, save: number, held: Packet[], wait?: Packet): void {
    const { requested, fence, reason } = engine.request as Request
    this.log.push(
      `preempt ${engine.name} ${requested}→${this.now} ${boundary} save ${save} held ${held.length} #${fence} ${reason}`,
    )
    engine.request = null
    this.go(engine, 'idle')
    this.putBack(engine, held)
    if (
      wait !== undefined &&
      this.isHeld(wait) &&
      this.now - wait.submitted >= (this.is.delay ?? Number.POSITIVE_INFINITY)
    ) {
      // others come first until its condition holds
      const line = engine.lines[wait.context.priority] as Context[]
      if (line.includes(wait.context)) line.splice(line.indexOf(wait.context), 1)
      this.asleep.push(wait)
    }
    this.feed(engine)
  }
  private asleep: Packet[] = []

  /** Before the others of their priority, in their order. */
  protected putBack(engine: Engine, held: Packet[]): void {
    for (const packet of [...held].reverse()) {
      const { context } = packet
      if (context.device.removed) continue
      packet.again = true
      context.waiting.unshift(packet)
      const line = engine.lines[context.priority] as Context[]
      if (line.includes(context)) line.splice(line.indexOf(context), 1)
      line.unshift(context)
    }
  }

  protected leave(engine: Engine, packet: Packet, start: number, outcome: string, end = this.now): void {
    const { context, kind, fence, signals, again } = packet
    if (outcome === 'preempted' && context.device.removed)
      return this.leave(engine, packet, start, 'device-removed', end)
    this.log.push(
      `packet ${engine.name} ${context.name} ${kind} #${fence} ${start}–${end} ${outcome}${again ? ' again' : ''} →${signals}`,
    )
  }

  /** It runs now, or was asked to preempt: when it takes too long. */
  protected abstract watch(engine: Engine): void
}
