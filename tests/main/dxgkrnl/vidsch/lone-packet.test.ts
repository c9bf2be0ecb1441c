/** Presents of an idle system, carried out at once: nothing can be told from those that are submitted (GP-09, LB-08, SC-01). */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Scheduler } from '../../../../main/dxgkrnl/vidsch/scheduler'
import { perform } from '../../../../main/session/verbs/steps'
import { buildWorld } from '../../../../main/session/world/build'
import { Simulation } from '../../../../main/sim/simulation'
import { traceLine } from '../../../../main/sim/trace-lines'
import { type Program, SYSTEMS, scenarioOfProgram } from '../../session/random-programs'
import { MS, type TestWorld } from '../../support/world'
import { COSTS, gpuWorld, packetRecords, submit } from './gpu-world'

const COMPOSITOR = { enabled: true, gpuTime: '500us' }
const RUNS = process.env.CI === undefined ? 60 : 300

/** All that can be seen of a run, and how many presents of it were carried out at once. */
function seen(program: Program) {
  const lines: string[] = []
  const alone = vi.spyOn(Scheduler.prototype, 'runAlone')
  const world = buildWorld(scenarioOfProgram(program), { writer: (record) => lines.push(traceLine(record)) }, 0)
  const { sim, scheduler, compositor, delays } = world
  for (const { after, action } of program.steps) {
    sim.advanceTo(sim.now + after)
    perform(world, action)
  }
  sim.advanceTo(sim.now + 1_000 * MS)
  const count = alone.mock.results.filter(({ value }) => value === true).length
  alone.mockRestore()
  return {
    count,
    run: {
      lines,
      now: sim.now,
      pending: sim.pending,
      displays: compositor.displays.map((display) => ({ ...display })),
      busy: [...scheduler.engines.values()].map(({ hardware }) => hardware.busy(sim.now)),
      waitedForPaging: scheduler.waitedForPaging,
      delays: [delays.totals, delays.worst],
    },
  }
}

/** As if something else were always due. */
function submitted(program: Program): ReturnType<typeof seen> {
  const may = vi.spyOn(Simulation.prototype, 'mayPassTo').mockReturnValue(false)
  try {
    return seen(program)
  } finally {
    may.mockRestore()
  }
}

/** A quiet system has no compositor. */
const COMPOSED = SYSTEMS.filter(([kind]) => kind !== 'quiet')

describe.each(COMPOSED)('random programs on a %s system', (_kind, programs) => {
  test(
    'are the same whether presents are carried out at once or submitted [GP-09] [LB-08] [SC-01]',
    () => {
      let alone = 0
      fc.assert(
        fc.property(programs, (program) => {
          const [atOnce, one] = [seen(program), submitted(program)]
          expect(atOnce.run).toEqual(one.run)
          expect(one.count).toBe(0)
          alone += atOnce.count
        }),
        { numRuns: RUNS },
      )
      expect(alone).toBeGreaterThan(RUNS)
    },
    60_000 + RUNS * 500,
  )
})

/** Whether each present was carried out at once, at the six blanks from 516,667 µs to 600,000, in a calm system. */
function atOnce(actions: (world: TestWorld) => void = () => {}, system: Record<string, unknown> = {}): boolean[] {
  const world = gpuWorld({}, { compositor: COMPOSITOR, ...system })
  world.wait(501 * MS)
  const alone = vi.spyOn(world.scheduler, 'runAlone')
  actions(world)
  world.wait(601 * MS - world.sim.now)
  expect(packetRecords(world, '3d').filter(({ context }) => context === 'dwm')).toHaveLength(36)
  return alone.mock.results.map(({ value }) => value as boolean)
}

describe('a present is carried out at once [GP-09]', () => {
  test('where nothing else happens', () => {
    expect(atOnce()).toEqual([true, true, true, true, true, true])
  })

  test('not while an app has work on any engine, nor where its own end comes before that of the present', () => {
    const busy = (engine: 'compute' | '3d', gpuTime: number) =>
      atOnce((world) => {
        world.wait(40 * MS)
        submit(world, { engine, gpuTime })
      })
    // from 541 to 571 ms: the blanks at 550,000 and 566,667
    expect(busy('compute', 30 * MS)).toEqual([true, true, false, false, true, true])
    // from 541 to 551 ms: only the blank at 550,000
    expect(busy('3d', 10 * MS)).toEqual([true, true, false, true, true, true])
  })

  test('also where the engine first switches back to its context, if that leaves it enough time [GP-16]', () => {
    const afterApp = (contextRestore: number) => {
      const world = gpuWorld({ ...COSTS, contextRestore }, { compositor: COMPOSITOR })
      world.wait(541 * MS)
      const alone = vi.spyOn(world.scheduler, 'runAlone')
      // 10 µs to save the compositor's context, 5 ms: nothing of it is left at the blank at 550,000
      submit(world, { engine: '3d', gpuTime: 5 * MS })
      world.wait(25_666)
      return { alone: alone.mock.results.map(({ value }) => value as boolean), record: packetRecords(world).at(-1) }
    }
    const { alone, record } = afterApp(7)
    expect(alone).toEqual([true])
    // 10 µs to save the app's, 7 to restore its own
    expect(record).toMatchObject({ context: 'dwm', submitted: 550_000, switch: 17, start: 550_017, end: 550_517 })
    // with its 500 µs to 566,666, and to the blank at 566,667
    expect(afterApp(16_156).alone).toEqual([true])
    expect(afterApp(16_157).alone).toEqual([false])
  })

  test('not where the run ends before it does, or goes on event by event', () => {
    // to 533,500, in the middle of a present
    expect(atOnce((world) => world.wait(32_500))).toEqual([true, false, true, true, true, true])
    expect(
      atOnce(({ sim }) => {
        while (sim.now < 560 * MS) sim.runNext()
      }),
    ).toEqual([false, false, false, false, true, true])
  })

  test('not where somebody watches the scheduler', () => {
    const watched = atOnce(({ scheduler }) => {
      scheduler.observer = { changed: () => {} }
    })
    expect(watched).toEqual([false, false, false, false, false, false])
  })

  test('not where it takes as long as there is from blank to blank', () => {
    const slow = gpuWorld({}, { compositor: { enabled: true, gpuTime: '16667us' } })
    const alone = vi.spyOn(slow.scheduler, 'runAlone')
    slow.wait(600 * MS)
    expect(alone.mock.results.filter(({ value }) => value === true)).toEqual([])
    expect(slow.of('missed-vertical-blank').length).toBeGreaterThan(0)
  })
})
