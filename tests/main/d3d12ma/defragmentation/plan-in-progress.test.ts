import { describe, expect, it } from 'vitest'
import type { Allocation, Block } from '../../../../main/d3d12ma/allocation'
import { PlanInProgress, type Reservation } from '../../../../main/d3d12ma/defragmentation/plan-in-progress'
import { snapshotOf } from '../../../../main/d3d12ma/defragmentation/snapshot'
import { MIB, World } from './support'

const NO_LIMIT = { bytes: Number.POSITIVE_INFINITY, allocations: Number.POSITIVE_INFINITY }

/** A plan that moves each letter of the second block to the first, from its fourth MiB on, in their order. */
function planned(second: string) {
  const world = new World()
  const pool = world.pool(['A.......', second])
  const blocks = [...pool.blockVector.blocks]
  const fixed = new Set<Allocation>()
  const fixing = { isFixed: (allocation: Allocation) => !allocation.movable || fixed.has(allocation) }
  const snapshot = snapshotOf(blocks, fixing)
  const items = snapshot.allocations.flatMap(({ movable }, item) => (movable ? [item] : []))
  const plan = new PlanInProgress(
    snapshot,
    {
      count: items.length,
      items: Uint32Array.from(items),
      blocks: new Uint32Array(items.length),
      offsets: Float64Array.from(items, (_, i) => (4 + i) * MIB),
    },
    fixing,
  )
  /** @returns what it reserves, how many, and why it ended */
  const pass = (room = NO_LIMIT, answers: Record<string, Reservation> = {}, present: readonly Block[] = blocks) => {
    const asked: string[] = []
    const progress = plan.carryOn({ ...room }, new Set(present), ({ name }, block, offset) => {
      asked.push(`${name} → ${block.id}:${offset / MIB}`)
      return answers[name] ?? 'reserved'
    })
    return [asked, progress.reserved, progress.end]
  }
  return { world, plan, pass, fixed, blocks }
}

describe('a plan that is carried out [DF-08]', () => {
  it('is reserved in its order, and done', () => {
    const { plan, pass } = planned('b.c.d...')
    expect(plan.done).toBe(false)
    expect(pass()).toEqual([['b → 0:4', 'c → 0:5', 'd → 0:6'], 3, 'blocked'])
    expect(plan.done).toBe(true)
    expect(pass()).toEqual([[], 0, 'blocked'])
  })

  it('goes on in the next pass where one takes no more, by count or by bytes [DF-13]', () => {
    const counted = planned('b.c.d...')
    expect(counted.pass({ ...NO_LIMIT, allocations: 2 })).toEqual([['b → 0:4', 'c → 0:5'], 2, 'full'])
    expect(counted.pass()).toEqual([['d → 0:6'], 1, 'blocked'])
    const large = planned('bb.c.dd.')
    // b takes 2 of 3; c fits what is left, d does not
    expect(large.pass({ ...NO_LIMIT, bytes: 3 * MIB })).toEqual([['b → 0:4', 'c → 0:5'], 2, 'full'])
    expect(large.pass({ ...NO_LIMIT, bytes: 3 * MIB })).toEqual([['d → 0:6'], 1, 'blocked'])
  })

  it('passes over what is too large for the rest of a pass, for what is smaller behind it [DF-13]', () => {
    const { pass } = planned('bbb.c...')
    expect(pass({ ...NO_LIMIT, bytes: 2 * MIB })).toEqual([['c → 0:5'], 1, 'full'])
    expect(pass()).toEqual([['b → 0:4'], 1, 'blocked'])
  })

  it('waits with what has something in its way, and tries it again [DF-14]', () => {
    const { pass, plan } = planned('b.c.d...')
    expect(pass(NO_LIMIT, { c: 'occupied' })).toEqual([['b → 0:4', 'c → 0:5', 'd → 0:6'], 2, 'blocked'])
    expect(plan.done).toBe(false)
    expect(pass()).toEqual([['c → 0:5'], 1, 'blocked'])
  })

  it('ends at a reservation that fails, and has the rest still to do [DF-08]', () => {
    const { pass } = planned('b.c.d...')
    expect(pass(NO_LIMIT, { c: 'failed' })).toEqual([['b → 0:4', 'c → 0:5'], 1, 'failed'])
    expect(pass()).toEqual([['c → 0:5', 'd → 0:6'], 2, 'blocked'])
  })
})

describe('what others did meanwhile drops a move [DF-14]', () => {
  it('where its source is gone, fixed by now, or lies elsewhere', () => {
    const { world, pass, fixed, plan } = planned('b.c.d.e.')
    world.get('b').release()
    fixed.add(world.get('c'))
    world.get('d').swap(world.get('e'))
    // d and e have changed places: neither is where the plan says
    expect(pass()).toEqual([[], 0, 'blocked'])
    expect(plan.done).toBe(true)
  })

  it('where the block that it goes to is gone', () => {
    const { pass, plan, blocks } = planned('b.......')
    expect(pass(NO_LIMIT, {}, blocks.slice(1))).toEqual([[], 0, 'blocked'])
    expect(plan.done).toBe(true)
  })
})
