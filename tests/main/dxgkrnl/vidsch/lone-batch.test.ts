/** Work that is submitted together, carried out at once: nothing can be told from what is carried out event by event. */
import { describe, expect, test, vi } from 'vitest'
import { Engine } from '../../../../main/drivers/kmd/engine'
import { MonitoredFence } from '../../../../main/dxgkrnl/vidsch/monitored-fence'
import { perform } from '../../../../main/session/verbs/steps'
import { buildWorld } from '../../../../main/session/world/build'
import { Simulation } from '../../../../main/sim/simulation'
import { traceLine } from '../../../../main/sim/trace-lines'
import { type Draft, MS, scenarioOf, type TestWorld } from '../../support/world'
import { gpuWorld, packetRecords } from './gpu-world'

const effect = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  gpuTime: '2ms',
  resources: [{ name: 'r', size: '64MiB', resident: false }],
  ...more,
})

const PASSES = [
  { engine: '3d', gpuTime: '1ms' },
  { engine: 'compute', gpuTime: '700us' },
  { engine: 'copy', gpuTime: '300us' },
]

/** Both are on the clip; only one of them fits. */
const TIGHT = { localMemory: '96MiB', budget: '80MiB', pagingBandwidth: '4GiB' }
const both = [
  { at: 0, apply: 'A' },
  { at: '20ms', apply: 'B' },
]

const DRAFTS: Readonly<Record<string, Draft>> = {
  'one effect': { app: { effects: [effect('A')] }, steps: [{ at: 0, apply: 'A' }] },
  'two effects, pressed while they are played': {
    app: { effects: [effect('A'), effect('B')] },
    steps: [...both, ...Array.from({ length: 40 }, (_, i) => ({ at: 150_000 + 33_333 * i, apply: i % 3 ? 'A' : 'B' }))],
  },
  'passes on three engines': { app: { effects: [effect('A', { passes: PASSES })] }, steps: [{ at: 0, apply: 'A' }] },
  'more memory than there is, held by fences': {
    system: TIGHT,
    app: { policy: 'fence-lru', effects: [effect('A'), effect('B')] },
    steps: both,
  },
  'more memory than there is, by a policy that waits': {
    system: TIGHT,
    app: { policy: 'd3dx12-residency', effects: [effect('A'), effect('B')] },
    steps: both,
  },
  'more memory than there is, and no policy': {
    system: TIGHT,
    app: { policy: 'none', effects: [effect('A'), effect('B')] },
    steps: both,
  },
  'frames that are late': {
    system: { cpu: { frameTime: '15ms' } },
    app: { effects: [effect('A', { gpuTime: '11ms' })] },
    steps: [{ at: 0, apply: 'A' }],
  },
  'frames that take longer than there is': {
    app: { effects: [effect('A', { gpuTime: '40ms' })] },
    steps: [{ at: 0, apply: 'A' }],
  },
  'a game beside them': {
    app: { effects: [effect('A')] },
    steps: [
      { at: 0, apply: 'A' },
      ...Array.from({ length: 30 }, (_, i) => ({
        at: 100_000 + 61_000 * i,
        submit: { engine: '3d', gpuTime: '9ms', context: 'game' },
      })),
    ],
  },
  'a hang and a device that is made anew': {
    system: { tdr: { delay: '50ms' } },
    app: { effects: [effect('A')] },
    steps: [
      { at: 0, apply: 'A' },
      { at: '600ms', inject: { fault: 'hang' } },
      { at: '1200ms', recreateDevice: true },
      { at: '1300ms', apply: 'A' },
    ],
  },
  'a driver that wants memory for contexts': {
    system: { driver: { contextAllocation: '64KiB' } },
    app: { effects: [effect('A', { passes: PASSES })] },
    steps: [{ at: 0, apply: 'A' }],
  },
}

/** Two seconds, played throughout: all that can be seen, and the packets that were carried out at once. */
function played(draft: Draft) {
  const alone = vi.spyOn(Engine.prototype, 'ranAlone')
  const steps = [{ at: 0, play: true }, ...(draft.steps ?? [])]
  const lines: string[] = []
  const scenario = scenarioOf({ ...draft, steps, until: '2s' })
  const world = buildWorld(scenario, { writer: (record) => lines.push(traceLine(record)) }, 0)
  const { sim, scheduler, player, delays, compositor } = world
  for (const step of scenario.steps) {
    sim.advanceTo(step.at)
    if (step.verb !== 'expect') perform(world, step)
  }
  sim.advanceTo(scenario.until)
  const blanks = compositor.displays.reduce((sum, { verticalBlanks, missed }) => sum + verticalBlanks - missed, 0)
  const count = alone.mock.calls.length
  alone.mockRestore()
  return {
    count,
    blanks,
    run: {
      lines,
      now: sim.now,
      frames: [player.played, player.dropped, player.picture],
      busy: [...scheduler.engines.values()].map(({ hardware }) => hardware.busy(sim.now)),
      waitedForPaging: scheduler.waitedForPaging,
      delays: [delays.totals, delays.worst],
    },
  }
}

describe.each(Object.entries(DRAFTS))('playback with %s', (_name, draft) => {
  test('is the same whether frames are carried out at once or event by event [LB-08] [SC-01]', () => {
    const atOnce = played(draft)
    const may = vi.spyOn(Simulation.prototype, 'mayPassTo').mockReturnValue(false)
    const one = played(draft)
    may.mockRestore()
    expect(atOnce.run).toEqual(one.run)
    expect(one.count).toBe(0)
    expect(one.run.lines.length).toBeGreaterThan(150)
  })
})

test('all packets of a played frame are carried out at once, where nothing comes between', () => {
  const { count, blanks } = played(DRAFTS['one effect'] as Draft)
  // 60 frames, of which the first few wait for memory, each with decoding, effect and present
  expect(count - blanks).toBeGreaterThan(3 * 50)
})

/** Decoding of 3 ms, joined by 2 ms and 1 ms of another engine, submitted together at 1 ms; then the clock. */
function chain(world: TestWorld, between: () => void = () => {}): number {
  const { scheduler, sim } = world
  const video = scheduler.createContext('video', 90, 'video-decode')
  const direct = scheduler.createContext('direct', 90, '3d')
  const fence = new MonitoredFence()
  let after = -1
  sim.schedule(1 * MS, () => {
    scheduler.together(() => {
      scheduler.submit(video, { command: 'decode', duration: 3 * MS, allocations: [] })
      scheduler.signal(video, fence, 1)
      between()
      scheduler.wait(direct, fence, 1, false)
      scheduler.submit(direct, { command: 'first', duration: 2 * MS, allocations: [] })
      scheduler.submit(direct, { command: 'second', duration: 1 * MS, allocations: [] })
    })
    after = sim.now
  })
  world.wait(20 * MS)
  return after
}

describe('work that is submitted together', () => {
  const spans = (world: TestWorld) => packetRecords(world).map(({ command, start, end }) => [command, start, end])
  const SPANS = [
    ['decode', 1 * MS, 4 * MS],
    ['first', 4 * MS, 6 * MS],
    ['second', 6 * MS, 7 * MS],
  ]

  test('is carried out at once where nothing comes between', () => {
    const world = gpuWorld()
    expect(chain(world)).toBe(7 * MS)
    expect(spans(world)).toEqual(SPANS)
  })

  test('up to what comes between, of which each sees what there is by then', () => {
    const world = gpuWorld()
    const seen: number[] = []
    world.sim.schedule(5 * MS, () => seen.push(packetRecords(world).length))
    expect(chain(world)).toBe(4 * MS)
    expect(seen).toEqual([1])
    expect(spans(world)).toEqual(SPANS)
  })

  test('not where another context gets work of the same engine: who came first comes first', () => {
    const world = gpuWorld()
    const { scheduler } = world
    const other = scheduler.createContext('other', 91, 'video-decode')
    const submit = () => scheduler.submit(other, { command: 'other', duration: 500, allocations: [] })
    expect(chain(world, submit)).toBe(1 * MS)
    expect(spans(world)).toEqual([SPANS[0], ['other', 4_000, 4_500], ...SPANS.slice(1)])
  })

  test('not where two engines would run at a time', () => {
    const world = gpuWorld()
    const { scheduler } = world
    const copies = scheduler.createContext('copies', 91, 'copy')
    const submit = () => scheduler.submit(copies, { command: 'copy', duration: 500, allocations: [] })
    expect(chain(world, submit)).toBe(1 * MS)
    expect(spans(world)).toEqual([['copy', 1_000, 1_500], ...SPANS])
  })

  test('not where a hang is planned, nor where somebody watches', () => {
    const hangs = gpuWorld()
    hangs.do({ verb: 'inject', value: { fault: 'hang', count: 1, duration: 100 } })
    expect(chain(hangs)).toBe(1 * MS)
    // the first of the three stands still for so long
    const [first] = spans(hangs)
    expect(first).toEqual(['decode', 1_000, 4_100])
    const watched = gpuWorld()
    watched.scheduler.observer = { changed: () => {} }
    expect(chain(watched)).toBe(1 * MS)
    expect(spans(watched)).toEqual(SPANS)
  })

  test('what was submitted before something throws is carried out', () => {
    const world = gpuWorld()
    const failing = () => {
      throw new Error('given up')
    }
    expect(() => chain(world, failing)).toThrow('given up')
    world.wait(20 * MS)
    expect(spans(world)).toEqual([SPANS[0]])
  })
})
