/** The uses of the linear algorithm, in a block of 100. */
import { describe, expect, it } from 'vitest'
import { NONE } from '../../../main/d3d12ma/block-metadata'
import { AllocationFlag } from '../../../main/d3d12ma/definitions'
import { LinearMetadata } from '../../../main/d3d12ma/linear-metadata'

const { UPPER_ADDRESS } = AllocationFlag

function linear() {
  const block = new LinearMetadata(100)
  const at = (handle: number) => (handle === NONE ? NONE : block.offsetOf(handle))
  return { block, at }
}

describe('linear allocation [DF-01]', () => {
  it('goes on after the last one; what is freed in the middle comes back when all is freed at once', () => {
    const { block, at } = linear()
    const handles = [40, 30, 20].map((size) => block.allocate(size, 1))
    expect(handles.map(at)).toEqual([0, 40, 70])
    block.free(handles[1] as number)
    expect(block).toMatchObject({ freeBytes: 40, freeRangeCount: 2, largestFreeRange: 30 })
    expect(block.allocate(30, 1)).toBe(NONE)
    block.free(handles[2] as number)
    block.free(handles[0] as number)
    expect(at(block.allocate(100, 1))).toBe(0)
  })

  it('is a stack when the last one is freed first', () => {
    const { block, at } = linear()
    block.allocate(40, 1)
    const last = block.allocate(30, 1)
    block.free(last)
    expect(at(block.allocate(60, 1))).toBe(40)
  })

  it('is a ring when the first one is freed first: it goes on at the start, then behind what is there', () => {
    const { block, at } = linear()
    const [a, b, c] = [30, 30, 30].map((size) => block.allocate(size, 1)) as [number, number, number]
    expect(block.allocate(20, 1)).toBe(NONE)
    block.free(a)
    expect(at(block.allocate(20, 1))).toBe(0)
    // 10 are free at the very end too, but a ring goes round
    expect(at(block.allocate(10, 1))).toBe(20)
    expect(block.allocate(1, 1)).toBe(NONE)
    block.free(b)
    expect(at(block.allocate(25, 1))).toBe(30)
    block.free(c)
    // the new start is all there is: the end is behind it
    expect(at(block.allocate(45, 1))).toBe(55)
  })

  it('is a double stack with UPPER_ADDRESS, which grows down from the end until both meet', () => {
    const { block, at } = linear()
    expect(at(block.allocate(30, 1))).toBe(0)
    const upper = [20, 10].map((size) => block.allocate(size, 1, UPPER_ADDRESS)) as [number, number]
    expect(upper.map(at)).toEqual([80, 70])
    expect(block.allocate(41, 1)).toBe(NONE)
    expect(block.allocate(41, 1, UPPER_ADDRESS)).toBe(NONE)
    expect(at(block.allocate(40, 1))).toBe(30)
    block.free(upper[1])
    expect(at(block.allocate(8, 8, UPPER_ADDRESS))).toBe(72)
  })

  it('cannot be a ring and a double stack at once', () => {
    const { block } = linear()
    const [a] = [50, 40].map((size) => block.allocate(size, 1)) as [number]
    block.free(a)
    block.allocate(20, 1)
    expect(block.allocate(5, 1, UPPER_ADDRESS)).toBe(NONE)
    expect(block.allocationCount).toBe(2)
  })

  it('takes the places that a dump gives in the order of offsets, and none before the last [DF-23]', () => {
    const { block, at } = linear()
    expect([at(block.allocateAt(10, 20)), at(block.allocateAt(40, 10)), at(block.allocateAt(30, 5))]).toEqual([
      10,
      40,
      NONE,
    ])
    expect(at(block.allocateAt(95, 10))).toBe(NONE)
    expect(block).toMatchObject({ freeBytes: 70, freeRangeCount: 3, largestFreeRange: 50 })
  })

  it('has no place below another: nothing is moved in it [DF-07]', () => {
    const { block } = linear()
    block.free(block.allocate(50, 1))
    expect(block.allocateBelow(10, 1, 100)).toBe(NONE)
  })

  it('forgets everything at once', () => {
    const { block, at } = linear()
    const handle = block.allocate(60, 1)
    block.allocate(20, 1, UPPER_ADDRESS)
    block.clear()
    expect(block).toMatchObject({ freeBytes: 100, allocationCount: 0, freeRangeCount: 1, largestFreeRange: 100 })
    expect(() => block.free(handle)).toThrow(RangeError)
    expect(at(block.allocate(100, 1))).toBe(0)
  })
})
