import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Simulation } from '../../../main/sim/simulation'

/** A finding's message and cause, as the trace has them. */
function records(sim: Simulation): [string, number | undefined][] {
  return [...sim.trace.records()].map((record) => [record.type === 'finding' ? record.message : '', record.cause])
}

function note(sim: Simulation, message: string): void {
  sim.trace.write('finding', { rule: 'test', message })
}

describe('Simulation', () => {
  it('runs what is due at or before the moment and nothing later, then stands at that moment', () => {
    const sim = new Simulation({ seed: 1 })
    const ran: number[] = []
    for (const delay of [30, 10, 20, 21]) sim.schedule(delay, () => ran.push(sim.now))
    expect(sim.nextEventTime).toBe(10)
    expect(sim.advanceTo(20)).toBe(true)
    expect(ran).toEqual([10, 20])
    expect([sim.now, sim.pending]).toEqual([20, 2])
    sim.advanceTo(100)
    expect(ran).toEqual([10, 20, 21, 30])
    expect([sim.now, sim.pending, sim.nextEventTime]).toEqual([100, 0, Number.POSITIVE_INFINITY])
  })

  it('lets an event go on at a later moment while nothing else is due until then and the run goes so far', () => {
    const sim = new Simulation({ seed: 1 })
    const passed: [number, boolean][] = []
    const pass = (time: number): void => {
      const may = sim.mayPassTo(time)
      expect(sim.passTo(time)).toBe(may)
      passed.push([sim.now, may])
    }
    sim.schedule(10, () => {
      for (const time of [20, 29, 30, 31]) pass(time)
    })
    sim.schedule(30, () => {
      // nothing is due any more: only the end of the run counts
      for (const time of [40, 50, 51]) pass(time)
    })
    sim.advanceTo(50)
    expect(passed).toEqual([
      [20, true],
      [29, true],
      // an event is due at 30 itself
      [29, false],
      [29, false],
      [40, true],
      [50, true],
      [50, false],
    ])
    expect(sim.now).toBe(50)
  })

  it('lets none where events are run one by one, somebody looks at each moment that is left, or an event has thrown', () => {
    const sim = new Simulation({ seed: 1 })
    const passed: boolean[] = []
    const pass = (): void => void passed.push(sim.passTo(sim.now + 1))
    sim.schedule(10, pass)
    sim.runNext()
    sim.onLeaving = () => {}
    sim.schedule(10, pass)
    sim.advanceTo(100)
    sim.onLeaving = null
    sim.schedule(10, () => {
      throw new Error('broken')
    })
    expect(() => sim.advanceTo(1_000)).toThrow('broken')
    sim.schedule(10, pass)
    sim.runNext()
    expect(passed).toEqual([false, false, false])
  })

  it('runs events that were caused on the way, those of no delay after what was due already', () => {
    const sim = new Simulation({ seed: 1 })
    const ran: string[] = []
    sim.schedule(5, () => {
      ran.push('first')
      sim.schedule(0, () => ran.push('caused at once'))
      sim.schedule(5, () => ran.push('caused later'))
    })
    sim.schedule(5, () => ran.push('second'))
    sim.advanceTo(10)
    expect(ran).toEqual(['first', 'second', 'caused at once', 'caused later'])
  })

  it('never lets the clock go back or an event run at another moment than its own', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 40 }), fc.array(fc.nat(60), { maxLength: 20 }), (delays, stops) => {
        const sim = new Simulation({ seed: 1 })
        const moments: [number, number][] = []
        for (const [index, delay] of delays.entries())
          sim.schedule(delay, () => {
            moments.push([sim.now, delay])
            if (index % 3 === 0) {
              const due = sim.now + (index % 7)
              sim.schedule(index % 7, () => moments.push([sim.now, due]))
            }
          })
        for (const stop of stops) {
          const before = sim.now
          sim.advanceTo(stop)
          expect(sim.now).toBe(Math.max(before, stop))
        }
        sim.advanceTo(1000)
        expect(moments.every(([now, due]) => now === due)).toBe(true)
        expect(moments.map(([now]) => now)).toEqual(moments.map(([now]) => now).toSorted((a, b) => a - b))
        expect(moments.length).toBe(delays.length + Math.ceil(delays.length / 3))
      }),
    )
  })

  it('stops early at an event when told to, and goes on from there', () => {
    const sim = new Simulation({ seed: 1 })
    const ran: number[] = []
    for (let i = 1; i <= 4; i++) sim.schedule(i, () => ran.push(i))
    expect(sim.advanceTo(10, () => ran.length < 2)).toBe(false)
    expect([ran.length, sim.now]).toEqual([2, 2])
    expect(sim.advanceTo(10)).toBe(true)
    expect(ran).toEqual([1, 2, 3, 4])
  })

  it('takes an event out of the queue before it is called', () => {
    const sim = new Simulation({ seed: 1 })
    let pendingInside = -1
    let cancelled = true
    const handle = sim.schedule(1, () => {
      pendingInside = sim.pending
      cancelled = sim.cancel(handle)
    })
    sim.advanceTo(1)
    expect([pendingInside, cancelled]).toEqual([0, false])
  })

  it('takes what is due after any run, or never, without running it, however many there are [SC-02]', () => {
    const sim = new Simulation({ seed: 1 })
    const ran: number[] = []
    for (const delay of [2 ** 53, 1e17, Number.MAX_VALUE, Number.POSITIVE_INFINITY])
      for (let i = 0; i < 100; i++) sim.schedule(delay, () => void ran.push(delay))
    sim.schedule(Number.MAX_SAFE_INTEGER, () => void ran.push(1))
    expect(sim.nextEventTime).toBe(Number.MAX_SAFE_INTEGER)
    sim.advanceTo(Number.MAX_SAFE_INTEGER)
    expect(ran).toEqual([1])
    expect(sim.pending).toBe(400)
  })

  it('does not run a cancelled event', () => {
    const sim = new Simulation({ seed: 1 })
    const ran: string[] = []
    const handle = sim.schedule(5, () => ran.push('cancelled'))
    sim.schedule(5, () => ran.push('kept'))
    expect(sim.cancel(handle)).toBe(true)
    sim.advanceTo(10)
    expect(ran).toEqual(['kept'])
  })

  it('lets records carry the command that led to them, through events that cause events', () => {
    const sim = new Simulation({ seed: 1 })
    sim.causedBy(7, () => {
      note(sim, 'now')
      sim.schedule(1, () => {
        note(sim, 'through an event')
        sim.schedule(1, () => note(sim, 'through two events'))
      })
      sim.scheduleUncaused(1, () => note(sim, 'by the system itself'))
      sim.causedBy(8, () => note(sim, 'another command inside'))
      note(sim, 'the first again')
    })
    note(sim, 'outside')
    sim.advanceTo(10)
    expect(records(sim)).toEqual([
      ['now', 7],
      ['another command inside', 8],
      ['the first again', 7],
      ['outside', undefined],
      ['through an event', 7],
      ['by the system itself', undefined],
      ['through two events', 7],
    ])
  })

  it('leaves no cause behind when an action or an event throws', () => {
    const sim = new Simulation({ seed: 1 })
    const fail = (): never => {
      throw new Error('planned')
    }
    expect(() => sim.causedBy(3, fail)).toThrow('planned')
    note(sim, 'after the action')
    sim.causedBy(4, () => sim.schedule(1, fail))
    expect(() => sim.runNext()).toThrow('planned')
    note(sim, 'after the event')
    expect(records(sim)).toEqual([
      ['after the action', undefined],
      ['after the event', undefined],
    ])
    expect(sim.runNext()).toBe(false)
  })

  it('gives the same random numbers for the same seed [SC-01]', () => {
    const draw = (seed: number): number[] => {
      const { rng } = new Simulation({ seed })
      return [rng.uint32(), rng.uint32()]
    }
    expect(draw(5)).toEqual(draw(5))
    expect(draw(5)).not.toEqual(draw(6))
  })
})
