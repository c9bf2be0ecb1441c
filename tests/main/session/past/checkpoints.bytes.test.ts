/** What checkpoints are counted to take is what a heap snapshot says that nothing but they keep alive (LB-02). */
import { expect, it, vi } from 'vitest'
import { LiveSession } from '../../../../main/session/live-session'
import { Checkpoints } from '../../../../main/session/past/checkpoints'
import type { Frame } from '../../../../preload/contract'
import { keptNow } from '../../../torture/soak/kept'
import { MIB, scenario } from '../live-rig'

/** minutes that are played */
const MINUTES = 5
/** ms of the wall in one turn, at 16× */
const TURN = 250

/** Plays three effects: there is room for all, or each takes the others' memory and every frame is late. */
function checkpointsOf(budget: string): { checkpoints: Checkpoints<unknown>; late: number } {
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
  return { checkpoints, late }
}

it.each([
  { room: '200MiB', isLate: true },
  { room: '1GiB', isLate: false },
])(
  'of a session that plays in $room [LB-02]',
  async ({ room, isLate }) => {
    const { checkpoints, late } = checkpointsOf(room)
    expect(late > 1000).toBe(isLate)
    // the session itself has gone, but for what it was asked last
    const { all, rest } = await keptNow(['Checkpoints.kept'], ['Checkpoints.next'])
    const taken = all.program - rest.program
    expect(taken).toBeGreaterThan(20 * MIB)
    expect(checkpoints.bytes).toBeGreaterThan(0.8 * taken)
    expect(checkpoints.bytes).toBeLessThan(1.3 * taken)
  },
  120_000,
)
