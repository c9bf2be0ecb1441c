/** How much memory checkpoints may take (LB-02), and that it is what a heap snapshot says that nothing but they keep alive. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LiveSession } from '../../../../main/session/live-session'
import { Checkpoints } from '../../../../main/session/past/checkpoints'
import { Checkpoint } from '../../../../main/sim/checkpoint/checkpoint'
import type { Frame } from '../../../../preload/contract'
import { keptNow } from '../../../torture/soak/kept'
import { MIB, scenario } from '../live-rig'
import { calm, kept, MAIN, moments, pass } from './passing'

/** minutes that are played */
const MINUTES = 5
/** ms of the wall in one turn, at 16× */
const TURN = 250

/** Nothing else has them: other tests in this process have checkpoints of their own. */
class Held {
  constructor(readonly checkpoints: Checkpoints<unknown>) {}
}

/** Plays three effects: there is room for all, or each takes the others' memory and every frame is late. */
function heldOf(budget: string): { held: Held; late: number } {
  const passed = vi.spyOn(Checkpoints.prototype, 'passed')
  let wall = 0
  let offers: Frame['offers']
  const live = new LiveSession({
    scenario: scenario({ system: { localMemory: budget, budget }, app: { policy: 'fence-lru' } }),
    wallMs: () => wall,
    publish: (frame) => {
      offers = frame.offers ?? offers
    },
    document: { title: 'bytes', path: null, recent: [], theme: 'dark' },
  })
  live.publishFrame()
  const sharpen = offers?.find(({ effect }) => effect.name === 'Sharpen')?.effect
  if (sharpen === undefined) throw new Error('Sharpen is not offered')
  live.execute({ kind: 'addEffect', effect: sharpen })
  for (const effect of ['Blur', 'Grayscale', 'Sharpen']) live.execute({ kind: 'applyEffect', effect })
  live.execute({ kind: 'setSpeed', speed: 16 })
  live.execute({ kind: 'play', playing: true })
  while (live.world.sim.now < MINUTES * 60e6) {
    wall += TURN
    live.pump()
    live.publishFrame()
  }
  const late = live.world.delays.totals.count
  const [checkpoints] = passed.mock.contexts
  if (!(checkpoints instanceof Checkpoints)) throw new Error('no checkpoint was looked for')
  passed.mockRestore()
  return { held: new Held(checkpoints), late }
}

afterEach(() => vi.restoreAllMocks())

it.each([
  { room: '200MiB', isLate: true },
  { room: '1GiB', isLate: false },
])(
  'of a session that plays in $room [LB-02]',
  async ({ room, isLate }) => {
    const { held, late } = heldOf(room)
    expect(late > 1000).toBe(isLate)
    const { bytes } = held.checkpoints
    // the session itself has gone, but for what it was asked last
    const { all, rest } = await keptNow(['Held.checkpoints'], ['Checkpoints.next'])
    const taken = all.program - rest.program
    expect(taken).toBeGreaterThan(20 * MIB)
    expect(bytes).toBeGreaterThan(0.8 * taken)
    expect(bytes).toBeLessThan(1.3 * taken)
    expect(held.checkpoints.bytes).toBe(bytes)
  },
  120_000,
)

describe('checkpoints of a line', () => {
  it('take 256 MiB at most, with the records that they alone keep: more than that, and every second one goes', () => {
    vi.spyOn(Checkpoint, 'of').mockImplementation(() => kept({ bytes: 63 * MIB }))
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    const running = calm()
    pass(checkpoints, running, 0, 40)
    expect(moments(checkpoints, MAIN)).toEqual([10, 20, 30, 40])
    pass(checkpoints, running, 41, 75)
    expect(moments(checkpoints, MAIN)).toEqual([10, 30, 50, 70])
  })

  it('take what they are given, where that is said', () => {
    vi.spyOn(Checkpoint, 'of').mockImplementation(() => kept({ bytes: 63 * MIB }))
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10, checkpointBytes: 512 * MIB })
    const running = calm()
    pass(checkpoints, running, 0, 80)
    expect(moments(checkpoints, MAIN)).toEqual([10, 20, 30, 40, 50, 60, 70, 80])
    pass(checkpoints, running, 81, 90)
    expect(moments(checkpoints, MAIN)).toEqual([10, 30, 50, 70, 90])
  })

  it('count records of the trace once, which several have', () => {
    const running = calm()
    const { trace } = running.world.sim
    const first = trace.came
    expect(first).toBeGreaterThan(0)
    const write = (count: number): void => {
      for (let i = 0; i < count; i++) trace.write('budget', { process: 'app', budget: 1, usage: i })
    }
    vi.spyOn(Checkpoint, 'of').mockImplementation(() => kept({ bytes: 0, sharedBytes: 100 * trace.came }))
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10, checkpointBytes: 100 * (first + 10) })
    pass(checkpoints, running, 0, 10)
    write(4)
    pass(checkpoints, running, 11, 20)
    write(6)
    pass(checkpoints, running, 21, 30)
    expect(checkpoints.bytes).toBe(100 * (first + 10))
    expect(moments(checkpoints, MAIN)).toEqual([10, 20, 30])
    write(1)
    pass(checkpoints, running, 31, 40)
    // what the one has that went is kept by the one after it
    expect(checkpoints.bytes).toBe(100 * (first + 10))
    expect(moments(checkpoints, MAIN)).toEqual([10, 30])
  })

  it('count all records that another system wrote anew, as it ran over the same line', () => {
    const systems = [calm(), calm()] as const
    const { came } = systems[0].world.sim.trace
    vi.spyOn(Checkpoint, 'of').mockImplementation(() => kept({ bytes: 0, sharedBytes: 100 * came }))
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10 })
    pass(checkpoints, systems[0], 0, 30)
    expect(checkpoints.bytes).toBe(100 * came)
    pass(checkpoints, systems[1], 31, 40)
    expect(checkpoints.bytes).toBe(200 * came)
  })

  it('made on the way take a quarter of all bytes at most', () => {
    vi.spyOn(Checkpoint, 'of').mockImplementation(() => kept({ bytes: 20 * MIB }))
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10, checkpointBytes: 168 * MIB })
    pass(checkpoints, calm(), 0, 90)
    expect(moments(checkpoints, MAIN)).toEqual([10, 30, 50, 70, 90])
    pass(checkpoints, calm(), 0, 60, MAIN, true)
    expect(moments(checkpoints, MAIN)).toEqual([10, 30, 40, 50, 60, 70, 90])
  })

  it('made on the way leave the others one place at least, however little there is', () => {
    vi.spyOn(Checkpoint, 'of').mockImplementation(() => kept({ bytes: 20 * MIB }))
    const checkpoints = new Checkpoints<string>({ checkpointsEvery: 10, checkpointBytes: 25 * MIB })
    pass(checkpoints, calm(), 0, 90)
    expect(moments(checkpoints, MAIN)).toHaveLength(1)
    pass(checkpoints, calm(), 0, 60, MAIN, true)
    expect(moments(checkpoints, MAIN)).toHaveLength(2)
  })
})
