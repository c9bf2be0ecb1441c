import { expect, it } from 'vitest'
import { SoleEngine } from '../../../../main/dxgkrnl/vidmm/paging-engine'
import { Simulation } from '../../../../main/sim/simulation'

it('an engine of its own does each work as long as it takes, from when it is given, and binds nothing [RS-05]', () => {
  const sim = new Simulation({ seed: 1 })
  const engine = new SoleEngine(sim)
  const told: unknown[] = []
  const submit = (duration: number): void =>
    engine.submit({
      duration,
      resource: 'a',
      handle: 0,
      finished: (start, complete) => told.push([start, sim.now, complete]),
    })
  submit(300)
  sim.advanceTo(100)
  submit(50)
  engine.unbind(0, () => told.push('unbound'))
  expect(told).toEqual(['unbound'])
  sim.advanceTo(1000)
  expect(told).toEqual(['unbound', [100, 150, true], [0, 300, true]])
})
