/**
 * The modelled CPU by its rules: every time here is computed by hand. Priorities displace at once, equals take turns by
 * quantum, threads of one core slow each other down where there is SMT. µs throughout.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Cpu, type CpuOptions, type CpuThread, ThreadPriority } from '../../../main/sim/cpu'
import { Simulation } from '../../../main/sim/simulation'
import { same } from '../../support/same'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 1000 : 10_000))
const { idle, normal } = ThreadPriority

interface Arrival {
  name: string
  priority: ThreadPriority
  /** when its work comes */
  at: number
  work: number
  /** that it is kept to */
  core?: number
}

/** Carries the work out. @returns when each piece ended, by the thread's name, and what each thread has had */
function run(
  options: Partial<CpuOptions>,
  arrivals: readonly Arrival[],
  look: (threads: readonly CpuThread[], cpu: Cpu) => void = () => {},
) {
  const sim = new Simulation({ seed: 1 })
  const cpu = new Cpu(sim, { cores: 1, smt: false, smtSlowdown: 0.25, quantum: 5000, ...options })
  const ends: Record<string, number> = {}
  const threads = arrivals.map(({ name, priority, at, work, core }) => {
    const thread = cpu.createThread(name, priority)
    if (core !== undefined) cpu.pin(thread, core)
    sim.schedule(at, () =>
      thread.run(work, () => {
        ends[name] = sim.now
      }),
    )
    return thread
  })
  // between two events nothing changes
  while (sim.runNext()) look(threads, cpu)
  const used = Object.fromEntries(threads.map((thread) => [thread.name, thread.used]))
  return { ends, used, busy: threads.some((thread) => thread.isBusy || thread.isRunning) }
}

const of = (name: string, priority: ThreadPriority, at: number, work: number): Arrival => ({
  name,
  priority,
  at,
  work,
})

describe('one core', () => {
  test('a thread does one thing after another, in order', () => {
    const sim = new Simulation({ seed: 1 })
    const thread = new Cpu(sim, { cores: 4, smt: false, smtSlowdown: 0, quantum: 5000 }).createThread('a', normal)
    const ends: [string, number][] = []
    thread.run(1000, () => ends.push(['first', sim.now]))
    thread.run(500, () => ends.push(['second', sim.now]))
    sim.advanceTo(10_000)
    expect(ends).toEqual([
      ['first', 1000],
      ['second', 1500],
    ])
    expect(thread.used).toBe(1500)
  })

  test('a foreground thread displaces an idle one at once, which goes on where it was [BP-01 BP-29]', () => {
    const { ends, used } = run({}, [of('task', idle, 0, 10_000), of('app', normal, 3000, 2000)])
    expect(ends).toEqual({ app: 5000, task: 12_000 })
    expect(used).toEqual({ app: 2000, task: 10_000 })
  })

  test('equals take turns, a quantum each', () => {
    // a 0–5, b 5–10, a 10–15, b 15–17, a 17–19
    expect(run({}, [of('a', normal, 0, 12_000), of('b', normal, 0, 7000)]).ends).toEqual({ a: 19_000, b: 17_000 })
  })

  test('who is displaced in its quantum has the rest of it first', () => {
    // a 0–2, app 2–6, a 6–9, b 9–14, a 14–19, b 19–24
    const { ends } = run({}, [of('a', idle, 0, 10_000), of('b', idle, 0, 10_000), of('app', normal, 2000, 4000)])
    expect(ends).toEqual({ a: 19_000, b: 24_000, app: 6000 })
  })

  test('who runs alone begins a new quantum at each end of one: a newcomer waits for the rest', () => {
    // a 0–10 in two quanta, b 10–15 although it came at 7
    expect(run({}, [of('a', normal, 0, 20_000), of('b', normal, 7000, 5000)]).ends).toEqual({ a: 25_000, b: 15_000 })
  })

  test('a quantum that ends as an equal comes gives way to it', () => {
    // a 0–5, b 5–8, a 8–13
    expect(run({}, [of('a', normal, 0, 10_000), of('b', normal, 5000, 3000)]).ends).toEqual({ a: 13_000, b: 8000 })
  })

  test('priorities change at once [BP-10]', () => {
    const sim = new Simulation({ seed: 1 })
    const cpu = new Cpu(sim, { cores: 1, smt: false, smtSlowdown: 0, quantum: 100_000 })
    const ends: Record<string, number> = {}
    const [a, b] = ['a', 'b'].map((name) => cpu.createThread(name, idle)) as [
      ReturnType<Cpu['createThread']>,
      ReturnType<Cpu['createThread']>,
    ]
    a.run(10_000, () => {
      ends.a = sim.now
    })
    b.run(3000, () => {
      ends.b = sim.now
    })
    sim.schedule(4000, () => b.setPriority(normal))
    sim.advanceTo(4000)
    expect([a.isRunning, b.isRunning]).toEqual([false, true])
    sim.advanceTo(100_000)
    // a 0–4, b 4–7, a 7–13
    expect(ends).toEqual({ a: 13_000, b: 7000 })
  })
})

describe('several cores', () => {
  test('as many threads as cores run at full speed, and the highest first', () => {
    const { ends } = run({ cores: 2 }, [
      of('task 1', idle, 0, 4000),
      of('task 2', idle, 0, 4000),
      of('app', normal, 1000, 2000),
    ])
    // task 2 stands last: it is displaced from 1 to 3
    expect(ends).toEqual({ app: 3000, 'task 1': 4000, 'task 2': 6000 })
  })
})

describe('a thread that is kept to a core [BP-30]', () => {
  const pinned = (core: number, ...arrival: Parameters<typeof of>): Arrival => ({ ...of(...arrival), core })

  test('waits while one before it is there, though another core is free', () => {
    const app = of('app', normal, 0, 10_000)
    const ends = (core: number) => run({ cores: 2 }, [app, pinned(core, 'task', idle, 1000, 3000)]).ends
    expect(ends(0)).toEqual({ app: 10_000, task: 13_000 })
    expect(ends(1)).toEqual({ app: 10_000, task: 4000 })
  })

  test('does not make others wait that find room elsewhere, and gives way where they do not', () => {
    const task = pinned(0, 'task', idle, 0, 10_000)
    expect(run({ cores: 2 }, [task, of('app', normal, 3000, 4000)]).ends).toEqual({ app: 7000, task: 10_000 })
    const two = [of('app 1', normal, 0, 9000), of('app 2', normal, 2000, 4000)]
    // app 2 has the task's core from 2 to 6
    expect(run({ cores: 2 }, [task, ...two]).ends).toEqual({ 'app 1': 9000, 'app 2': 6000, task: 14_000 })
  })

  test('takes turns there with an equal, which moves where there is room', () => {
    // a 0–5 on core 0, then t 5–8 there, and a from 5 on core 1
    expect(run({ cores: 2 }, [of('a', normal, 0, 12_000), pinned(0, 't', normal, 1000, 3000)]).ends).toEqual({
      a: 12_000,
      t: 8000,
    })
    // a 0–5, t 5–10, a 10–15, t 15–17, whatever the other three cores do
    const both = [pinned(1, 'a', normal, 0, 10_000), pinned(1, 't', normal, 0, 7000)]
    expect(run({ cores: 4 }, both).ends).toEqual({ a: 15_000, t: 17_000 })
  })

  test('does not shorten the turns of equals on other cores', () => {
    // t waits for a only, 0–20 alone on core 0 in quanta of its own: b on core 1 goes on in one piece
    const all = [pinned(0, 'a', normal, 0, 20_000), of('b', normal, 0, 20_000), pinned(0, 't', normal, 1000, 2000)]
    expect(run({ cores: 2 }, all).ends).toEqual({ a: 22_000, b: 20_000, t: 7000 })
  })

  test('has the first of the two threads of that core', () => {
    const smt = { cores: 2, smt: true, smtSlowdown: 0.25 }
    // on cores of their own
    const apart = [pinned(0, 'a', normal, 0, 3000), pinned(1, 'b', normal, 0, 3000)]
    expect(run(smt, apart).ends).toEqual({ a: 3000, b: 3000 })
    // one after the other on the first thread of the core, its second one idle
    const together = [pinned(1, 'a', normal, 0, 3000), pinned(1, 'b', normal, 0, 3000)]
    expect(run(smt, together).ends).toEqual({ a: 3000, b: 6000 })
  })

  test('moves when it is told to, and goes on where it was', () => {
    const sim = new Simulation({ seed: 1 })
    const cpu = new Cpu(sim, { cores: 2, smt: false, smtSlowdown: 0, quantum: 5000 })
    const ends: Record<string, number> = {}
    const [app, task] = [cpu.createThread('app', normal), cpu.createThread('task', idle)]
    for (const thread of [app, task])
      thread.run(10_000, () => {
        ends[thread.name] = sim.now
      })
    sim.schedule(2000, () => cpu.pin(task, 0))
    sim.schedule(5000, () => cpu.pin(task, null))
    sim.advanceTo(100_000)
    // the task runs 0–2 on core 1 and from 5 on again
    expect(ends).toEqual({ app: 10_000, task: 13_000 })
  })

  test('cannot be kept to a core that there is not', () => {
    const cpu = new Cpu(new Simulation({ seed: 1 }), { cores: 2, smt: true, smtSlowdown: 0, quantum: 5000 })
    const thread = cpu.createThread('task', idle)
    for (const core of [2, -1, 0.5])
      expect(() => cpu.pin(thread, core)).toThrow(`task is kept to core ${core}; expected a core from 0 to 1`)
  })
})

describe('SMT', () => {
  const smt = { smt: true, smtSlowdown: 0.25 }

  test('two threads of one core have 75 % each, and who stays behind all of it [BP-29]', () => {
    expect(run(smt, [of('a', normal, 0, 3000), of('b', normal, 0, 3000)]).ends).toEqual({ a: 4000, b: 4000 })
    // b: 1500 / 0.75 = 2000; a has had 1500 by then
    expect(run(smt, [of('a', normal, 0, 3000), of('b', normal, 0, 1500)]).ends).toEqual({ a: 3500, b: 2000 })
  })

  test('an idle sibling slows the foreground, by as much as is configured; without SMT it does not [BP-29]', () => {
    const arrivals = [of('task', idle, 0, 100_000), of('app', normal, 1000, 3000)]
    expect(run({ smt: false }, arrivals).ends.app).toBe(4000)
    expect(run(smt, arrivals).ends.app).toBe(5000)
    // 3000 / 0.6
    expect(run({ smt: true, smtSlowdown: 0.4 }, arrivals).ends.app).toBe(6000)
    expect(run({ smt: true, smtSlowdown: 0 }, arrivals).ends.app).toBe(4000)
  })

  test('threads get cores of their own while there are any', () => {
    const two = { ...smt, cores: 2 }
    const ends = run(two, [of('a', normal, 0, 3000), of('b', normal, 0, 3000), of('c', normal, 2000, 750)]).ends
    expect(run(two, [of('a', normal, 0, 3000), of('b', normal, 0, 3000)]).ends).toEqual({ a: 3000, b: 3000 })
    // c shares the first core from 2000 to 3000: a has had 2000 + 750, and 250 more alone
    expect(ends).toEqual({ a: 3250, b: 3000, c: 3000 })
  })

  test('an end between two microseconds is seen at the next, and nobody gets more than its work', () => {
    // 100 / 0.75 = 133.3
    const { ends, used } = run(smt, [of('a', normal, 0, 100), of('b', normal, 0, 100)])
    expect(ends).toEqual({ a: 134, b: 134 })
    expect(used.a).toBeCloseTo(100, 6)
    expect(used.b).toBeCloseTo(100, 6)
  })
})

describe('frames beside background tasks', () => {
  /** Frames of 4 ms every 10 ms beside two tasks of 9 ms. */
  function frames(options: Partial<CpuOptions>, priority: ThreadPriority | null) {
    const sim = new Simulation({ seed: 1 })
    const cpu = new Cpu(sim, { cores: 1, smt: false, smtSlowdown: 0.25, quantum: 5000, ...options })
    const ends: number[] = []
    const times: number[] = []
    if (priority !== null)
      for (const name of ['worker 1', 'worker 2'])
        cpu.createThread(name, priority).run(9000, () => void ends.push(sim.now))
    const app = cpu.createThread('app', normal)
    for (let i = 0; i < 5; i++)
      sim.schedule(i * 10_000, () => {
        const begun = sim.now
        app.run(4000, () => times.push(sim.now - begun))
      })
    sim.advanceTo(200_000)
    return { ends, times }
  }

  test('idle tasks have only what frames leave: no frame takes longer [BP-01 BP-29]', () => {
    expect(frames({}, null).times).toEqual([4000, 4000, 4000, 4000, 4000])
    const { ends, times } = frames({}, idle)
    expect(times).toEqual([4000, 4000, 4000, 4000, 4000])
    // 4–10 (5 for the first, 1 for the second), 14–20 (4 and 2), 24–30: 18 ms of room end at 30
    expect(ends).toHaveLength(2)
    expect(ends[1]).toBe(30_000)
  })

  test('above idle they cost frames, and it shows [BP-10 BP-29]', () => {
    // worker 1 0–5, worker 2 5–10, the first frame 10–14
    expect(frames({}, normal).times[0]).toBe(14_000)
  })

  test('with SMT frames are slower while a sibling is busy, and only then [BP-29]', () => {
    const { times } = frames({ smt: true }, idle)
    // 4000 / 0.75 while a worker is beside it; later ones are alone
    expect(times[0]).toBe(5334)
    expect(times[4]).toBe(4000)
  })
})

describe('another CPU while threads run', () => {
  /** a and b have 10 ms to do from the start; the CPU changes at 4 ms. */
  function changed(before: Partial<CpuOptions>, changes: Partial<CpuOptions>) {
    const sim = new Simulation({ seed: 1 })
    const cpu = new Cpu(sim, { cores: 1, smt: false, smtSlowdown: 0.25, quantum: 5000, ...before })
    const ends: Record<string, number> = {}
    const used = ['a', 'b'].map((name) => {
      const thread = cpu.createThread(name, normal)
      thread.run(10_000, () => {
        ends[name] = sim.now
      })
      return () => thread.used
    })
    sim.schedule(4000, () => cpu.configure(changes))
    sim.advanceTo(100_000)
    return { ends, used: used.map((had) => had()), processors: cpu.processors }
  }
  const used = [10_000, 10_000]

  test('a second core lets both run at once [BP-29]', () => {
    // a 0–4 alone, then both: a has 6 to do, b all of its 10
    expect(changed({}, { cores: 2 })).toEqual({ ends: { a: 10_000, b: 14_000 }, used, processors: 2 })
  })

  test('with one core less they take turns, each with the rest of its quantum first', () => {
    // both have 6 left; a 4–5, b 5–6, a 6–11, b 11–16
    expect(changed({ cores: 2 }, { cores: 1 })).toEqual({ ends: { a: 11_000, b: 16_000 }, used, processors: 1 })
  })

  test('a second thread on the core runs beside the first, each at 75 % [BP-29]', () => {
    // a: 6 / 0.75 = 8 more; b has had 6 by then, and 4 more alone
    expect(changed({}, { smt: true })).toEqual({ ends: { a: 12_000, b: 16_000 }, used, processors: 2 })
  })

  test('what a sibling costs changes at once', () => {
    // at 4 each has had 3; 7 / 0.5 = 14 more
    expect(changed({ smt: true }, { smtSlowdown: 0.5 })).toEqual({
      ends: { a: 18_000, b: 18_000 },
      used,
      processors: 2,
    })
  })

  test('a shorter quantum counts from the next turn', () => {
    // a 4–5 has the rest of its 5; b 5–6, a 6–7 … in turns of 1: a has 5 left, b 10; a ends at 15, b at 20
    expect(changed({}, { quantum: 1000 }).ends).toEqual({ a: 15_000, b: 20_000 })
  })
})

const work = fc.record({ at: fc.nat(40_000), work: fc.integer({ min: 1, max: 30_000 }) })
const group = (name: string, priority: ThreadPriority) =>
  fc
    .array(work, { maxLength: 6 })
    .map((list) => list.map(({ at, work: µs }, i) => of(`${name} ${i}`, priority, at, µs)))
const options = fc.record({ cores: fc.integer({ min: 1, max: 4 }), quantum: fc.constantFrom(100, 1000, 5000, 7777) })

/** Every second one, over all cores. */
const keptTo = (arrivals: readonly Arrival[], cores: number): Arrival[] =>
  arrivals.map((arrival, i) => (i % 2 === 0 ? arrival : { ...arrival, core: (i >> 1) % cores }))

describe('random loads', () => {
  test('without SMT foreground work ends when it would without any idle thread, kept to a core or not [BP-29 BP-30]', () => {
    fc.assert(
      fc.property(options, group('app', normal), group('task', idle), (system, foreground, background) => {
        const { ends } = run(system, [...keptTo(background, system.cores), ...foreground])
        const alone = run(system, foreground).ends
        expect(Object.fromEntries(foreground.map(({ name }) => [name, ends[name]]))).toEqual(alone)
      }),
      { numRuns: RUNS },
    )
  })

  test('everybody gets what it asked for, and no more; cores are never idle beside waiting work [BP-29 BP-30]', () => {
    const smt = fc.record({ smt: fc.boolean(), smtSlowdown: fc.constantFrom(0, 0.25, 0.3) })
    let waited = 0
    fc.assert(
      fc.property(options, smt, group('app', normal), group('task', idle), (system, threads, a, b) => {
        const arrivals = [...a, ...keptTo(b, system.cores)]
        const cores = new Map(arrivals.map(({ name, core }) => [name, core]))
        const { ends, used, busy } = run({ ...system, ...threads }, arrivals, (all, cpu) => {
          const taken = new Set(all.filter(({ isRunning }) => isRunning).map(({ processor }) => processor))
          for (const { name, isBusy, isRunning } of all) {
            if (!isBusy || isRunning) continue
            waited++
            const core = cores.get(name)
            // one that is kept to a core waits for the first of its processors, any other for all of them
            if (core === undefined) same(taken.size, cpu.processors)
            else same(taken.has(core * (threads.smt ? 2 : 1)), true)
          }
        })
        same(busy, false)
        for (const { name, at, work: µs } of arrivals) {
          const [had, end] = [used[name] ?? Number.NaN, ends[name] ?? Number.NaN]
          if (!(Math.abs(had - µs) < 0.5e-4)) expect([name, had]).toEqual([name, µs])
          if (!(end >= at + µs)) expect([name, end]).toEqual([name, `at least ${at + µs}`])
        }
      }),
      { numRuns: RUNS },
    )
    // of loads in which nobody ever waits nothing is proved
    expect(waited).toBeGreaterThan(RUNS)
  })

  test('on one core without SMT the last end follows from the arrivals alone, whatever their order', () => {
    fc.assert(
      fc.property(options, group('app', normal), group('task', idle), ({ quantum }, a, b) => {
        const arrivals = [...a, ...b]
        const { ends } = run({ cores: 1, quantum }, arrivals)
        const order = [...arrivals].sort((x, y) => x.at - y.at)
        const last = order.reduce((free, { at, work: µs }) => Math.max(free, at) + µs, 0)
        same(Math.max(0, ...Object.values(ends)), last)
      }),
      { numRuns: RUNS },
    )
  })
})
