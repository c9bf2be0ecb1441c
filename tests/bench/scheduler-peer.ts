/**
 * The peer of `scheduler`: the same job as one usually writes it, with an object per packet, closures for what is to
 * come, sorted arrays for what waits, and the trace as an array. It knows priorities, bounded hardware queues,
 * preemption at any moment, and resubmission with new fence ids; none of the other rules.
 */

export interface PeerContext {
  name: string
  engine: PeerEngine
  priority: number
  waiting: PeerPacket[]
  fence: number
  inHardware: number
}

interface PeerPacket {
  context: PeerContext
  duration: number
  progress: number
  startedAt: number
  submitted: number
  fence: number
  finished: () => void
}

export interface PeerEngine {
  name: string
  queue: PeerPacket[]
  contexts: PeerContext[]
  end: PeerEvent | null
  asked: boolean
  requests: number
}

interface PeerEvent {
  time: number
  sequence: number
  callback: () => void
}

const DEPTH = 2
const REQUEST = 5

export class PeerScheduler {
  now = 0
  /** submissions, starts, ends, requests, stops */
  events = 0
  readonly trace: object[] = []
  private sequence = 0
  private readonly pending: PeerEvent[] = []

  engine(name: string): PeerEngine {
    return { name, queue: [], contexts: [], end: null, asked: false, requests: 0 }
  }

  context(name: string, engine: PeerEngine, priority: number): PeerContext {
    const context = { name, engine, priority, waiting: [], fence: 0, inHardware: 0 }
    engine.contexts.push(context)
    engine.contexts.sort((a, b) => b.priority - a.priority)
    return context
  }

  schedule(delay: number, callback: () => void): PeerEvent {
    const event = { time: this.now + delay, sequence: this.sequence++, callback }
    let place = this.pending.length
    while (place > 0 && (this.pending[place - 1] as PeerEvent).time <= event.time) place--
    this.pending.splice(place, 0, event)
    return event
  }

  submit(context: PeerContext, duration: number, finished: () => void): void {
    this.events++
    const packet = { context, duration, progress: 0, startedAt: -1, submitted: this.now, fence: 0, finished }
    context.waiting.push(packet)
    this.feed(context.engine)
  }

  /** The latest event is at the front's far end: times descend. */
  advanceTo(until: number): void {
    for (;;) {
      const event = this.pending.at(-1)
      if (event === undefined || event.time > until) break
      this.pending.pop()
      this.now = event.time
      event.callback()
    }
    this.now = until
  }

  private feed(engine: PeerEngine): void {
    while (!engine.asked) {
      const context = engine.contexts.find(({ waiting }) => waiting.length > 0)
      if (context === undefined) return
      const head = engine.queue[0]
      if (head !== undefined && head.context.priority < context.priority) {
        this.ask(engine)
        return
      }
      if (engine.queue.length >= DEPTH) return
      const packet = context.waiting.shift() as PeerPacket
      packet.fence = ++context.fence
      context.inHardware++
      engine.queue.push(packet)
      if (engine.queue.length === 1) this.start(engine)
    }
  }

  private start(engine: PeerEngine): void {
    const packet = engine.queue[0]
    if (packet === undefined) return
    this.events++
    packet.startedAt = this.now
    engine.end = this.schedule(packet.duration - packet.progress, () => {
      this.events++
      engine.end = null
      engine.queue.shift()
      packet.context.inHardware--
      this.write(engine, packet, 'completed')
      this.start(engine)
      packet.finished()
      this.feed(engine)
    })
  }

  private ask(engine: PeerEngine): void {
    this.events++
    engine.asked = true
    const requested = this.now
    const fence = ++engine.requests
    this.schedule(REQUEST, () => {
      this.events++
      engine.asked = false
      if (engine.end !== null) this.pending.splice(this.pending.indexOf(engine.end), 1)
      engine.end = null
      const packets = engine.queue.splice(0)
      for (const [index, packet] of packets.entries()) {
        if (index === 0) packet.progress += this.now - packet.startedAt
        else packet.startedAt = this.now
        packet.context.inHardware--
        this.write(engine, packet, 'preempted')
      }
      for (const packet of packets.reverse()) packet.context.waiting.unshift(packet)
      this.trace.push({ t: this.now, type: 'preempt', engine: engine.name, requested, stopped: this.now, fence })
      this.feed(engine)
    })
  }

  private write(engine: PeerEngine, packet: PeerPacket, outcome: string): void {
    const { context, startedAt, submitted, fence } = packet
    this.trace.push({
      t: this.now,
      type: 'packet',
      engine: engine.name,
      context: context.name,
      kind: 'standard',
      fence,
      start: startedAt,
      end: this.now,
      outcome,
      submitted,
      command: 'work',
    })
  }
}
