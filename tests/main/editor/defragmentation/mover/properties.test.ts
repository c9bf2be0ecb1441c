/** Random programs: whatever the app, the system and the user do while memory is moved, nothing written is lost. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conservationProblems } from '../../../support/conservation'
import { MIB, MS, type TestWorld } from '../../../support/world'
import { call, lost, rules } from '../../placed-rig'
import { LISTS, movingWorld, Program, programs, SOUND_POLICIES } from './programs'

/** Refusals of calls out of order, of releases in a pass and of mappings that there are not; hints at IGNORE. */
const EXPECTED_RULES = new Set(['DF-05', 'DF-11', 'DF-14', 'DF-15'])

function settle(world: TestWorld): void {
  world.wait(100 * MS)
  if (world.editor.defragmenter.isActive) call(world, 'run')
  world.wait(2_000 * MS)
}

/** Ranges of each block that overlap, by name. */
function overlaps({ editor }: TestWorld): string[] {
  const ends = new Map<unknown, [string, number]>()
  const all = [...editor.memory.all].map((one) => ({
    name: one.name,
    heap: one.stored.heap,
    offset: one.stored.offset,
    size: one.size,
  }))
  return all
    .sort((a, b) => a.offset - b.offset)
    .flatMap(({ name, heap, offset, size }) => {
      const [before, end] = ends.get(heap) ?? ['', 0]
      ends.set(heap, [name, offset + size])
      return offset < end || offset + size > heap.size ? [`${name} over ${before} in ${heap.name}`] : []
    })
}

/** Effects with resources that were not written once for each list that completed, since they were created. */
function miscounted({ editor }: TestWorld): string[] {
  return editor.effects.flatMap(({ spec, completed, resources }) =>
    resources.flatMap(({ name }) => {
      const version = editor.memory.find(name)?.stored.contents.version
      const expected = 1 + completed * LISTS[spec.name as keyof typeof LISTS]
      return version === expected ? [] : [`${name}: version ${version}, expected ${expected}`]
    }),
  )
}

describe.each(['lazy', 'eager'] as const)('with %s eviction', (evictionMode) => {
  it('contents survive, nothing overlaps, the device lives, and every process ends [DF-18] [DF-02] [DF-14] [DF-21] [RS-12]', () => {
    let moved = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...SOUND_POLICIES),
        fc.constantFrom('skip' as const, 'make-resident' as const),
        programs,
        (policy, evicted, steps) => {
          const world = movingWorld(policy, evictionMode)
          new Program(world, evicted).run(steps)
          expect(lost(world)).toEqual([])
          settle(world)
          moved += world.editor.defragmenter.totals.bytesMoved / MIB
          expect(world.of('device-removed')).toEqual([])
          expect([lost(world), overlaps(world), miscounted(world)]).toEqual([[], [], []])
          expect(rules(world).filter((rule) => !EXPECTED_RULES.has(rule))).toEqual([])
          expect(conservationProblems(world.vidmm)).toEqual([])
          expect(world.editor.defragmenter.isActive).toBe(false)
          expect([...world.editor.memory.all].filter(({ allocation }) => allocation.inPass)).toEqual([])
        },
      ),
      { numRuns: 120 },
    )
    // the programs do what they are there for
    expect(moved).toBeGreaterThan(60)
  })
})
