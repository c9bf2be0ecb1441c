/** The least that any policy brings into local memory (LB-11), by hand and against a solver of linear programs. */
import fc from 'fast-check'
import highs, { type Highs } from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { boundOf } from '../../../../../main/session/laboratory/bound/bound'
import type { Reference, References } from '../../../../../main/session/laboratory/bound/references'

/** What happens, a moment apart: numbers of units that are used, `+unit` created resident, a new capacity. */
type Happening = readonly number[] | { created: number } | { room: number }

function references(sizes: readonly number[], happenings: readonly Happening[]): References {
  const events = happenings.map((each, t): Reference => {
    if ('created' in each) return { t, kind: 'created', unit: each.created }
    return 'room' in each ? { t, kind: 'capacity', bytes: each.room } : { t, kind: 'use', units: each }
  })
  return { sizes, events }
}

const [A, B, C] = [0, 1, 2] as const

describe('the bound', () => {
  it('is what the first uses cost while everything has room [LB-11]', () => {
    const all = references([60, 50, 7], [{ room: 117 }, [A], [B], [A, C], [B], [A, B, C]])
    expect(boundOf(all)).toEqual({ compulsory: 117, bound: 117, uses: 5, units: 3, exceeded: 0 })
  })

  it('asks nothing for the first use of what was created resident, and lets go of it before as of anything [LB-11]', () => {
    // while B is used there is room for 40 of A's 60
    const created = references([60, 60], [{ room: 100 }, { created: A }, [B], [A]])
    expect(boundOf(created)).toEqual({ compulsory: 60, bound: 80, uses: 2, units: 2, exceeded: 0 })
    expect(boundOf(references([60, 60], [{ room: 100 }, { created: A }, [A], [B]])).bound).toBe(60)
  })

  it('drops parts: of two that take turns each keeps what the other leaves [LB-11]', () => {
    const turns = references([60, 60], [{ room: 100 }, [A], [B], [A], [B]])
    expect(boundOf(turns)).toEqual({ compulsory: 120, bound: 160, uses: 4, units: 2, exceeded: 0 })
  })

  it('drops from the gap that ends last [LB-11]', () => {
    // at the first use of C one of A and B has to go; B is back before C comes again, A is not
    const last = references([50, 50, 60], [{ room: 110 }, [A], [B], [C], [B], [C], [A]])
    // A leaves once, over both uses of C, which keeps its 60 from one to the other: B goes after its last use
    expect(boundOf(last)).toEqual({ compulsory: 160, bound: 210, uses: 6, units: 3, exceeded: 0 })
  })

  it('holds at changes of capacity too, between uses [LB-11]', () => {
    const dip = references([40], [{ room: 100 }, [A], { room: 30 }, { room: 100 }, [A]])
    expect(boundOf(dip)).toEqual({ compulsory: 40, bound: 50, uses: 2, units: 1, exceeded: 0 })
  })

  it('has no room beside a set that is larger than all there is, and reports it [LB-11]', () => {
    const large = references([80, 10], [{ room: 64 }, [B], [A], [B], [A]])
    expect(boundOf(large)).toEqual({ compulsory: 90, bound: 90 + 10 + 26, uses: 4, units: 2, exceeded: 2 })
  })

  it('counts units that are used and submissions that use any [LB-12]', () => {
    const few = references([1, 1, 1], [{ room: 9 }, { created: A }, [], [B], [B]])
    expect(boundOf(few)).toEqual({ compulsory: 1, bound: 1, uses: 2, units: 1, exceeded: 0 })
  })

  it('of nothing is nothing', () => {
    expect(boundOf({ sizes: [], events: [] })).toEqual({ compulsory: 0, bound: 0, uses: 0, units: 0, exceeded: 0 })
  })
})

describe('the bound of anything', () => {
  let solver: Highs
  beforeAll(async () => {
    solver = await highs()
  })

  it('is what a linear program gives [LB-11]', () => {
    fc.assert(
      fc.property(programs, ({ sizes, happenings }) => {
        const all = references(sizes, happenings)
        const { bound, compulsory } = boundOf(all)
        expect(bound - compulsory).toBeCloseTo(leastDropped(solver, sizes, happenings), 6)
      }),
      { numRuns: 300 },
    )
  })
})

const programs = fc.integer({ min: 1, max: 6 }).chain((units) => {
  const unit = fc.nat(units - 1)
  const happening: fc.Arbitrary<Happening> = fc.oneof(
    { weight: 8, arbitrary: fc.uniqueArray(unit, { minLength: 0, maxLength: 3 }) },
    { weight: 1, arbitrary: unit.map((created) => ({ created })) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 }).map((room) => ({ room })) },
  )
  return fc.record({
    sizes: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: units, maxLength: units }),
    happenings: fc.array(happening, { maxLength: 24 }).map(createdOnceAndFirst),
  })
})

/** A unit is created before it is used, and once. */
function createdOnceAndFirst(happenings: readonly Happening[]): Happening[] {
  const there = new Set<number>()
  return happenings.filter((each) => {
    if ('room' in each) return true
    const units = 'created' in each ? [each.created] : each
    if ('created' in each && there.has(each.created)) return false
    for (const unit of units) there.add(unit)
    return true
  })
}

/** The clause as a linear program, written from the happenings themselves: a variable for what is dropped in each gap. */
function leastDropped(solver: Highs, sizes: readonly number[], happenings: readonly Happening[]): number {
  const uses = (each: Happening | undefined, unit: number): boolean => Array.isArray(each) && each.includes(unit)
  const gaps: { unit: number; from: number; to: number }[] = []
  for (const unit of sizes.keys()) {
    let from: number | null = null
    for (const [at, each] of happenings.entries()) {
      const starts = 'created' in each && each.created === unit
      if (uses(each, unit) && from !== null) gaps.push({ unit, from, to: at })
      if (uses(each, unit) || starts) from = at
    }
  }
  const rows: string[] = []
  let room: number | null = null
  for (const [at, each] of happenings.entries()) {
    if ('room' in each) room = each.room
    if ('created' in each || room === null) continue
    const own = sizes.reduce((sum, size, unit) => sum + (uses(each, unit) ? size : 0), 0)
    const over = gaps.flatMap(({ unit, from, to }, gap) => (from < at && at < to ? [{ gap, size: sizes[unit]! }] : []))
    const excess = over.reduce((sum, { size }) => sum + size, 0) - Math.max(0, room - own)
    if (over.length > 0 && excess > 0) rows.push(`${over.map(({ gap }) => `y${gap}`).join(' + ')} >= ${excess}`)
  }
  if (rows.length === 0) return 0
  const program = [
    'Minimize',
    gaps.map((_, gap) => `y${gap}`).join(' + '),
    'Subject To',
    ...rows.map((row, i) => `c${i}: ${row}`),
    'Bounds',
    ...gaps.map(({ unit }, gap) => `0 <= y${gap} <= ${sizes[unit]}`),
    'End',
  ].join('\n')
  const { Status, ObjectiveValue } = solver.solve(program)
  if (Status !== 'Optimal') throw new Error(`the solver says ${Status} of\n${program}`)
  return ObjectiveValue
}
