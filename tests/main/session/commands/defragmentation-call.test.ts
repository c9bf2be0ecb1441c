import { expect, it } from 'vitest'
import { beginCall } from '../../../../main/session/commands/defragmentation-call'

it('what is left out is as D3D12MA has it: balanced, without limits, over the default pools [DF-06]', () => {
  expect(beginCall({ kind: 'beginDefragmentation' })).toEqual({
    call: 'begin',
    desc: {
      algorithm: 'balanced',
      maxBytesPerPass: 0,
      maxAllocationsPerPass: 0,
      timePerFrame: 0,
      bytesPerFrame: 0,
      evicted: 'skip',
      ignore: [],
      destroy: [],
    },
  })
})

it('what is said is taken as it is said, zeros too [DF-06]', () => {
  const call = beginCall({
    kind: 'beginDefragmentation',
    algorithm: 'full',
    pool: 'P',
    maxBytesPerPass: 0,
    evicted: 'make-resident',
  })
  expect(call).toMatchObject({ desc: { algorithm: 'full', pool: 'P', maxBytesPerPass: 0, evicted: 'make-resident' } })
})
