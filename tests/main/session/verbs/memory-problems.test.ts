/** What is said of a command for placed memory before it is tried; what is refused here could not be in a recording. */
import { describe, expect, test } from 'vitest'
import type { LayoutStep } from '../../../../main/session/scenario'
import {
  allocateProblem,
  freeProblem,
  layoutProblem,
  poolProblem,
  takenNames,
} from '../../../../main/session/verbs/memory-problems'
import type { AllocateSpec } from '../../../../preload/contract'
import { MIB, type TestWorld, worldOf } from '../../support/world'

function world(): TestWorld {
  const made = worldOf({
    app: {
      pools: [
        { name: 'P', blockSize: '4MiB' },
        { name: 'U', heap: 'upload', blockSize: '4MiB' },
      ],
      effects: [{ name: 'A', resources: [{ name: 'r', size: 1 }] }],
      clips: [{ name: 'C', width: 64, height: 64 }],
    },
  })
  made.do({ verb: 'allocate', value: { name: 'one', size: MIB, pool: 'P' } })
  made.do({ verb: 'resource', value: { name: 'loose', size: MIB, resident: false } })
  made.do({ verb: 'allocate', value: { name: 'g', size: MIB, count: 2, pool: 'P' } })
  return made
}

describe('allocate', () => {
  const problem = (spec: Partial<AllocateSpec>) => allocateProblem({ name: 'new', size: 1, ...spec }, world())

  test.each<[Partial<AllocateSpec>, string]>([
    [{ name: 'one' }, '"one" exists already. Choose another name.'],
    [{ name: 'g 1' }, '"g 1" exists already. Choose another name.'],
    [{ name: 'A.r' }, '"A.r" exists already. Choose another name.'],
    [{ name: 'g' }, 'There is a group "g" already. Free it, or choose another name.'],
    [{ pool: 'Q' }, 'There is no custom pool "Q"; there are "P", "U".'],
    [{ pool: 'DEFAULT' }, 'There is no custom pool "DEFAULT"; there are "P", "U".'],
    [
      { pool: 'U', heap: 'default' },
      'The pool "U" has upload heaps, not default ones. Choose its heap type, or another pool.',
    ],
  ])('%j is refused', (spec, expected) => {
    expect(problem(spec)).toBe(expected)
  })

  test.each<Partial<AllocateSpec>>([
    {},
    { name: 'g 3' },
    { pool: 'P' },
    { pool: 'U', heap: 'upload' },
    { heap: 'readback' },
  ])('%j can be tried', (spec) => {
    expect(problem(spec)).toBeNull()
  })
})

describe('free', () => {
  test.each([
    ['A', '"A" is an effect or a clip. Remove it instead.'],
    ['C', '"C" is an effect or a clip. Remove it instead.'],
    ['C.frame 1', '"C.frame 1" belongs to "C". Remove that instead.'],
    ['A.r', '"A.r" belongs to "A". Remove that instead.'],
    ['none', 'There is nothing allocated by the name "none".'],
    ['on', 'There is nothing allocated by the name "on".'],
  ])('%s is refused', (name, expected) => {
    expect(freeProblem({ name }, world())).toBe(expected)
  })

  test.each(['one', 'g', 'g 2', 'loose'])('%s can be tried', (name) => {
    expect(freeProblem({ name }, world())).toBeNull()
  })
})

describe('a pool', () => {
  test('is one of the custom ones, or none is named', () => {
    expect([undefined, 'P', 'U'].map((name) => poolProblem(name, world()))).toEqual([null, null, null])
    expect(poolProblem('Q', worldOf())).toBe('There is no custom pool "Q"; there is none.')
  })

  test('of a layout must not be there already', () => {
    const layout = (...names: string[]): LayoutStep => ({
      pools: names.map((name) => ({
        name,
        heap: 'default',
        blockSize: MIB,
        algorithm: 'tlsf',
        blocks: [],
        committed: [],
      })),
    })
    expect(layoutProblem(layout('new'), world())).toBeNull()
    // it is the project's own, which a restart leaves as it is
    expect(layoutProblem(layout('new', 'P'), world())).toBe(
      'The pool "P" exists already, in this project or of a dump that was taken over before. Use the dump in a new project.',
    )
  })
})

test('names that are taken are those of what lives, and of groups of which something lives', () => {
  const w = world()
  expect([...takenNames(w)].filter((name) => !name.startsWith('C')).sort()).toEqual([
    'A.r',
    'g',
    'g 1',
    'g 2',
    'loose',
    'one',
  ])
  w.do({ verb: 'free', value: { name: 'g' } })
  expect([...takenNames(w)].filter((name) => !name.startsWith('C')).sort()).toEqual(['A.r', 'loose', 'one'])
})
