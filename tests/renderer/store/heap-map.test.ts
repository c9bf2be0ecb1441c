import { describe, expect, it } from 'vitest'
import type { DumpView, HeapMapView } from '../../../preload/contract'
import { pictureOf } from '../../../renderer/store/heap-map'
import { applyFrame, emptyState } from '../../../renderer/store/model'
import { frame } from './support/frames'
import { heap, pool } from './support/heaps'

function heapMap(parts: Partial<HeapMapView>): HeapMapView {
  return {
    pools: [pool(0, 'DEFAULT')],
    order: new Uint32Array(),
    blocks: [],
    budgets: [],
    failures: { fragmentation: 0, exhaustion: 0, other: 0, last: null },
    ...parts,
  }
}

const first = heap(4, [{ bytes: 16, name: 'a' }])
const second = heap(9, [{ bytes: 16, name: 'b' }])

/** Two blocks, in the order 9, 4. */
const two = () =>
  applyFrame(
    emptyState(),
    frame(0, { full: true, heapMap: heapMap({ order: Uint32Array.of(9, 4), blocks: [first, second] }) }),
  )

const ids = (state: ReturnType<typeof two>) => state.heapMap.blocks.map(({ id }) => id)

describe('the heap map in the store [DF-01, DF-06]', () => {
  it('has the blocks in the order that the frame says, not in which they came', () => {
    expect(ids(two())).toEqual([9, 4])
  })

  it('keeps blocks that a delta does not bring, and takes those that it does', () => {
    const grown = heap(4, [{ bytes: 8, name: 'a' }, { bytes: 8 }])
    const after = applyFrame(two(), frame(1, { heapMap: heapMap({ order: Uint32Array.of(9, 4), blocks: [grown] }) }))
    expect(after.heapMap.blocks[0]).toBe(second)
    expect(after.heapMap.blocks[1]).toBe(grown)
    expect(after.heapMap.byId.get(4)).toBe(grown)
  })

  it('forgets a block that the order leaves out, and does not bring it back when its id comes without it', () => {
    const without = applyFrame(two(), frame(1, { heapMap: heapMap({ order: Uint32Array.of(4) }) }))
    expect(ids(without)).toEqual([4])
    const again = applyFrame(without, frame(2, { heapMap: heapMap({ order: Uint32Array.of(4, 9) }) }))
    expect(ids(again)).toEqual([4])
  })

  it('finds a block by its allocation in video memory; a block of a dump has none [RS-15]', () => {
    const ofDump = heap(5, [{ bytes: 16 }], { allocation: -1 })
    const { heapMap: map } = applyFrame(
      two(),
      frame(1, { heapMap: heapMap({ order: Uint32Array.of(4, 5), blocks: [ofDump] }) }),
    )
    expect(map.byAllocation.get(104)).toBe(first)
    expect(map.byAllocation.has(-1)).toBe(false)
  })

  it('starts from nothing at a full frame: an allocator without heaps has none', () => {
    const after = applyFrame(two(), frame(1, { full: true }))
    expect(after.heapMap.blocks).toEqual([])
    expect(after.heapMap.pools).toEqual([])
  })

  it('keeps the reference while a frame does not name it', () => {
    const before = two()
    expect(applyFrame(before, frame(1)).heapMap).toBe(before.heapMap)
  })
})

describe('process, comparison and dump in the store [DF-12, DF-16, DF-23]', () => {
  const dump: DumpView = {
    title: 'sample',
    path: '/sample.json',
    api: 'Vulkan',
    gpu: 'RX',
    pools: [pool(0, 'Type 0')],
    blocks: [heap(0, [{ bytes: 16 }], { allocation: -1 })],
  }

  it('tells absent, which changes nothing, from null, which closes', () => {
    const opened = applyFrame(two(), frame(1, { dump }))
    expect(applyFrame(opened, frame(2)).dump).toBe(dump)
    expect(applyFrame(opened, frame(2, { dump: null })).dump).toBeNull()
  })

  it('shows the dump only while it is open; without one the running system', () => {
    const opened = applyFrame(two(), frame(1, { dump }))
    expect(pictureOf('dump', opened.heapMap, opened.dump)).toBe(dump)
    expect(pictureOf('live', opened.heapMap, opened.dump)).toBe(opened.heapMap)
    expect(pictureOf('dump', opened.heapMap, null)).toBe(opened.heapMap)
  })

  it('takes the process as it is sent, and forgets the comparison on null', () => {
    const comparison = { state: 'running', done: 1, total: 3, share: 0.3, rows: [], message: null } as const
    const process = { ...emptyState().defragmentation, state: 'pass', passes: 2 } as const
    const state = applyFrame(
      two(),
      frame(1, { defragmentation: process, defragmentationComparison: { ...comparison, rows: [] } }),
    )
    expect(state.defragmentation).toBe(process)
    expect(state.defragmentationComparison?.done).toBe(1)
    expect(applyFrame(state, frame(2, { defragmentationComparison: null })).defragmentationComparison).toBeNull()
  })
})
