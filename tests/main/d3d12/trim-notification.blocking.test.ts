/** A trim callback whose thread blocks on a lock of the app's, and what waits behind it (TN-11, TN-13, TN-25, PL-05). */
import { describe, expect, it } from 'vitest'
import { create, MIB, ofType, register, worldOf } from '../support/world'

/** The first callback blocks; the second is told of as it is called. */
function blocked() {
  const world = worldOf()
  const { device, vidmm } = world
  const own = create(world, 'own', MIB)
  const other = create(world, 'other', MIB)
  const carryOn: ((rest: () => void) => void)[] = []
  const called: string[] = []
  register(device, () => {
    called.push('first')
    carryOn.push(device.trimNotifications.block())
  })
  register(device, () => called.push('second'))
  vidmm.trimWorker.post(1, 0, 'hand')
  vidmm.trimWorker.post(2, 0, 'hand')
  world.wait(1000)
  return { world, own, other, called, carryOn: (rest: () => void) => carryOn.shift()?.(rest) }
}

const callbacks = ({ records }: ReturnType<typeof blocked>['world']) =>
  ofType(records, 'callback').map(({ t, cookie, evicted }) => [t, cookie, evicted])

describe('a callback that blocks', () => {
  it('keeps those behind it and the next notification waiting, and is running until it returns [PL-05] [TN-11] [TN-25]', () => {
    const { world, called, carryOn } = blocked()
    const { trimNotifications } = world.device
    expect(called).toEqual(['first'])
    expect(callbacks(world)).toEqual([])
    expect(trimNotifications.callingCookie).toBe(0)
    expect(trimNotifications.deliversNow).toBe(false)
    carryOn(() => {})
    expect(called).toEqual(['first', 'second'])
    expect(trimNotifications.deliversNow).toBe(true)
    world.wait(500)
    expect(called).toEqual(['first', 'second', 'first'])
    expect(callbacks(world)).toEqual([
      [1000, 0, 0],
      [1000, 1, 0],
    ])
  })

  it('counts what it evicts itself, and nothing that others evict meanwhile [PL-05] [TN-13]', () => {
    const { world, own, other, carryOn } = blocked()
    world.device.evict(other)
    carryOn(() => world.device.evict(own))
    expect(callbacks(world)[0]).toEqual([1000, 0, 1])
  })

  it('that throws when it goes on does not stop those behind it [TN-16]', () => {
    const { world, called, carryOn } = blocked()
    carryOn(() => {
      throw new Error('of this test')
    })
    expect(called).toEqual(['first', 'second'])
    expect(ofType(world.records, 'finding').map(({ rule }) => rule)).toEqual(['TN-16'])
  })
})
