/** Who carries background tasks out, by the app's choice (BP-30): as a device takes it. */
import { expect, it } from 'vitest'
import { dispatchOf } from '../../../../main/session/world/dispatching'
import { worldOf } from '../../support/world'

it('is the app’s own task system only where the app chose that; else what was chosen itself [BP-30]', () => {
  const { tasks } = worldOf().dispatch
  expect(dispatchOf({ choice: 'app', tasks })).toBe(tasks)
  expect(dispatchOf({ choice: 'runtime', tasks })).toBe('runtime')
  expect(dispatchOf({ choice: { core: 2 }, tasks })).toEqual({ core: 2 })
})
