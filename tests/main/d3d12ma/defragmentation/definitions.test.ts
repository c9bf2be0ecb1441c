import { expect, it } from 'vitest'
import { algorithmOf, descProblem, flagOf } from '../../../../main/d3d12ma/defragmentation/definitions'

it('each algorithm has its published flag, and 0 is BALANCED [DF-16]', () => {
  expect((['fast', 'balanced', 'full'] as const).map(flagOf)).toEqual([1, 2, 4])
  expect([0, 1, 2, 4, 3, 8].map(algorithmOf)).toEqual(['balanced', 'fast', 'balanced', 'full', null, null])
})

it('a description is possible with one algorithm and limits that are counts [DF-13]', () => {
  expect(descProblem({})).toBeNull()
  expect(descProblem({ flags: 4, maxBytesPerPass: 2 ** 53 - 1, maxAllocationsPerPass: 0xffffffff })).toBeNull()
  expect(descProblem({ flags: 3 })).toContain('flags are 0x3; expected one of 0x1 (fast)')
  for (const bytes of [-1, 0.5, 2 ** 53])
    expect(descProblem({ maxBytesPerPass: bytes })).toContain(`maxBytesPerPass is ${bytes};`)
  expect(descProblem({ maxAllocationsPerPass: 2 ** 32 })).toContain('up to 0xFFFFFFFF')
})
