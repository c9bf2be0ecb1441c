import { describe, expect, it } from 'vitest'
import { stepped } from '../../../../../renderer/instruments/defragmentation/heap-map/keys'
import { layoutHeaps, TALL } from '../../../../../renderer/instruments/defragmentation/heap-map/layout'
import { heap, pool } from '../../../store/support/heaps'

const layout = layoutHeaps(
  {
    pools: [pool(0, 'DEFAULT'), pool(1, 'UPLOAD')],
    blocks: [
      heap(1, [{ bytes: 16, name: 'a' }, { bytes: 48 }]),
      heap(2, [
        { bytes: 32, name: 'b' },
        { bytes: 32, name: 'c' },
      ]),
      heap(3, [{ bytes: 8, name: 'd' }], { pool: 1 }),
    ],
  },
  TALL,
  'bytes',
)

describe('keys in the heap map', () => {
  it('begin at the first range of all, also when the block of the cursor is gone', () => {
    expect(stepped(layout, null, 'down', 5)).toEqual({ block: 1, offset: 0 })
    expect(stepped(layout, { block: 99, offset: 0 }, 'next', 5)).toEqual({ block: 1, offset: 0 })
  })

  it('go from range to range, and on into the next block, over the heading of its pool', () => {
    expect(stepped(layout, { block: 1, offset: 0 }, 'next', 5)).toEqual({ block: 1, offset: 16 })
    expect(stepped(layout, { block: 1, offset: 16 }, 'next', 5)).toEqual({ block: 2, offset: 0 })
    expect(stepped(layout, { block: 2, offset: 40 }, 'next', 5)).toEqual({ block: 3, offset: 0 })
    expect(stepped(layout, { block: 3, offset: 0 }, 'next', 5)).toEqual({ block: 3, offset: 0 })
    // the end of the block before, whose last range has it
    expect(stepped(layout, { block: 2, offset: 0 }, 'previous', 5)).toEqual({ block: 1, offset: 63 })
  })

  it('go from block to block at the same offset, or its end', () => {
    expect(stepped(layout, { block: 1, offset: 16 }, 'down', 5)).toEqual({ block: 2, offset: 16 })
    expect(stepped(layout, { block: 2, offset: 32 }, 'down', 5)).toEqual({ block: 3, offset: 7 })
    expect(stepped(layout, { block: 1, offset: 16 }, 'up', 5)).toEqual({ block: 1, offset: 16 })
    expect(stepped(layout, { block: 1, offset: 0 }, 'pageDown', 5)).toEqual({ block: 3, offset: 0 })
  })

  it('go to the ends of a block', () => {
    expect(stepped(layout, { block: 2, offset: 0 }, 'last', 5)).toEqual({ block: 2, offset: 32 })
    expect(stepped(layout, { block: 2, offset: 40 }, 'first', 5)).toEqual({ block: 2, offset: 0 })
  })
})

it('has nothing to lead to without blocks', () => {
  expect(stepped(layoutHeaps({ pools: [], blocks: [] }, TALL, 'bytes'), null, 'next', 5)).toBeNull()
})
