/** One engine by itself: what runs, what it answers, what it keeps (GP-06, GP-07, GP-10, GP-16, GP-22). */
import { describe, expect, test } from 'vitest'
import { Engine, type HardwareContext, type HardwarePacket, type Preempted } from '../../../../main/drivers/kmd/engine'
import type { Granularities } from '../../../../main/drivers/kmd/scheduling-caps'
import { MonitoredFence } from '../../../../main/dxgkrnl/vidsch/monitored-fence'
import { Simulation } from '../../../../main/sim/simulation'
import { GRAPHICS, SAVES } from '../../dxgkrnl/vidsch/gpu-world'

interface Named extends HardwarePacket {
  name: string
}

/** An engine whose history is written down. */
class Bench {
  readonly sim = new Simulation({ seed: 1 })
  readonly story: string[] = []
  admits: (packet: Named) => boolean = () => true
  readonly engine: Engine<Named>

  constructor(granularities: Partial<Granularities> = {}, restore = 7) {
    const say = (what: string) => (packet: Named) => void this.story.push(`${this.sim.now} ${packet.name} ${what}`)
    const settings = {
      granularities: { graphics: 'pixel', compute: 'thread', ...granularities } as const,
      saves: SAVES,
      restore,
    }
    this.engine = new Engine<Named>(this.sim, settings, {
      admits: (packet) => this.admits(packet),
      refused: (packets) => void this.story.push(`${this.sim.now} ${packets.map(({ name }) => name).join()} refused`),
      started: say('started'),
      completed: say('completed'),
      interrupted: say('interrupted'),
    })
  }

  submit(name: string, context: HardwareContext | null, duration: number, others: Partial<HardwarePacket> = {}): Named {
    const packet: Named = {
      name,
      hardwareContext: context,
      duration,
      work: GRAPHICS,
      cause: 0,
      hang: 0,
      until: null,
      progress: 0,
      enteredAt: -1,
      headAt: -1,
      startedAt: -1,
      switched: -1,
      ...others,
    }
    this.engine.submit(packet)
    return packet
  }

  preempt(): void {
    this.engine.preempt(({ boundary, save, interrupted, held }: Preempted<Named>) => {
      const stopped = interrupted === null ? '' : ` ${interrupted.name} at ${interrupted.progress}`
      this.story.push(
        `${this.sim.now} answer ${boundary} ${save}${stopped}, held ${held.map(({ name }) => name).join()}`,
      )
    })
  }

  at(time: number): this {
    this.sim.advanceTo(time)
    return this
  }
}

const context = (): HardwareContext => ({ saved: false })

describe('an engine', () => {
  test('runs its queue in order, and one packet at a time', () => {
    const bench = new Bench()
    const a = context()
    for (const name of ['A1', 'A2']) bench.submit(name, a, 100)
    bench.at(1000)
    expect(bench.story).toEqual(['0 A1 started', '100 A1 completed', '100 A2 started', '200 A2 completed'])
    expect([bench.engine.queue, bench.engine.busy(1000), bench.engine.loaded]).toEqual([[], 200, a])
  })

  test('saves what is loaded and restores what was saved [GP-16]', () => {
    const bench = new Bench()
    const [a, b] = [context(), context()]
    const switched = [
      bench.submit('A1', a, 100),
      bench.submit('B1', b, 100),
      bench.submit('A2', a, 100),
      bench.submit('A3', a, 100),
      bench.submit('null', null, 0),
      bench.submit('A4', a, 100),
    ]
    bench.at(10_000)
    // A: nothing; B: save A; A: save B, restore A; A: loaded; null: save A; A: restore A
    expect(switched.map((packet) => packet.switched)).toEqual([0, 10, 17, -1, 10, 7])
    expect(bench.story.filter((line) => line.endsWith('completed'))).toEqual([
      '100 A1 completed',
      '210 B1 completed',
      '327 A2 completed',
      '427 A3 completed',
      '437 null completed',
      '544 A4 completed',
    ])
  })

  test('with nothing in it, it says at once that all is finished [GP-07]', () => {
    const bench = new Bench()
    bench.submit('A', context(), 100)
    bench.at(100).preempt()
    expect(bench.story.at(-1)).toBe('100 answer finished 0, held ')
    expect(bench.engine.preempting).toBe(false)
  })

  test('stops the head at a boundary, saves, and gives all back [GP-06 GP-10]', () => {
    const bench = new Bench()
    const a = context()
    const head = bench.submit('A', a, 8000)
    bench.submit('B', context(), 100)
    bench.at(3337).preempt()
    expect(bench.engine.preempting).toBe(true)
    bench.at(3379)
    // stopped at 3340, not yet saved
    expect(bench.story).toEqual(['0 A started', '3340 A interrupted'])
    bench.at(3380)
    expect(bench.story.at(-1)).toBe('3380 answer pixel 40 A at 3340, held B')
    expect([bench.engine.queue, bench.engine.loaded, a.saved, bench.engine.running]).toEqual([[], null, true, null])
    // it goes on where it was
    bench.engine.submit(head)
    bench.at(20_000)
    expect(bench.story.slice(-2)).toEqual(['3387 A started', '8047 A completed'])
    expect(bench.engine.busy(20_000)).toBe(8000)
  })

  test('with none it runs everything before it answers, other contexts too [GP-06]', () => {
    const bench = new Bench({ graphics: 'none' })
    bench.submit('A', context(), 1000)
    bench.submit('B', context(), 1000)
    bench.at(500).preempt()
    bench.at(5000)
    expect(bench.story.slice(-3)).toEqual(['1010 B started', '2010 B completed', '2020 answer none 10, held '])
  })

  test('does not start what it was switching to when it is asked [GP-10]', () => {
    const bench = new Bench()
    bench.submit('A', context(), 100)
    bench.submit('B', context(), 100)
    bench.at(105).preempt()
    bench.at(5000)
    expect(bench.story.slice(2)).toEqual(['120 answer dma-buffer 10, held B'])
  })

  test('a head that may not start goes back with what its context has behind it; others go on [GP-13]', () => {
    const bench = new Bench()
    const [a, b] = [context(), context()]
    bench.submit('A1', a, 100)
    for (const name of ['B1', 'A2', 'B2']) bench.submit(name, name.startsWith('A') ? a : b, 100)
    bench.admits = ({ name }) => name !== 'B1'
    bench.at(5000)
    const decided = bench.story.filter((line) => !line.endsWith('started'))
    // at once: nothing is saved for a context that does not come
    expect(decided).toEqual(['100 A1 completed', '100 B1,B2 refused', '200 A2 completed'])
  })

  test('a wait instruction is preempted before its condition holds, and waits on afterwards [GP-22]', () => {
    const bench = new Bench()
    const fence = new MonitoredFence()
    const until = {
      isReached: () => fence.value >= 1,
      whenReached: (callback: () => void) => fence.whenReached(1, callback),
    }
    const wait = bench.submit('W', context(), 0, { until, work: null })
    bench.at(100).preempt()
    bench.at(200)
    expect(bench.story.slice(1)).toEqual(['100 W interrupted', '110 answer wait 10 W at 0, held '])
    bench.engine.submit(wait)
    bench.at(1000)
    expect(bench.story.at(-1)).toBe('207 W started')
    fence.signal(1)
    bench.at(1000)
    // once, though it has waited twice
    expect(bench.story.filter((line) => line.endsWith('completed'))).toEqual(['1000 W completed'])
  })

  test('a head that hangs does not answer until it goes on [GP-06]', () => {
    const bench = new Bench()
    bench.submit('A', context(), 8000, { hang: 1000 })
    bench.at(500)
    expect(bench.engine.hung).toBe(true)
    bench.preempt()
    bench.at(5000)
    // it has not begun when the hang is over: it stands at a boundary
    expect(bench.story.slice(1)).toEqual(['1000 A interrupted', '1015 answer primitive 15 A at 0, held '])
  })

  test('a reset gives back what was in it, loads nothing and answers nothing', () => {
    const bench = new Bench()
    const a = context()
    bench.submit('A', a, 8000, { hang: Number.POSITIVE_INFINITY })
    bench.submit('B', context(), 100)
    bench.at(500).preempt()
    bench.at(1000)
    expect(bench.engine.reset().map(({ name }) => name)).toEqual(['A', 'B'])
    bench.at(50_000)
    expect(bench.story).toEqual(['0 A started'])
    expect([bench.engine.queue, bench.engine.loaded, bench.engine.preempting, a.saved]).toEqual([
      [],
      null,
      false,
      false,
    ])
    bench.submit('C', context(), 100)
    bench.at(60_000)
    expect(bench.story.slice(1)).toEqual(['50000 C started', '50100 C completed'])
  })

  test.each([
    ['for another context', 100, (bench: Bench) => void bench.submit('B', context(), 100)],
    ['as it is asked to preempt', 50, (bench: Bench) => bench.preempt()],
  ])('a save that a reset cuts off leaves nothing to restore, one that is over does: %s [GP-16 GP-24]', (_, at, go) => {
    const savedAfterResetAt = (time: number): boolean => {
      const bench = new Bench({ graphics: 'dma-buffer' })
      const a = context()
      bench.submit('A', a, 100)
      go(bench.at(at))
      bench.at(time).engine.reset()
      return a.saved
    }
    // A is saved from 100 to 110 µs
    expect([105, 110, 120].map(savedAfterResetAt)).toEqual([false, true, true])
  })

  test('writes the state of a context for as long as the save takes, and no longer than until a reset [GP-16]', () => {
    const saving = (...times: number[]): boolean[] => {
      const bench = new Bench()
      const [a, b] = [context(), context()]
      bench.submit('A', a, 100)
      bench.at(1000).submit('B', b, 100)
      return times.map((time) => {
        if (time < 0) bench.engine.reset()
        else bench.at(time)
        return bench.engine.isSaving(a)
      })
    }
    expect(saving(1000, 1009, 1010, 2000)).toEqual([true, true, false, false])
    expect(saving(1005, -1)).toEqual([true, false])
  })
})
