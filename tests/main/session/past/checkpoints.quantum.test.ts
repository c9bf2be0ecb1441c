/** Systems that are kept while somebody waits for the end of another's quantum, and what comes of them. */
import { expect, test } from 'vitest'
import { checkpointOf } from '../../../../main/session/past/checkpoints'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { perform } from '../../../../main/session/verbs/steps'
import { traceLine } from '../../../../main/sim/trace-lines'
import { graphsCompared } from '../../support/same-graph'
import { effects, MIB, scenario } from '../live-rig'

const quiet = { compositor: { enabled: false }, preemption: { graphics: 'pixel' } }

/** A system, put where another one is that was built alike, and the trace of each from there on. */
function pairOf(system: Record<string, unknown>, app: object, before: (running: WatchedSystem) => void) {
  const lines: [string[], string[]] = [[], []]
  const built = (of: string[]): WatchedSystem =>
    WatchedSystem.of(scenario({ system: { ...quiet, ...system }, app }), undefined, undefined, (record) => {
      of.push(traceLine(record))
    })
  const running = built(lines[0])
  before(running)
  if (running.origin === null) throw new Error('it is small')
  const checkpoint = checkpointOf(running, running.origin)
  const again = built(lines[1])
  if (again.origin === null || !checkpoint.restore(again.origin)) throw new Error('unlike')
  for (const of of lines) of.length = 0
  return { systems: [running, again] as const, lines }
}

test('is kept while a context waits for the end of another’s quantum, which then has its turn in both [LB-02]', () => {
  const { systems, lines } = pairOf({ quantum: { time: '10ms' } }, { effects: [] }, ({ world }) => {
    for (const context of ['A', 'B'])
      perform(world, {
        verb: 'submit',
        value: { engine: '3d', priority: 'normal', gpuTime: 40_000, context, resources: [] },
      })
    world.sim.advanceTo(4_000)
  })
  for (const { world } of systems) world.sim.advanceTo(100_000)
  expect(JSON.parse(lines[0][0] as string)).toMatchObject({
    t: 10_000,
    type: 'preemption-attempt',
    context: 'B',
    result: 'Success',
  })
  expect(lines[1]).toEqual(lines[0])
  expect(graphsCompared(...systems).difference).toBeNull()
})

test('knows when the end of a quantum has come for which work waited as the system was built [LB-02]', () => {
  const page = MIB / 16
  // what does not fit comes in one after another, in the context of the system
  const app = { effects: effects({ A: 2 * page, B: 3 * page, C: 4 * page }) }
  const system = {
    localMemory: 6 * page,
    pagingBandwidth: 50 * MIB,
    quantum: { time: '100us' },
    driver: { contextAllocation: '64KiB' },
  }
  const { systems } = pairOf(system, app, () => {})
  for (const { world } of systems) world.sim.advanceTo(500)
  expect(graphsCompared(...systems).difference).toBeNull()
})
