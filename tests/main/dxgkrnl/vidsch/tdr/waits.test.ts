/** A wait instruction whose condition is satisfied at the very moment at which its time is up. µs, by hand. */
import { describe, expect, it } from 'vitest'
import { S, worldOf } from '../../../support/world'
import { packetsOn, runs, submit } from '../submitting'
import { actions } from './hanging'

type Order = 'the wait first' | 'the wait last'

/** `w` waits on the 3D engine, and does nothing more, for a fence that the last of packets of 1 s each signals. */
function waiting(order: Order, preemption: object, packets: number, later = 0) {
  const world = worldOf({
    system: { preemption: { graphics: 'none', compute: 'none', ...preemption }, tdr: { level: 'recover' } },
  })
  const fence = { fence: 'f', value: 1 }
  const wait = () => submit(world, { gpuTime: 0, context: 'w', wait: fence })
  if (order === 'the wait first') wait()
  for (let i = 1; i < packets; i++) submit(world, { gpuTime: S, context: 'p', engine: 'copy' })
  submit(world, { gpuTime: S + later, context: 'p', engine: 'copy', signal: fence })
  if (order === 'the wait last') wait()
  world.wait(10 * S)
  return { actions: actions(world), runs: runs(packetsOn(world, '3d', 'w')) }
}

describe.each<Order>(['the wait first', 'the wait last'])('a wait that is satisfied as its time is up, %s', (order) => {
  it('Windows 8: has completed in time, as what ends then has [GP-22] [GP-23]', () => {
    expect(waiting(order, {}, 4)).toEqual({
      actions: ['2000000 timeout'],
      runs: ['0–4000000 w completed', '4000000–4000000 w completed'],
    })
  })

  it('Windows 8: is not even asked at TdrDelay [GP-22] [GP-23]', () => {
    expect(waiting(order, {}, 2)).toEqual({
      actions: [],
      runs: ['0–2000000 w completed', '2000000–2000000 w completed'],
    })
  })

  it('Windows 7: has completed in time [GP-22] [GP-23]', () => {
    expect(waiting(order, { model: 'win7' }, 2).actions).toEqual([])
  })

  it('a microsecond later is too late [GP-23]', () => {
    expect(waiting(order, {}, 4, 1).actions).toEqual(['2000000 timeout', '4000000 engine-reset'])
    expect(waiting(order, { model: 'win7' }, 2, 1).actions).toEqual(['2000000 timeout', '2000000 adapter-reset'])
  })
})
