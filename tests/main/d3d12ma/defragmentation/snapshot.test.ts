import { describe, expect, it } from 'vitest'
import { type Fixing, snapshotInOrder, snapshotOf } from '../../../../main/d3d12ma/defragmentation/snapshot'
import { MIB, World } from './support'

const world = new World()
const pool = world.pool(['aa..B...', '........', '..cc.d..'])
const { blocks } = pool.blockVector
const FIXING: Fixing = { isFixed: ({ movable }) => !movable }
const taken = snapshotOf([...blocks], FIXING)

const shown = ({ layout, allocations, blockOf }: typeof taken): string[] =>
  allocations.map(
    ({ name }, item) =>
      `${name} in ${blockOf[item]} at ${(layout.offsets[item] as number) / MIB} of ${(layout.sizes[item] as number) / MIB}${layout.fixed[item] === 1 ? ' fixed' : ''}`,
  )

describe('what lies where in the blocks of a pool [DF-09]', () => {
  it('is taken down from block to block, by offset in each', () => {
    expect(shown(taken)).toEqual(['a in 0 at 0 of 2', 'B in 0 at 4 of 1 fixed', 'c in 2 at 2 of 2', 'd in 2 at 5 of 1'])
    expect([...taken.layout.firstItem]).toEqual([0, 2, 2, 4])
    expect([...taken.layout.blockSizes]).toEqual([8 * MIB, 8 * MIB, 8 * MIB])
    expect([...taken.layout.alignments]).toEqual([65_536, 65_536, 65_536, 65_536])
    expect(taken.allocations[2]).toBe(world.get('c'))
  })

  it('is the same in another order of blocks, as if it had been taken down so', () => {
    const turned = snapshotInOrder(taken, Uint32Array.of(2, 0, 1))
    expect(shown(turned)).toEqual([
      'c in 0 at 2 of 2',
      'd in 0 at 5 of 1',
      'a in 1 at 0 of 2',
      'B in 1 at 4 of 1 fixed',
    ])
    expect(turned.blocks.map(({ id }) => id)).toEqual([2, 0, 1])
    const order = [blocks[2], blocks[0], blocks[1]].flatMap((block) => block ?? [])
    expect(turned).toEqual(snapshotOf(order, FIXING))
  })

  it('of no blocks is nothing', () => {
    expect(snapshotOf([], FIXING)).toMatchObject({ layout: { blockCount: 0, itemCount: 0 }, allocations: [] })
  })
})
