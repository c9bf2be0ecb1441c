/** One that is under way: what it says before its first packet, and which of its packets it stands in (LB-08). */
import { describe, expect, it } from 'vitest'
import { HeldBack } from '../../../../../main/policies/held-back'
import { contextOf, submitTo } from '../../../dxgkrnl/vidsch/by-hand'
import { gpuWorld } from '../../../dxgkrnl/vidsch/gpu-world'
import { pressOf, waited } from './line-rig'

function rig(processor = 0) {
  const world = gpuWorld()
  const told: string[] = []
  const press = pressOf(world, 'P', told, processor)
  const [a, b] = [contextOf(world, 'A'), contextOf(world, 'B', 'compute')]
  return { world, told, press, a, b }
}

describe('before its first packet [LB-08]', () => {
  it('it stands where the processor has it', () => {
    const { world, press } = rig()
    for (const stand of ['behind', 'displaced', 'running'] as const) {
      press.onProcessor(stand)
      world.wait(100)
    }
    expect(waited(world, press)).toEqual([
      'queue 0–100 by processor',
      'engine 100–200 by processor',
      'run 200–300 by processor',
    ])
  })

  it('a policy may hold it back; not when a packet is submitted, nor when no more will come', () => {
    const { world, press, a } = rig()
    press.heldBack(new HeldBack('fence-lru', null))
    world.wait(50)
    submitTo(world, a, 'a', 100, { owner: press })
    press.heldBack(new HeldBack('none', null))
    press.onProcessor('running')
    world.wait(50)
    expect(waited(world, press)).toEqual(['policy-wait 0–100 by fence-lru'])
    const closed = pressOf(world, 'Q')
    closed.complete()
    closed.heldBack(new HeldBack('none', null))
    closed.onProcessor('running')
    world.wait(10)
    expect(waited(world, closed)).toEqual(['queue 100–110 by nobody'])
  })
})

describe('its packets [LB-08]', () => {
  it('count with their GPU time beside the processor’s, and the first begins it', () => {
    const { world, told, press, a, b } = rig(40)
    submitTo(world, a, 'a', 100, { owner: press })
    submitTo(world, b, 'b', 250, { owner: press })
    expect([press.own, told]).toEqual([390, ['P begun in A']])
    press.complete()
    submitTo(world, a, 'not its own any more', 1000, { owner: press })
    expect(press.own).toBe(390)
    press.ended(true)
    expect(told).toEqual(['P begun in A', 'P completed'])
  })

  it('are passed over as they complete, in the order in which they were submitted', () => {
    const { world, press, a, b } = rig()
    expect([press.waitsIn, press.settle()]).toEqual([null, null])
    submitTo(world, a, 'not its own', 100)
    const fence = submitTo(world, a, 'a', 100, { owner: press })
    // b is done long before a, which it must wait for
    submitTo(world, b, 'b', 20, { owner: press })
    submitTo(world, a, 'a again', 100, { owner: press })
    expect([press.settle(), press.waitsIn, press.fence, fence]).toEqual([a, a, 2, 2])
    world.wait(250)
    // without settling, what it waits in is known
    expect([press.waitsIn, press.fence]).toEqual([a, 2])
    expect([press.settle(), press.fence]).toEqual([a, 3])
    world.wait(50)
    expect([press.waitsIn, press.settle()]).toEqual([null, null])
  })

  it('are asked for an earlier moment, and those that came later are not looked at', () => {
    const { world, press, a, b } = rig()
    submitTo(world, a, 'a', 100, { owner: press })
    submitTo(world, b, 'b', 100, { owner: press })
    submitTo(world, a, 'c', 100, { owner: press })
    const first = (over: readonly (boolean | 'later')[]) => {
      let at = 0
      return press.firstThen(() => over[at++] as boolean | 'later')
    }
    expect([first([false]), first([true, false]), first([true, true, true])]).toEqual([0, 1, -1])
    // what was submitted only later counts for nothing, whatever stands behind it
    expect(first([true, 'later', false])).toBe(-1)
    expect([press.contextAt(1), press.fenceAt(1), press.contextAt(2), press.fenceAt(2)]).toEqual([b, 1, a, 2])
  })

  it('are of a context of the scheduler, or it is an error', () => {
    const { press } = rig()
    expect(() => press.submitted({ name: 'elsewhere' } as never, 1, 1)).toThrow(
      new TypeError('elsewhere is no context of the scheduler'),
    )
  })
})

describe('one that comes again [LB-08]', () => {
  it('begins anew, with nothing of what was', () => {
    const { world, told, press, a, b } = rig()
    submitTo(world, a, 'a', 100, { owner: press })
    submitTo(world, a, 'a again', 100, { owner: press })
    press.complete()
    world.wait(300)
    press.restart(300)
    expect([press.begin, press.own, press.waitsIn]).toEqual([300, 0, null])
    submitTo(world, b, 'b', 70, { owner: press })
    // of the two packets before one is still in the lists, and counts no more
    expect([press.own, press.settle(), told]).toEqual([70, b, ['P begun in A', 'P begun in B']])
    world.wait(70)
    expect(press.settle()).toBeNull()
    expect(waited(world, press)).toEqual(['queue 300–370 by nobody'])
  })

  it('or is over for good, lets go of the contexts, which may be gone, and what is submitted later is none of it', () => {
    const { world, told, press, a } = rig()
    submitTo(world, a, 'a', 100, { owner: press })
    const lists = press.letGo()
    expect([lists.contexts, press.settle(), press.waitsIn]).toEqual([[null], null, null])
    submitTo(world, a, 'b', 100, { owner: press })
    // another one has these lists by now
    expect([press.isOver, press.settle(), press.waitsIn, press.own]).toEqual([true, null, null, 100])
    expect([lists.contexts, told]).toEqual([[null], ['P begun in A']])
  })

  it('has its chain made up to now where that is asked for', () => {
    const { told, press } = rig()
    expect([press.made, told]).toEqual([press.chain, ['P brought up']])
  })
})
