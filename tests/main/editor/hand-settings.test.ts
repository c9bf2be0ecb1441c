/** What was set of resources by hand, before and after the app's device was another [RS-07]. */
import { describe, expect, test } from 'vitest'
import { HandSettings } from '../../../main/editor/hand-settings'
import { RESIDENCY_PRIORITIES, type ResidencyPriority } from '../../../preload/contract/names'
import { MIB, type TestWorld } from '../support/world'
import { allocate, found, placedWorld } from './placed-rig'

const movable = (world: TestWorld, ...names: string[]): boolean[] =>
  names.map((name) => found(world, name).allocation.movable)
const fix = (world: TestWorld, name: string, to: boolean): void =>
  world.editor.memory.setMovable(found(world, name), to)
const priorityOf = (world: TestWorld, name: string): string | undefined => {
  const resource = world.editor.find(name)
  return RESIDENCY_PRIORITIES[world.vidmm.residency.table.priorities[resource?.handle ?? -1] ?? -1]
}
const setAgain = (
  settings: HandSettings,
  world: TestWorld,
  priorities: readonly (readonly [string, ResidencyPriority])[] = [],
): void => settings.setAgain(world.editor.memory, priorities, (name) => world.editor.find(name))

describe('what was set by hand', () => {
  test('is whether each resource may be moved, as it was at last: by name, whichever way it was made', () => {
    const before = placedWorld()
    allocate(before, 'a', 1)
    allocate(before, 'pinned', 1, { pinned: true })
    allocate(before, 'as made', 1)
    fix(before, 'a', false)
    fix(before, 'pinned', true)
    const settings = new HandSettings(before.editor.memory)
    const after = placedWorld()
    allocate(after, 'pinned', 1, { pinned: true })
    allocate(after, 'as made', 1)
    allocate(after, 'a', 1)
    allocate(after, 'new', 1, { pinned: true })
    setAgain(settings, after)
    expect(movable(after, 'a', 'pinned', 'as made', 'new')).toEqual([false, true, true, false])
  })

  test('is what it was before the device was lost, whatever comes to the old one afterwards', () => {
    const world = placedWorld()
    allocate(world, 'a', 1)
    const settings = new HandSettings(world.editor.memory)
    fix(world, 'a', false)
    setAgain(settings, world)
    expect(movable(world, 'a')).toEqual([true])
  })

  test('is the priority of each that could be made again; the others keep theirs [RS-10]', () => {
    const world = placedWorld()
    for (const name of ['own', 'plain'])
      expect(world.do({ verb: 'resource', value: { name, size: MIB, resident: true, priority: 'normal' } })).toBe(
        'S_OK',
      )
    setAgain(new HandSettings(world.editor.memory), world, [
      ['lost', 'minimum'],
      ['own', 'maximum'],
    ])
    expect([priorityOf(world, 'own'), priorityOf(world, 'plain')]).toEqual(['maximum', 'normal'])
  })

  test('is kept by the app when its device is made anew', () => {
    const world = placedWorld()
    allocate(world, 'a', 1)
    allocate(world, 'b', 1)
    expect(world.do({ verb: 'movable', value: { name: 'a', movable: false } })).toBe('S_OK')
    const { device } = world
    world.do({ verb: 'recreateDevice', value: true })
    expect(world.device).not.toBe(device)
    expect(movable(world, 'a', 'b')).toEqual([false, true])
  })
})
