import { describe, expect, it } from 'vitest'
import { Context, type Operation, type Packet } from '../../../../main/dxgkrnl/vidsch/context'
import { createPacket } from '../../../../main/dxgkrnl/vidsch/new-packet'
import { Simulation } from '../../../../main/sim/simulation'

const context = (): Context => new Context({ name: 'A', device: 1, engine: '3d' })

const sim = new Simulation({ seed: 1 })
const packet = (command: string): Packet => createPacket(sim, context(), { command, duration: 10, allocations: [] }, 0)
const commandOf = (operation: Operation | undefined): string | undefined =>
  operation?.type === 'packet' ? operation.command : undefined

/** Everything that is still to come. */
function left(of: Context): (string | undefined)[] {
  const taken: (string | undefined)[] = []
  for (; of.head !== undefined; of.take()) taken.push(commandOf(of.head))
  return taken
}

describe('what a context has been handed', () => {
  it('is taken in the order in which it came', () => {
    const one = context()
    one.operations.push(packet('a'), packet('b'))
    one.take()
    one.operations.push(packet('c'))
    expect([commandOf(one.head), one.pending]).toEqual(['b', 2])
    expect(left(one)).toEqual(['b', 'c'])
    expect([one.head, one.pending, one.operations.length]).toEqual([undefined, 0, 0])
  })

  it('gives the room of what was taken back in long runs', () => {
    const one = context()
    for (let i = 0; i < 3000; i++) one.operations.push(packet(`${i}`))
    for (let i = 0; i < 1025; i++) one.take()
    expect([one.operations.length, commandOf(one.head), one.pending]).toEqual([1975, '1025', 1975])
  })

  it.each([
    ['fewer than were taken', 3, ['back']],
    ['as many as were taken', 2, ['back', 'again']],
    ['more than were taken', 1, ['back', 'again']],
    ['nothing was taken', 0, ['back']],
  ])('comes after what is put back, in its order: %s', (_what, taken, back) => {
    const one = context()
    one.operations.push(...['a', 'b', 'c', 'd'].map(packet))
    for (let i = 0; i < taken; i++) one.take()
    one.putBack(back.map(packet))
    expect(left(one)).toEqual([...back, ...['a', 'b', 'c', 'd'].slice(taken)])
  })
})

describe('the time for which a context stands still for paging', () => {
  it('begins at once where nothing of its own runs, and counts while it goes on', () => {
    const one = context()
    const told: number[][] = []
    one.watcher = { waited: (_, ...times) => told.push(times) }
    one.startWaitingForPaging(100)
    expect([one.standsStillSince, one.waitedForPaging(130)]).toEqual([100, 30])
    // it waits already
    one.startWaitingForPaging(120)
    expect(one.stopWaitingForPaging(150)).toBe(50)
    expect([one.standsStillSince, one.waitedForPaging(1000), told]).toEqual([null, 50, [[100, 150]]])
    expect(one.stopWaitingForPaging(1000)).toBe(0)
  })

  it('begins when the last of its packets has left the hardware queue, and adds up', () => {
    const one = context()
    one.inHardware = 1
    one.startWaitingForPaging(100)
    expect([one.standsStillSince, one.waitedForPaging(150)]).toEqual([null, 0])
    one.inHardware = 0
    one.ranOut(160)
    expect(one.stopWaitingForPaging(200)).toBe(40)
    // no wait goes on any more
    one.ranOut(300)
    expect(one.standsStillSince).toBeNull()
    one.startWaitingForPaging(400)
    expect(one.stopWaitingForPaging(405)).toBe(5)
    expect(one.waitedForPaging(500)).toBe(45)
  })
})
