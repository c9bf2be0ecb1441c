/** The app's device anew, after it was removed or at any time (RS-07). */
import type { Sliced } from '../../sim/slices'
import { HandCallbacks } from '../verbs/hand-callbacks'
import type { World } from './world'

/**
 * The app's device is destroyed, with all that it owns (RS-14), and made anew, with every effect on it (RS-07).
 * @returns false when the process may not use the GPU any more (GP-25)
 */
export function* recreateDevice(world: World): Sliced<boolean> {
  if (world.blocked) return false
  const { editor, player } = world
  const applied = new Set(editor.effects.filter((effect) => effect.applied).map(({ spec }) => spec.name))
  // before the journal is made again, with them in it: what was rendered went with the old device
  world.renders.clear()
  const lost = yield* world.editor.moveTo(() => {
    const before = world.device.id
    world.device.destroy()
    const made = Object.assign(world, world.createDevice())
    world.callbacks = new HandCallbacks(made.device)
    world.scheduler.timeouts.inherit(before, world.device.id)
    return made
  })
  world.vidmm.outs.forgetLosses()
  // what the timeline shows is the same on the new device, whether anybody looks at it or not
  for (const effect of editor.effects) effect.applied = applied.has(effect.spec.name)
  player.deviceRecreated()
  // of what else had no room nobody is to blame who used what was not resident
  for (const { hr, message } of lost)
    world.device.debug.report({ rule: hr === 'DXGI_ERROR_DEVICE_REMOVED' ? 'RS-07' : 'SC-16', message })
  return true
}
