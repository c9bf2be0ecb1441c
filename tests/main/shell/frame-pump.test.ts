import { beforeEach, describe, expect, test } from 'vitest'
import { FramePump } from '../../../main/shell/frame-pump'
import { FlowControl } from '../../../main/shell/page/flow-control'

interface Turn {
  at: number
  run: () => void
}

/** An event loop by hand: turns run in order, the clock moves only when a timer waits. */
class Loop {
  time = 0
  #queue: Turn[] = []
  readonly timers = {
    now: () => this.time,
    after: (ms: number, run: () => void) => this.#add(this.time + ms, run),
    soon: (run: () => void) => this.#add(this.time, run),
  }

  #add(at: number, run: () => void): () => void {
    const turn = { at, run }
    this.#queue.push(turn)
    return () => this.#remove(turn)
  }

  #remove(turn: Turn): void {
    this.#queue = this.#queue.filter((other) => other !== turn)
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** Runs everything due until the clock reads `until`. */
  run(until: number): void {
    for (;;) {
      const [next] = this.#queue.toSorted((a, b) => a.at - b.at)
      if (next === undefined || next.at > until) break
      this.#remove(next)
      this.time = Math.max(this.time, next.at)
      next.run()
    }
    this.time = until
  }
}

/** A session that publishes at every request, as one in which something always changes. */
class Session {
  pumps = 0
  published: number[] = []
  backlog = 0
  /** ms; a full one */
  slice = 4
  fails = false
  isCalm = false
  standsStill = false
  hasNews = true
  constructor(
    private readonly loop: Loop,
    private readonly flow: FlowControl,
  ) {}

  pump(): boolean {
    if (this.fails) throw new Error('a bug')
    this.pumps++
    if (this.backlog === 0) return false
    this.loop.time += this.slice
    this.backlog--
    return this.backlog > 0
  }

  publishFrame(): void {
    this.published.push(this.loop.time)
    if (this.standsStill) this.hasNews = false
    this.flow.sent()
  }
}

let loop: Loop
let flow: FlowControl
let session: Session
let failures: unknown[]
let pump: FramePump

beforeEach(() => {
  loop = new Loop()
  flow = new FlowControl()
  session = new Session(loop, flow)
  failures = []
  pump = new FramePump({
    session: () => session,
    flow,
    timers: loop.timers,
    beforeTurn: () => {},
    afterTurn: () => {},
    failed: (error) => failures.push(error),
  })
})

describe('a slice that one call held up [LB-15]', () => {
  test.each([
    [50, 'no rest', [50, 100]],
    [60, 'a rest as long', [120, 240]],
    [1000, '100 ms of rest', [1100, 2200]],
  ])('of %d ms is followed by %s, in which what waits has its turn', (slice, _rest, begins) => {
    session.backlog = 4
    session.slice = slice
    const seen: number[] = []
    const { pump: pumped } = session
    session.pump = () => {
      seen.push(loop.time)
      return pumped.call(session)
    }
    pump.start()
    loop.run(begins[1] as number)
    expect(seen.slice(0, 3)).toEqual([0, ...begins])
  })
})

describe('frames', () => {
  test('come at display rate while they are acknowledged', () => {
    flow.connect()
    pump.start()
    for (let t = 16; t <= 160; t += 16) {
      loop.run(t)
      flow.acknowledged()
    }
    expect(session.published).toEqual([0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160])
  })

  test('stop with more than two unacknowledged, while the simulation goes on', () => {
    flow.connect()
    pump.start()
    loop.run(1600)
    expect(session.published).toEqual([0, 16, 32])
    expect(session.pumps).toBe(101)
    flow.acknowledged()
    loop.run(1700)
    expect(session.published).toHaveLength(4)
  })

  test('are not made before a renderer is there, nor after it is gone', () => {
    pump.start()
    loop.run(100)
    expect(session.published).toEqual([])
    flow.connect()
    loop.run(112)
    expect(session.published).toEqual([112])
    flow.disconnect()
    loop.run(500)
    expect(session.published).toEqual([112])
  })

  test('a new renderer starts with a clean slate, and late acknowledgements do no harm', () => {
    flow.connect()
    pump.start()
    loop.run(100)
    flow.connect()
    for (let i = 0; i < 5; i++) flow.acknowledged()
    loop.run(200)
    expect(session.published).toHaveLength(6)
  })

  test('are not made while nobody sees them, and come at once when the window is seen again', () => {
    flow.connect()
    pump.setVisible(false)
    pump.start()
    loop.run(300)
    expect(session.published).toEqual([])
    // the simulation goes on all the same
    expect(session.pumps).toBe(19)
    pump.setVisible(true)
    loop.run(310)
    expect(session.published).toEqual([304])
  })

  test('come once a second while only the display of the simulated system goes on', () => {
    flow.connect()
    session.isCalm = true
    pump.start()
    for (let t = 20; t <= 2_000; t += 20) {
      loop.run(t)
      flow.acknowledged()
    }
    expect(session.published).toEqual([0, 1_000, 2_000])
    // a turn every fifth of a second
    expect(session.pumps).toBe(11)
  })
})

describe('a simulation that stands still', () => {
  beforeEach(() => {
    flow.connect()
    session.standsStill = true
    session.isCalm = true
  })

  test('is shown once, and then there is no timer at all', () => {
    pump.start()
    loop.run(60_000)
    expect(session.published).toEqual([0])
    expect(session.pumps).toBe(1)
    expect(loop.waiting).toBe(0)
  })

  test('is shown anew when something happens to it, whatever that is', () => {
    pump.start()
    loop.run(1_000)
    session.hasNews = true
    pump.news()
    // what tells of it may be in the middle of something
    expect(session.pumps).toBe(1)
    pump.news()
    loop.run(2_000)
    expect(session.published).toEqual([0, 1_000])
    pump.hurry()
    expect(session.published).toEqual([0, 1_000, 2_000])
    expect(loop.waiting).toBe(0)
  })

  test('goes on from now when a command lets time go on', () => {
    pump.start()
    loop.run(1_000)
    pump.wake()
    session.standsStill = false
    session.isCalm = false
    pump.hurry()
    loop.run(1_032)
    expect(session.pumps).toBe(5)
    expect(loop.waiting).toBe(1)
  })

  test('waits for a page that is busy, or that nobody sees, without a timer', () => {
    pump.start()
    loop.run(100)
    for (let i = 0; i < 2; i++) flow.sent()
    session.hasNews = true
    pump.news()
    loop.run(10_000)
    expect(session.published).toEqual([0])
    expect(loop.waiting).toBe(0)
    flow.acknowledged()
    pump.wake()
    expect(session.published).toEqual([0, 10_000])
    for (let i = 0; i < 3; i++) flow.acknowledged()
    pump.setVisible(false)
    session.hasNews = true
    pump.news()
    loop.run(20_000)
    expect(loop.waiting).toBe(0)
    pump.setVisible(true)
    expect(session.published).toEqual([0, 10_000, 20_000])
  })

  test('that is busy with what was asked for is not left', () => {
    session.backlog = 100
    pump.start()
    loop.run(200)
    expect(session.pumps).toBeGreaterThan(40)
  })
})

describe('the simulation', () => {
  test('goes on at once while it lags behind, and frames still come at display rate', () => {
    flow.connect()
    session.backlog = 8
    pump.start()
    loop.run(31)
    expect(session.pumps).toBe(8)
    expect(session.published).toEqual([4, 20])
  })

  test('shows what a command has done at once, however calm it is', () => {
    flow.connect()
    session.isCalm = true
    pump.start()
    loop.run(130)
    pump.hurry()
    expect(session.published).toEqual([0, 130])
  })

  test('shown again and again it gets frames at display rate, and no more', () => {
    flow.connect()
    session.isCalm = true
    pump.start()
    loop.run(130)
    for (let i = 0; i < 1000; i++) pump.hurry()
    expect(session.published).toEqual([0, 130])
    loop.run(146)
    expect(session.published).toEqual([0, 130, 146])
    // what was asked for is there: calm again
    loop.run(1000)
    expect(session.published).toEqual([0, 130, 146])
  })

  test('is brought to now by a command, and then looked at as things happen', () => {
    flow.connect()
    session.isCalm = true
    pump.start()
    loop.run(130)
    expect(session.pumps).toBe(1)
    pump.wake()
    expect(session.pumps).toBe(2)
    session.isCalm = false
    pump.wake()
    loop.run(146)
    expect(session.published).toEqual([0, 130, 146])
    expect(session.pumps).toBe(4)
    // what is not calm is not woken
    pump.wake()
    expect(session.pumps).toBe(4)
  })

  test('that throws stops the pump and is reported; it can be started again', () => {
    flow.connect()
    session.fails = true
    pump.start()
    loop.run(100)
    expect(failures).toEqual([new Error('a bug')])
    expect(loop.waiting).toBe(0)
    session.fails = false
    pump.start()
    loop.run(200)
    expect(session.pumps).toBeGreaterThan(1)
  })

  test('is driven once, however often it is started, and not after stop', () => {
    pump.start()
    pump.start()
    expect(loop.waiting).toBe(1)
    loop.run(50)
    pump.stop()
    const { pumps } = session
    loop.run(200)
    expect(session.pumps).toBe(pumps)
  })
})
