/** When checkpoints of lines are made, which there are, and which is the nearest (LB-02). */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Checkpoints, checkpointOf } from '../../../../main/session/past/checkpoints'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import type { Step } from '../../../../main/session/scenario'
import { perform } from '../../../../main/session/verbs/steps'
import { Checkpoint } from '../../../../main/sim/checkpoint/checkpoint'
import { isLasting } from '../../../../main/sim/checkpoint/lasting'
import { SegmentGroup } from '../../../../preload/contract/names'
import { effects, MIB, scenario } from '../live-rig'
import { after, calm, kept, MAIN, moments, pass } from './passing'

const OTHER = 'Other'

afterEach(() => vi.restoreAllMocks())

describe('checkpoints of a line', () => {
  it('are made at a distance that is counted in work, from the beginning and from the one before', () => {
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    const running = calm()
    pass(checkpoints, running, 0, 9)
    expect(moments(checkpoints, MAIN)).toEqual([])
    pass(checkpoints, running, 10, 19)
    expect(moments(checkpoints, MAIN)).toEqual([10])
    // much was done between two looks
    checkpoints.passed(after(running, 47), MAIN)
    pass(checkpoints, running, 48, 60)
    expect(moments(checkpoints, MAIN)).toEqual([10, 47, 57])
  })

  it('are looked for only where there may be one to be made', () => {
    const made = vi.spyOn(Checkpoint, 'of')
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    pass(checkpoints, calm(), 0, 35)
    expect(made).toHaveBeenCalledTimes(3)
  })

  it('are at first 65,536 events and records from each other', () => {
    const checkpoints = new Checkpoints<string>()
    const running = calm()
    for (const work of [65_535, 65_536, 131_071, 131_072]) checkpoints.passed(after(running, work), MAIN)
    expect(moments(checkpoints, MAIN, 200_000)).toEqual([65_536, 131_072])
  })

  it('are farther from each other where a copy takes long: for each 5,000 parts once more', () => {
    const of = vi.spyOn(Checkpoint, 'of')
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    const running = calm()
    of.mockImplementation(() => kept({ parts: 10_001 }))
    pass(checkpoints, running, 0, 75)
    expect(moments(checkpoints, MAIN)).toEqual([10, 40, 70])
    // not nearer again
    of.mockImplementation(() => kept({ parts: 1 }))
    pass(checkpoints, running, 76, 130)
    expect(moments(checkpoints, MAIN)).toEqual([10, 40, 70, 100, 130])
  })

  it('are nearer to each other where one goes to: six more, of which the oldest go', () => {
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    pass(checkpoints, calm(), 0, 6400)
    // 96 at most: of 640 at a distance of 10 one at a distance of 80 is left in eight
    expect(moments(checkpoints, MAIN).slice(0, 3)).toEqual([10, 90, 170])
    pass(checkpoints, calm(), 0, 150, MAIN, true)
    const more = moments(checkpoints, MAIN).filter((at) => at < 200)
    expect(more).toEqual([10, 90, 100, 110, 120, 130, 140, 150, 170])
    // those on another way take their place
    pass(checkpoints, calm(), 0, 200, MAIN, true)
    expect(moments(checkpoints, MAIN).filter((at) => at < 201)).toEqual([10, 90, 140, 150, 160, 170, 180, 190, 200])
  })

  it('are made anew where another system runs over the same line only where there is none', () => {
    const made = vi.spyOn(Checkpoint, 'of')
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    pass(checkpoints, calm(), 0, 30)
    pass(checkpoints, calm(), 0, 45)
    expect(moments(checkpoints, MAIN)).toEqual([10, 20, 30, 40])
    expect(made).toHaveBeenCalledTimes(4)
  })

  it('are 96 at most: of 97 every second one goes, and from then on they are twice as far from each other', () => {
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    const running = calm()
    pass(checkpoints, running, 0, 960)
    expect(moments(checkpoints, MAIN)).toEqual(Array.from({ length: 96 }, (_, i) => 10 * (i + 1)))
    pass(checkpoints, running, 961, 970)
    const thinned = Array.from({ length: 49 }, (_, i) => 10 + 20 * i)
    expect(moments(checkpoints, MAIN)).toEqual(thinned)
    pass(checkpoints, running, 971, 1015)
    expect(moments(checkpoints, MAIN)).toEqual([...thinned, 990, 1010])
    // as at first
    checkpoints.clear()
    pass(checkpoints, calm(), 0, 25)
    expect(moments(checkpoints, MAIN)).toEqual([10, 20])
  })
})

describe('checkpoints of several lines', () => {
  it('go by their own distances: none has all of its own taken', () => {
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    pass(checkpoints, calm(), 0, 480)
    // two lines of which the moments lie alternately
    pass(checkpoints, calm(), 0, 490, OTHER)
    const thinned = Array.from({ length: 24 }, (_, i) => 10 + 20 * i)
    expect(moments(checkpoints, MAIN)).toEqual(thinned)
    expect(moments(checkpoints, OTHER)).toEqual([...thinned, 490])
  })
})

describe('the nearest one', () => {
  it('is the last of the line that is not after that moment, with what the system was then', () => {
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    pass(checkpoints, calm(), 0, 30)
    expect(checkpoints.nearest(MAIN, 9_999)).toBeNull()
    expect(checkpoints.nearest(OTHER, 30_000)).toBeNull()
    expect([10_000, 19_999, 20_000, 10 ** 9].map((at) => checkpoints.nearest(MAIN, at)?.at)).toEqual([
      10_000, 10_000, 20_000, 30_000,
    ])
    const again = calm()
    const nearest = checkpoints.nearest(MAIN, 25_000)
    if (again.origin === null) throw new Error('it is small')
    expect(nearest?.checkpoint.restore(again.origin)).toBe(true)
    expect(again.world.sim.now).toBe(20_000)
  })

  it('of a line that parted is one of the part that both have in common, whichever goes on [LB-02]', () => {
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    const running = calm()
    pass(checkpoints, running, 0, 10)
    perform(running.world, { verb: 'budget', value: MIB })
    pass(checkpoints, running, 11, 40)
    // it parts at 30 ms, behind the step
    checkpoints.inherit(MAIN, OTHER, { until: 30_000, steps: 1 })
    expect(moments(checkpoints, OTHER)).toEqual([10, 20, 30])
    // the one that parted before, and those of which one more step was done
    checkpoints.inherit(MAIN, 'Early', { until: 19_999, steps: 1 })
    checkpoints.inherit(MAIN, 'Before the step', { until: 30_000, steps: 0 })
    expect([moments(checkpoints, 'Early'), moments(checkpoints, 'Before the step')]).toEqual([[10], [10]])
    const other = calm()
    pass(checkpoints, other, 31, 45, OTHER)
    expect(moments(checkpoints, OTHER)).toEqual([10, 20, 30, 40])
    expect(moments(checkpoints, MAIN)).toEqual([10, 20, 30, 40])
    expect(checkpoints.nearest(OTHER, 40_000)?.checkpoint).not.toBe(checkpoints.nearest(MAIN, 40_000)?.checkpoint)
    expect(checkpoints.nearest(OTHER, 30_000)?.checkpoint).toBe(checkpoints.nearest(MAIN, 30_000)?.checkpoint)
    // one that parts from that has of both
    checkpoints.inherit(OTHER, 'Third', { until: 40_000, steps: 1 })
    expect(moments(checkpoints, 'Third')).toEqual([10, 20, 30, 40])
    expect(checkpoints.nearest('Third', 40_000)?.checkpoint).toBe(checkpoints.nearest(OTHER, 40_000)?.checkpoint)
  })

  it('is there as long as one of its lines is', () => {
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    pass(checkpoints, calm(), 0, 40)
    checkpoints.inherit(MAIN, OTHER, { until: 20_000, steps: 0 })
    checkpoints.forget(MAIN)
    expect([moments(checkpoints, MAIN), moments(checkpoints, OTHER)]).toEqual([[], [10, 20]])
    checkpoints.inherit(OTHER, MAIN, { until: 10_000, steps: 0 })
    checkpoints.forget(OTHER)
    expect([moments(checkpoints, MAIN), moments(checkpoints, OTHER)]).toEqual([[10], []])
    checkpoints.clear()
    expect(moments(checkpoints, MAIN)).toEqual([])
  })
})

describe('a line that is forgotten', () => {
  it('takes no room from others', () => {
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    pass(checkpoints, calm(), 0, 960)
    checkpoints.forget(MAIN)
    pass(checkpoints, calm(), 0, 960, OTHER)
    expect(moments(checkpoints, OTHER)).toHaveLength(96)
  })
})

describe('no checkpoint', () => {
  it('is made while something waits that cannot be kept: it is tried again later, and each time twice as much later', () => {
    const made = vi.spyOn(Checkpoint, 'of')
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 320 })
    const running = calm()
    const waiting = running.world.sim.schedule(10 ** 9, () => {})
    const tried = (): number => made.mock.calls.length
    // at 320, 330, 350, 390, 470 and 630; then no later than at the distance: 950
    const counts = [319, 320, 329, 330, 349, 350, 389, 390, 469, 470, 629, 630, 949, 950].map((work) => {
      pass(checkpoints, running, running.world.sim.now / 1000 + 1, work)
      return tried()
    })
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7])
    expect(moments(checkpoints, MAIN)).toEqual([])
    running.world.sim.cancel(waiting)
    pass(checkpoints, running, 951, 1600)
    // and from there on as at first
    expect(moments(checkpoints, MAIN)).toEqual([1270, 1590])
  })

  it('is made of a system that is too large for several, or in the middle of a step', () => {
    const made = vi.spyOn(Checkpoint, 'of')
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    const large = calm()
    large.origin = null
    pass(checkpoints, large, 0, 20)
    const grown = calm()
    const { names } = grown.world.vidmm.residency.table
    for (let i = names.length; i < 5_001; i++) names.push(`r${i}`)
    pass(checkpoints, grown, 0, 20)
    const busy = calm()
    function* work() {
      yield { done: 1, total: 2 }
      return 'S_OK' as const
    }
    expect(busy.handWork.begin(work(), () => false, () => {})).toBeNull() // biome-ignore format: one call
    pass(checkpoints, busy, 0, 20)
    expect(made).not.toHaveBeenCalled()
    busy.finishBegun()
    // at once, as it was due
    checkpoints.passed(busy, MAIN)
    expect(moments(checkpoints, MAIN)).toEqual([20])
  })

  it('hides that something else has failed', () => {
    vi.spyOn(Checkpoint, 'of').mockImplementation(() => {
      throw new RangeError('no memory')
    })
    expect(() => pass(new Checkpoints<string>({ checkpointsEvery: 10 }), calm(), 0, 10)).toThrow('no memory')
  })
})

describe('a checkpoint of a system', () => {
  it('has the steps that were done as they are, which never change from then on', () => {
    const running = calm()
    if (running.origin === null) throw new Error('it is small')
    perform(running.world, { verb: 'budget', value: MIB })
    const [step] = running.journal as [Step]
    expect(isLasting(step)).toBe(false)
    const checkpoint = checkpointOf(running, running.origin)
    expect(isLasting(step)).toBe(true)
    perform(running.world, { verb: 'budget', value: 2 * MIB })
    const again = calm()
    if (again.origin === null) throw new Error('it is small')
    checkpoint.restore(again.origin)
    expect(again.journal).toEqual([{ verb: 'budget', value: MIB, at: 0 }])
    expect(again.journal[0]).toBe(step)
    expect(running.journal).toHaveLength(2)
  })

  it('knows how many allocations there can be, of which a recording may not have too many [LB-02, SC-16]', () => {
    const running = calm()
    if (running.origin === null) throw new Error('it is small')
    const { most } = running.totals
    running.totals.performed({ verb: 'allocate', value: { name: 'x', size: 4096, count: 7, heap: 'upload' } })
    const checkpoint = checkpointOf(running, running.origin)
    running.totals.performed({ verb: 'free', value: { name: 'x' } })
    running.totals.performed({ verb: 'allocate', value: { name: 'y', size: 4096, count: 100, heap: 'upload' } })
    const again = calm()
    if (again.origin === null) throw new Error('it is small')
    checkpoint.restore(again.origin)
    expect([running, again].map(({ totals }) => totals.most - most)).toEqual([100, 7])
    // those of the group are known by their name
    again.totals.performed({ verb: 'free', value: { name: 'x' } })
    again.totals.performed({ verb: 'allocate', value: { name: 'y', size: 4096, count: 8, heap: 'upload' } })
    expect(again.totals.most - most).toBe(8)
  })

  it('has the newest sample of memory as it was then, whatever becomes of memory at that moment [LB-02]', () => {
    const running = calm()
    if (running.origin === null) throw new Error('it is small')
    const budgets = ({ log }: WatchedSystem): number[] => log.takeSamples(true).map(({ budget }) => budget)
    const setBudget = (of: WatchedSystem, mib: number): unknown =>
      perform(of.world, { verb: 'budget', value: mib * MIB })
    running.world.sim.advanceTo(5_000)
    setBudget(running, 100)
    const before = budgets(running).slice(0, -1)
    expect(budgets(running).at(-1)).toBe(100 * MIB)
    setBudget(running, 150)
    const checkpoint = checkpointOf(running, running.origin)
    setBudget(running, 200)
    const [first, second] = [calm(), calm()]
    for (const { origin } of [first, second])
      if (origin === null || !checkpoint.restore(origin)) throw new Error('unlike')
    setBudget(first, 300)
    expect([running, first, second].map(budgets)).toEqual([
      [...before, 200 * MIB],
      [...before, 300 * MIB],
      [...before, 150 * MIB],
    ])
  })

  it('is made while frames are rendered at a command, and behind them [LB-02]', () => {
    const app = { effects: effects({ A: MIB }) }
    const system = (): WatchedSystem => WatchedSystem.of(scenario({ app }))
    const running = system()
    perform(running.world, { verb: 'apply', value: 'A' })
    perform(running.world, { verb: 'frames', value: { count: 2 } })
    // 2 ms of processor time, 3 ms of decoding and 1 ms of the effect: the first of them is on the GPU
    for (const time of [3_000, 1_000_000]) {
      running.world.sim.advanceTo(time)
      if (running.origin === null) throw new Error('it is small')
      const checkpoint = checkpointOf(running, running.origin)
      const again = system()
      if (again.origin === null || !checkpoint.restore(again.origin)) throw new Error('unlike')
      again.world.sim.advanceTo(1_000_000)
      expect(again.world.player.played).toBe(2)
    }
  })

  it('is made while the tasks of a device that was destroyed are completed, behind which it goes [LB-02] [BP-24]', () => {
    const app = { effects: effects({ Blur: MIB }) }
    const system = (): WatchedSystem => WatchedSystem.of(scenario({ app }))
    const running = system()
    const { world } = running
    perform(world, { verb: 'apply', value: 'Blur' })
    world.sim.advanceTo(10_000)
    const commit = { mode: 'ALLOWED', action: 'COMMIT_RESULTS', drain: false } as const
    perform(world, { verb: 'setBackgroundProcessingMode', value: commit })
    const tasks = world.device.background
    expect(tasks.isIdle).toBe(false)
    perform(world, { verb: 'recreateDevice', value: true })
    if (running.origin === null) throw new Error('it is small')
    const checkpoint = checkpointOf(running, running.origin)
    const again = system()
    if (again.origin === null || !checkpoint.restore(again.origin)) throw new Error('unlike')
    const destroyed = ({ world }: WatchedSystem): number[] => {
      const times: number[] = []
      world.sim.trace.attach(({ type, t }) => {
        if (type === 'driver-device-destroyed') times.push(t)
      })
      world.sim.advanceTo(1_000_000)
      return times
    }
    const times = destroyed(running)
    expect(times).toHaveLength(1)
    expect(destroyed(again)).toEqual(times)
  })

  it('is made while a policy of one’s own waits for work to end, of which both are told [LB-02] [LB-14]', () => {
    const text = `export default { name: 'mine', create: (host) => ({
      completed(fence) { for (const unit of host.units) host.evict(unit) },
    }) }`
    const app = { policy: { file: 'mine.mjs', text }, effects: effects({ A: MIB }) }
    const system = (): WatchedSystem => WatchedSystem.of(scenario({ app }))
    const running = system()
    perform(running.world, { verb: 'apply', value: 'A' })
    // the GPU has it for 1 ms
    running.world.sim.advanceTo(400)
    if (running.origin === null) throw new Error('it is small')
    const checkpoint = checkpointOf(running, running.origin)
    const again = system()
    if (again.origin === null || !checkpoint.restore(again.origin)) throw new Error('unlike')
    for (const { world } of [running, again]) {
      const usage = (): number => world.device.queryVideoMemoryInfo(SegmentGroup.LOCAL).CurrentUsage
      const before = usage()
      world.sim.advanceTo(999)
      expect(usage()).toBe(before)
      world.sim.advanceTo(1_000)
      expect(usage()).toBe(before - MIB)
    }
  })
})
