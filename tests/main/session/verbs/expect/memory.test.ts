/** Conditions on placed memory and its defragmentation, passing and failing, with what was found. */
import { describe, expect, it } from 'vitest'
import { KiB, MiB, play } from '../../../policies/support/play'

/** Two blocks of 1 MiB at most. */
const POOL = { name: 'P', blockSize: '1MiB', maxBlocks: 2 }
/** They fill both blocks; without the first and the third, half of each is free. */
const FILL = { at: '1s', allocate: { name: 'g', size: '512KiB', count: 4, pool: 'P' } }
const SCATTER = { at: '2s', free: { name: 'g', every: 2 } }
/** As much as is free, and more than any range of it. */
const BIG = { name: 'big', size: '1MiB', pool: 'P' }
const FRAGMENTED = [FILL, SCATTER, { at: '3s', allocate: BIG }]
const DEFRAGMENTED = [...FRAGMENTED, { at: '4s', defragment: { pool: 'P', algorithm: 'full' } }]

async function found(before: readonly object[], ...conditions: object[]): Promise<[boolean, unknown][]> {
  const steps = [...before, ...conditions.map((condition) => ({ at: '9s', expect: condition }))]
  const app = { policy: 'none' as const, effects: [], pools: [POOL] }
  const { expectations } = await play({ app, steps: steps as Record<string, unknown>[] })
  return expectations.map(({ ok, found: what }) => [ok, what])
}

describe('names', () => {
  it('allocated and notAllocated: one, a member, a group [DF-04]', async () => {
    const before = [FILL, SCATTER, { at: '3s', allocate: { name: 'one', size: 1 } }]
    expect(
      await found(
        before,
        { allocated: ['one', 'g 2', 'g'] },
        { allocated: ['g 2', 'g 1'] },
        { notAllocated: ['g 1', 'g 3'] },
        { notAllocated: ['g'] },
      ),
    ).toEqual([
      [true, { one: 1, 'g 2': 1, g: 2 }],
      [false, { 'g 2': 1, 'g 1': 0 }],
      [true, { 'g 1': 0, 'g 3': 0 }],
      [false, { g: 2 }],
    ])
    expect(await found([FILL, { at: '2s', free: { name: 'g' } }], { notAllocated: ['g'] })).toEqual([[true, { g: 0 }]])
  })

  it('what failed has no memory [DF-03]', async () => {
    expect(await found(FRAGMENTED, { notAllocated: ['big'] }, { allocated: ['big'] })).toEqual([
      [true, { big: 0 }],
      [false, { big: 0 }],
    ])
  })

  it('contents are the same after a move; what is gone has none [DF-18]', async () => {
    expect(await found(DEFRAGMENTED, { contents: ['g', 'g 2', 'g 4'] }, { contents: ['g 1', 'g 2'] })).toEqual([
      [true, { g: 'intact', 'g 2': 'intact', 'g 4': 'intact' }],
      [false, { 'g 1': 'destroyed', 'g 2': 'intact' }],
    ])
  })

  it('states are those of the shared heap, which has its name, too [RS-04] [RS-15]', async () => {
    const heap = 'P block 0'
    expect(await found([FILL], { resident: ['g 1', 'g 2', heap] }, { notResident: [heap] })).toEqual([
      [true, { 'g 1': 'resident', 'g 2': 'resident', [heap]: 'resident' }],
      [false, { [heap]: 'resident' }],
    ])
  })
})

describe('pools', () => {
  it('blocks and fragmentation, of a custom and of a default pool [DF-22]', async () => {
    // two free ranges of 512 KiB: 1 − 512 KiB ÷ 1 MiB
    expect(
      await found(
        FRAGMENTED,
        { blocks: { P: 2, DEFAULT: 0 } },
        { blocks: { P: { max: 1 } } },
        { fragmentation: { P: { min: 0.5, max: 0.5 } } },
        { fragmentation: { P: { max: 0.4 } } },
      ),
    ).toEqual([
      [true, 2],
      [true, 0],
      [false, 2],
      [true, 0.5],
      [false, 0.5],
    ])
    expect(await found(DEFRAGMENTED, { blocks: { P: 1 } }, { fragmentation: { P: { max: 0 } } })).toEqual([
      [true, 1],
      [true, 0],
    ])
  })

  it('of a pool that is not there yet: nothing is found', async () => {
    const layout = { layout: { pools: [{ name: 'L', blocks: [{ size: '1MiB' }] }] } }
    const steps = [
      { at: 0, expect: { blocks: { L: 0 } } },
      { at: 0, ...layout },
      { at: 0, expect: { blocks: { L: 1 } } },
    ]
    const { expectations } = await play({ app: { policy: 'none', effects: [] }, steps })
    expect(expectations.map(({ ok, found: what }) => [ok, what])).toEqual([
      [false, null],
      [true, 1],
    ])
  })
})

describe('counts', () => {
  it('failures by their reason [DF-03]', async () => {
    const none = [FILL, { at: '2s', allocate: BIG }]
    expect(await found(FRAGMENTED, { failedByFragmentation: 1, failedByExhaustion: 0 })).toEqual([
      [true, 1],
      [true, 0],
    ])
    expect(await found(none, { failedByFragmentation: 1 }, { failedByExhaustion: { min: 1, max: 1 } })).toEqual([
      [false, 0],
      [true, 1],
    ])
  })

  it('what defragmentation did: one of 512 KiB moved, one heap freed [DF-17]', async () => {
    const conditions = [
      { heapsFreed: 1 },
      { bytesMoved: { min: 512 * KiB, max: '512KiB' } },
      { allocationsMoved: 1 },
      { defragmentationPasses: { min: 1 } },
      { defragmentations: 1 },
    ]
    const results = await found(DEFRAGMENTED, ...conditions)
    expect(results.map(([ok]) => ok)).toEqual([true, true, true, true, true])
    expect(results.slice(0, 3).map(([, what]) => what)).toEqual([1, 512 * KiB, 1])
    const before = await found(FRAGMENTED, ...conditions)
    expect(before).toEqual(conditions.map(() => [false, 0]))
  })

  it('the case that matters: no room though enough is free, room after defragmentation [DF-03] [DF-11]', async () => {
    const again = [...DEFRAGMENTED, { at: '5s', allocate: BIG }]
    expect(await found(again, { allocated: ['big'], failedByFragmentation: 1, blocks: { P: 2 } })).toEqual([
      [true, { big: 1 }],
      [true, 2],
      [true, 1],
    ])
  })
})

describe('contents of effects', () => {
  const effect = { name: 'A', resources: [{ name: 'r', size: '512KiB' }] }
  const results = async (allocation: 'placed' | 'committed', steps: Record<string, unknown>[]) => {
    const app = { policy: 'none' as const, allocation, pools: [POOL], pool: 'P', effects: [effect] }
    const { expectations } = await play({ app, system: { copyBandwidth: '1MiB' }, steps })
    return expectations.map(({ ok, found: what }) => [ok, what])
  }

  it('are followed where they can be moved', async () => {
    const steps = [
      { at: 0, apply: 'A' },
      { at: '1s', expect: { contents: ['A.r'] } },
    ]
    expect(await results('placed', steps)).toEqual([[true, { 'A.r': 'intact' }]])
    const committed = 'not placed: contents are followed of what can be moved'
    expect(await results('committed', steps)).toEqual([[false, { 'A.r': committed }]])
  })

  it('are lost when what is written goes to where it was before [DF-10] [DF-18]', async () => {
    const moving = (...faults: Record<string, unknown>[]) => [
      // A.r moves from the first block to the second, which what is pinned keeps; the copy takes half a second
      { at: 0, allocate: { name: 'b', size: '512KiB', pool: 'P' } },
      { at: 0, allocate: { name: 'pin', size: '64KiB', pool: 'P', pinned: true } },
      { at: '1s', free: { name: 'b' } },
      ...faults,
      { at: '2s', defragment: { pool: 'P', algorithm: 'full' } },
      { at: '2.1s', apply: 'A' },
      { at: '4s', expect: { allocationsMoved: 1, contents: ['A.r', 'pin'] } },
    ]
    expect(await results('placed', moving())).toEqual([
      [true, { 'A.r': 'intact', pin: 'intact' }],
      [true, 1],
    ])
    expect(await results('placed', moving({ at: '1s', inject: { fault: 'stale-descriptor' } }))).toEqual([
      [false, { 'A.r': 'lost in 1 of 1', pin: 'intact' }],
      [true, 1],
    ])
  })
})

it('bytes are said in bytes', async () => {
  const moved = { at: '9s', expect: { bytesMoved: { max: '1MiB' } } }
  const { expectations } = await play({ app: { policy: 'none', effects: [] }, steps: [moved] })
  expect(expectations.map(({ condition }) => condition)).toEqual([{ bytesMoved: { max: MiB } }])
})
