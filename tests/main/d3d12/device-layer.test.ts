/** Layers that calls go through: which is in charge, which may come back, and with what priorities (PL-41, PL-42). */
import { expect, it } from 'vitest'
import type { ResidencyLayer } from '../../../main/d3d12/residency-layer'
import type { Resource } from '../../../main/d3d12/resource'
import { create, MIB, type TestWorld, worldOf } from '../support/world'

/** It says 0.25 of what is created, and notes what is. */
class NotingLayer implements ResidencyLayer {
  readonly created: string[] = []
  creating({ name }: Omit<Resource, 'handle'>): number {
    this.created.push(name)
    return 0.25
  }
  evicted = () => 0
  countOf = () => 1
  madeResident(): void {}
  prioritised(): void {}
  released(): void {}
  moved(): void {}
  held(): void {}
  letGo(): void {}
  ignoresOverbudget(): void {}
}

function place({ device }: TestWorld): void {
  const { heap } = device.createHeap(MIB, 'DEFAULT', 'H')
  if (heap === null) throw new Error('no heap')
  const { hr } = device.createPlacedResource(heap, 0, { SizeInBytes: MIB, Alignment: 65_536 }, 'placed', true)
  expect(hr).toBe('S_OK')
}

it('a layer says with what a resource begins that has memory of its own; what is placed has its heap’s [PL-42]', () => {
  const world = worldOf()
  const { layers } = world.device.residency
  const layer = new NotingLayer()
  expect([layers.enter(layer, 0.5), world.device.residency.layer]).toEqual([null, layer])
  const own = create(world, 'own', MIB)
  place(world)
  expect([layer.created, layers.priorityOf(own)]).toEqual([['own'], 0.25])
})

it.each<[string, (world: TestWorld, resource: Resource) => unknown, boolean]>([
  ['nothing has happened', () => {}, true],
  ['a resource was created', (world) => create(world, 'later', MIB), false],
  ['a resource was placed', place, false],
  ['a call was made', (world, resource) => world.device.evict(resource), false],
  [
    'calls were made as one',
    ({ device }, { handle }) =>
      device.residency.takeOnlyReferences(Int32Array.of(handle), 0, { policy: 'p', rule: 'periodic', press: null }),
    false,
  ],
])('another comes in the place of one that left, with its priorities, where since %s: %s', (_since, happen, isBack) => {
  const world = worldOf()
  const { residency } = world.device
  const { layers } = residency
  const [before, after] = [new NotingLayer(), new NotingLayer()]
  layers.enter(before, 0.5)
  const resource = create(world, 'r', MIB)
  layers.setPriority(resource, 1)
  layers.leave(before)
  expect([residency.layer, layers.priorityOf(resource)]).toEqual([null, 1])
  happen(world, resource)
  expect(layers.enter(after, 0.5)).toBe(isBack ? before : null)
  expect(layers.priorityOf(resource)).toBe(isBack ? 1 : 0.5)
  // one that is not in charge leaves nothing
  layers.leave(before)
  expect(residency.layer).toBe(after)
})
