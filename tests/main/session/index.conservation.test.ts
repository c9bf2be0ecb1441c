/**
 * Random programs against the real simulation, over several processes, devices and drivers, on a system where nothing
 * but the app's work runs and on one where it is preempted, times out and shares engines: memory is conserved after
 * every single event, nothing leaks, and runs repeat exactly. 10,000 programs in CI; as many as wanted with
 * `npm run test:long -- 1000000` (TRIMLINE_RUNS).
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { perform } from '../../../main/session/verbs/steps'
import type { World } from '../../../main/session/world/world'
import { traceLine } from '../../../main/sim/trace-lines'
import type { TraceRecord } from '../../../main/sim/trace-records'
import { mustEqual } from '../../support/must-equal'
import { conservationProblems } from '../support/conservation'
import { PAGE, run, SYSTEMS } from './random-programs'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 1000 : 10_000))
/** ms that a slow machine needs for all of them */
const TIMEOUT = 30_000 + RUNS * 30

function mustConserve(world: World): void {
  const problems = conservationProblems(world.vidmm)
  if (problems.length > 0) throw new Error(`at ${world.sim.now} µs: ${problems.join('; ')}`)
}

/** Ends what the system does by itself: cadence, repeated budget demands, the compositor. */
function calmSystem(world: World): void {
  perform(world, { verb: 'play', value: false })
  // memory of contexts stays: more than it may be left
  perform(world, { verb: 'budget', value: 96 * PAGE })
  perform(world, { verb: 'system', value: { compositor: { enabled: false } } })
  perform(world, { verb: 'idle', value: false })
  world.vidmm.periodicTrim.configure({ whileActive: false })
  for (const process of ['game', 'browser'])
    perform(world, { verb: 'otherProcess', value: { name: process, usage: 0 } })
}

/** Ends what the app does by itself too, a driver's own timer among it, and destroys all that it has. */
function calmDown(world: World): void {
  perform(world, { verb: 'policy', value: 'none' })
  calmSystem(world)
  for (const { spec } of world.editor.effects) perform(world, { verb: 'removeEffect', value: spec.name })
}

/** Runs all that is still to come, which ends. */
function drain(world: World): void {
  for (let events = 0; world.sim.pending > 0; events++) {
    if (events > 10_000) throw new Error(`${world.sim.pending} events go on without end`)
    world.sim.runNext()
    mustConserve(world)
  }
}

/** What is left when all is over: nothing, in any segment, list or model; of other processes their contexts. */
function mustBeEmpty({ vidmm }: World): void {
  const { residency, paging, trimWorker, contents } = vidmm
  const left = [...residency.table.live()].map((handle) => residency.table.names[handle] as string)
  if (left.length > 0) {
    mustEqual(
      left.filter((allocation) => !/^context (dwm|game|browser)\//.test(allocation)),
      [],
    )
    return
  }
  const handles = residency.table.names.map((_name, handle) => handle)
  const found = {
    live: [...residency.table.live()].length,
    modelled: handles.filter((handle) => contents.has(handle)).length,
    registered: trimWorker.registered,
    idle: paging.idle,
    free: residency.segments.map((segment) => segment.freeBytes),
    counters: residency.counters,
  }
  const zero = { usage: 0, inPlace: 0, committed: 0, evictable: 0 }
  const free = residency.segments.map((segment) => segment.available)
  mustEqual(found, { live: 0, modelled: 0, registered: 0, idle: true, free, counters: [zero, zero] })
}

const textOf = (trace: readonly TraceRecord[]): string => trace.map(traceLine).join('\n')

describe.each(SYSTEMS)('random programs on a %s system', (_kind, program, expected) => {
  test(
    'conserve memory after every single event, never throw, drain when calmed, and give the same trace every time [RS-12 RS-11 RS-14 SC-01]',
    () => {
      const happened = new Set<string>()
      let programs = 0
      fc.assert(
        fc.property(program, (candidate) => {
          const { world, trace } = run(candidate, mustConserve)
          for (const { type } of trace) happened.add(type)
          // once more, with nobody who looks at it after each event
          if (programs++ % 5 === 0) mustEqual(textOf(run(candidate, () => {}).trace), textOf(trace))
          const effects = world.editor.effects
          calmDown(world)
          mustConserve(world)
          drain(world)
          mustEqual(
            effects.reduce((total, state) => total + state.inFlight, 0),
            0,
          )
          world.device.destroy() // what the app never unregistered goes with it (TN-34b)
          mustBeEmpty(world)
        }),
        { numRuns: RUNS },
      )
      expect([...happened]).toEqual(expect.arrayContaining([...expected]))
    },
    TIMEOUT,
  )

  test(
    'leave nothing of a device that is destroyed in the middle of its work [RS-14 TN-15]',
    () => {
      fc.assert(
        fc.property(program, (candidate) => {
          const { world } = run(candidate, () => {})
          world.editor.policy.dispose()
          world.device.destroy()
          world.player.deviceRecreated() // what it was about to submit comes to nothing
          mustConserve(world)
          calmSystem(world)
          drain(world)
          mustBeEmpty(world)
        }),
        { numRuns: Math.ceil(RUNS / 5) },
      )
    },
    TIMEOUT,
  )
})
