import { expect, it } from 'vitest'
import { AllocationState } from '../../../preload/contract'
import { quietSystem } from '../support/world'
import { LiveRig, MIB, scenario } from './live-rig'

it('a hitch is shown when its packet ends, though no memory changes then [RS-10]', () => {
  const effects = ['A', 'B', 'C'].map((name) => ({
    name,
    gpuTime: '100ms',
    resources: [{ name: 'r', size: '100MiB', resident: false }],
  }))
  const system = quietSystem({ localMemory: '256MiB', pagingBandwidth: '1GiB', periodicTrim: { idleAfter: '10h' } })
  const rig = new LiveRig(scenario({ system, app: { policy: 'none', effects } }))
  for (const effect of ['A', 'B', 'C']) {
    rig.session.execute({ kind: 'applyEffect', effect })
    rig.elapse(500)
  }
  rig.session.execute({ kind: 'applyEffect', effect: 'A' })
  // B.r out and A.r in take 195 ms; the packet then runs for 100 ms
  rig.elapse(240)
  expect(rig.shown.memory.hitches).toBe(0)
  rig.elapse(100)
  expect(rig.shown.memory.hitches).toBe(1)
  // where its packet ended: it waited 195.3 ms, then ran; also in a window that opens later, and after going back and on
  const [mark] = rig.shown.hitches.items
  expect(mark).toMatchObject({ kind: 'hitch', count: 1 })
  expect(mark?.t).toBeGreaterThan(1_500_000 + 295_000)
  expect(mark?.t).toBeLessThan(1_500_000 + 300_000)
  expect(rig.fresh().hitches.items).toEqual([mark])
  const now = rig.now
  rig.must({ kind: 'goTo', time: 1_600_000 })
  expect(rig.shown.hitches.items).toEqual([])
  rig.must({ kind: 'goTo', time: now })
  expect(rig.shown.hitches.items).toEqual([mark])
})

it('what pressure took is neither resident nor pending on the bars, as on the map [RS-02] [RS-10]', () => {
  const effects = ['A', 'B', 'C'].map((name) => ({
    name,
    gpuTime: '1ms',
    resources: [{ name: 'r', size: '100MiB', resident: false }],
  }))
  const system = quietSystem({ localMemory: '256MiB', pagingBandwidth: '1GiB', periodicTrim: { idleAfter: '10h' } })
  const rig = new LiveRig(scenario({ system, app: { policy: 'none', effects } }))
  for (const effect of ['A', 'B', 'C']) {
    rig.must({ kind: 'applyEffect', effect })
    rig.elapse(500)
  }
  const size = 100 * MIB
  expect([rig.state('A.r'), rig.state('B.r')]).toEqual([AllocationState.pagedOut, AllocationState.resident])
  expect(rig.shown.memory.local).toMatchObject({ resident: 3 * size, pending: 0, forcedOut: size, committed: 2 * size })
  rig.must({ kind: 'applyEffect', effect: 'A' })
  // B.r goes first, then A.r comes
  rig.elapse(150)
  expect(rig.state('A.r')).toBe(AllocationState.pending)
  expect(rig.shown.memory.local).toMatchObject({ resident: 3 * size, pending: size, forcedOut: size })
})
