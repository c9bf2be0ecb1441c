import { expect, it } from 'vitest'
import { LiveRig, scenario } from './live-rig'

it('a hitch is shown when its packet ends, though no memory changes then [RS-10]', () => {
  const effects = ['A', 'B', 'C'].map((name) => ({
    name,
    gpuTime: '100ms',
    resources: [{ name: 'r', size: '100MiB', resident: false }],
  }))
  const system = { localMemory: '256MiB', pagingBandwidth: '1GiB', periodicTrim: { idleAfter: '10h' } }
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
})
