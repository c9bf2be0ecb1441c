/** A packet that hangs, and what is done about it. */
import { type TestWorld, worldOf } from '../../../support/world'
import { hang, submit } from '../submitting'

/** "t action" of what was detected and done */
export const actions = (world: TestWorld): string[] => world.of('tdr').map(({ t, action }) => `${t} ${action}`)

/** "device reason" of every device that was removed, by name */
export const reasons = (world: TestWorld): string[] =>
  world
    .of('device-removed')
    .map(({ device, reason }) => `${device} ${reason}`)
    .sort()

/** From 10 ms on the packet of `bad` hangs; `good` has three of 3 ms behind it. Switches are free. */
export function hanging(system: Record<string, unknown> = {}, duration?: number): TestWorld {
  const world = worldOf({ system: { tdr: {}, ...system } })
  world.wait(10_000)
  hang(world, duration)
  submit(world, { gpuTime: 5_000, context: 'bad' })
  for (let i = 0; i < 3; i++) submit(world, { gpuTime: 3_000, context: 'good' })
  return world
}
