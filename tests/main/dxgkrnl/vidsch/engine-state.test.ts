import { describe, expect, it } from 'vitest'
import { Engine } from '../../../../main/drivers/kmd/engine'
import { Context, type Packet, Priority } from '../../../../main/dxgkrnl/vidsch/context'
import { EngineState } from '../../../../main/dxgkrnl/vidsch/engine-state'
import { Simulation } from '../../../../main/sim/simulation'
import { SAVES } from './gpu-world'

const nothing = (): void => {}

function idleEngine(): EngineState {
  const settings = { granularities: { graphics: 'pixel', compute: 'thread' } as const, saves: SAVES, restore: 0 }
  const hooks = { admits: () => true, refused: nothing, started: nothing, completed: nothing, interrupted: nothing }
  return new EngineState('3d', new Engine<Packet>(new Simulation({ seed: 1 }), settings, hooks))
}

const context = (name: string, priority: Priority = Priority.normal) =>
  new Context({ name, device: 1, engine: '3d', priority })

describe('whose turn is next on an engine', () => {
  it('is the highest priority’s, and of one priority the one that came first [GP-10]', () => {
    const engine = idleEngine()
    const [a, b, urgent] = [context('a'), context('b'), context('urgent', Priority.realtime)]
    expect(engine.next()).toBeNull()
    engine.add(a)
    engine.add(b)
    expect(engine.next()).toBe(a)
    engine.add(urgent)
    expect(engine.next()).toBe(urgent)
    engine.remove(urgent)
    engine.remove(a)
    engine.remove(a)
    expect([engine.next(), engine.isReady(a), engine.isReady(b)]).toEqual([b, false, true])
  })

  it('is of one that comes back before the others of its priority [GP-11]', () => {
    const engine = idleEngine()
    const [a, b] = [context('a'), context('b')]
    engine.add(a)
    engine.addFirst(b)
    expect(engine.next()).toBe(b)
    // what it waited for has come: it is next too
    const c = context('c')
    engine.addReady(c)
    expect(engine.ready[Priority.normal]).toEqual([c, b, a])
  })

  it('between the parts of one render command is that context’s, or paging work’s [GP-18]', () => {
    const engine = idleEngine()
    const [split, other, paging] = [
      context('split'),
      context('other', Priority.realtime),
      context('p', Priority.paging),
    ]
    for (const one of [split, other]) engine.add(one)
    engine.bound = split
    expect([engine.next(), engine.isReady(other)]).toEqual([split, false])
    engine.add(paging)
    expect(engine.next()).toBe(paging)
    engine.bound = null
    expect(engine.next()).toBe(other)
  })
})
