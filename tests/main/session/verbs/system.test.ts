/** DiscardResource from the interface (AN-10). */
import { describe, expect, it } from 'vitest'
import { worldOf } from '../../support/world'
import { rig } from '../live-rig'

const app = {
  policy: 'none',
  effects: [{ name: 'E', gpuTime: '1ms', resources: [{ name: 'a', size: '2MiB' }] }],
}

/** Operations that page the only resource out. */
function pagedOut(discards: boolean): string[] {
  const live = rig({ system: { evictionMode: 'eager' }, app })
  const { editor, device } = live.session.world
  const made = editor.find('E.a')
  if (made === undefined) throw new Error('found no resource E.a')
  if (discards) live.must({ kind: 'discard', id: live.id('E.a') })
  const before = live.records.length
  device.evict(made)
  live.elapse(100)
  return live.records.slice(before).flatMap((record) => (record.type === 'paging-operation' ? [record.operation] : []))
}

describe('discarding a resource by hand', () => {
  it('spares its transfer when it is evicted [AN-10]', () => {
    expect(pagedOut(false)).toEqual(['VIRTUAL_TRANSFER'])
    expect(pagedOut(true)).toEqual(['DISCARD_CONTENT'])
  })

  it('of a removed device fails as every call, and says so [RS-07]', () => {
    const world = worldOf({ app })
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    const before = world.of('finding').length
    expect(world.do({ verb: 'discard', value: 'E.a' })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.of('finding').slice(before)).toMatchObject([
      { rule: 'RS-07', resource: 'E.a', message: expect.stringContaining('was not discarded') },
    ])
  })

  it('says what there is instead of a resource of the app’s', () => {
    expect(rig({ app }).do({ kind: 'discard', id: 9999 })).toMatchObject({
      ok: false,
      message: 'There is no allocation 9999 any more.',
    })
  })
})
