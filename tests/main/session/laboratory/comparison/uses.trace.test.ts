/** The bound from a moment on, against a linear program over what written traces say (LB-03, LB-11, LB-12). */
import fc from 'fast-check'
import highs, { type Highs } from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { boundOf } from '../../../../../main/session/laboratory/bound/bound'
import { usesIn, usesOf } from '../../../../../main/session/laboratory/comparison/uses'
import { runScenario } from '../../../../../main/session/run/runner'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import { MIB, quietSystem, scenarioOf } from '../../../support/world'

const LOCAL = 400
const NAMES = ['A', 'B', 'C', 'D'] as const

type Step = {
  at: number
  apply?: string
  budget?: number
  otherProcess?: { name: string; usage: number }
  trimToBudget?: number
  periodicTrim?: true
}

interface Input {
  sizes: readonly number[]
  residents: readonly boolean[]
  policy: string
  mode: string
  budget: number
  steps: readonly Step[]
}

/** What comes one after the other: a unit is there, is used, or there is room for so many MiB. */
type Happening = { there: number } | { use: number } | { room: number }

const UNTIL = 10_000_000

function fileOf({ sizes, residents, policy, mode, budget, steps }: Input) {
  const effects = NAMES.map((name, i) => ({
    name,
    gpuTime: '40ms',
    resources: [{ name: 'r', size: (sizes[i] as number) * MIB, resident: residents[i] }],
  }))
  const memory = { localMemory: LOCAL * MIB, budget: budget * MIB, evictionMode: mode, pagingBandwidth: '64MiB' }
  return { system: quietSystem(memory), app: { policy, effects }, steps: [...steps], until: UNTIL }
}

async function written(file: ReturnType<typeof fileOf>): Promise<TraceRecord[]> {
  let text = ''
  await runScenario(scenarioOf(file), { sink: (chunk) => (text += chunk) })
  const lines = text.trimEnd().split('\n').slice(1)
  return lines.map((line) => JSON.parse(line) as TraceRecord)
}

/** What is in its segment at that moment and is not on its way out. */
function thereAt(records: readonly TraceRecord[], from: number): number[] {
  const there = new Set<string>()
  for (const record of records) {
    if (record.type === 'create' && record.t <= from && record.resident) there.add(record.resource)
    if (record.type === 'page-in' && record.t <= from) there.add(record.resource)
    if (record.type === 'page-out' && record.start <= from) there.delete(record.resource)
  }
  return [...NAMES.keys()].filter((unit) => there.has(`${NAMES[unit]}.r`))
}

async function happenings(input: Input, from: number, chosen: number | null): Promise<Happening[]> {
  const file = fileOf(input)
  const found: Happening[] = thereAt(await written(file), from).map((there) => ({ there }))
  let [given, others, last] = [input.budget, 0, 0]
  const room = (): number => Math.max(0, Math.min(given, (LOCAL * 9) / 10 - others))
  const change = (counts: boolean): void => {
    if (counts && room() !== last) found.push({ room: room() })
    last = room()
  }
  const before = input.steps.filter(({ at }) => at < from)
  for (const { budget, otherProcess } of before) {
    given = budget === undefined ? given : budget / MIB
    others = otherProcess === undefined ? others : otherProcess.usage / MIB
  }
  change(false)
  found.unshift({ room: last })
  given = chosen ?? given
  change(true)
  for (const { apply, budget, otherProcess } of input.steps.slice(before.length)) {
    given = budget === undefined || chosen !== null ? given : budget / MIB
    others = otherProcess === undefined ? others : otherProcess.usage / MIB
    change(true)
    if (apply !== undefined) found.push({ use: NAMES.indexOf(apply as 'A') })
  }
  return found
}

/** MiB: first uses, and the least of the gaps that a solver finds. */
function least(solver: Highs, sizes: readonly number[], all: readonly Happening[]): number {
  const size = (unit: number): number => sizes[unit] as number
  const since = new Map<number, number>()
  const gaps: { unit: number; from: number; to: number }[] = []
  let compulsory = 0
  for (const [at, one] of all.entries()) {
    if ('there' in one) since.set(one.there, at)
    if (!('use' in one)) continue
    const from = since.get(one.use)
    if (from === undefined) compulsory += size(one.use)
    else gaps.push({ unit: one.use, from, to: at })
    since.set(one.use, at)
  }
  let room = 0
  const rows: string[] = []
  for (const [at, one] of all.entries()) {
    if ('room' in one) room = one.room
    if ('there' in one) continue
    const left = Math.max(0, room - ('use' in one ? size(one.use) : 0))
    const over = [...gaps.entries()].filter(([, { from, to }]) => from < at && at < to)
    const excess = over.reduce((sum, [, { unit }]) => sum + size(unit), 0) - left
    if (excess > 0) rows.push(`c${at}: ${over.map(([gap]) => `y${gap}`).join(' + ')} >= ${excess}`)
  }
  if (rows.length === 0) return compulsory
  const bounds = gaps.map(({ unit }, gap) => `0 <= y${gap} <= ${size(unit)}`)
  const goal = gaps.map((_gap, gap) => `y${gap}`).join(' + ')
  const program = ['Minimize', goal, 'Subject To', ...rows, 'Bounds', ...bounds, 'End'].join('\n')
  const { Status, ObjectiveValue } = solver.solve(program)
  if (Status !== 'Optimal') throw new Error(`the solver says ${Status} of\n${program}`)
  return compulsory + Math.round(ObjectiveValue)
}

const verb: fc.Arbitrary<Omit<Step, 'at'>> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NAMES).map((apply) => ({ apply })) },
  fc.integer({ min: 10, max: 200 }).map((mib) => ({ budget: mib * MIB })),
  fc.integer({ min: 0, max: 400 }).map((mib) => ({ otherProcess: { name: 'game', usage: mib * MIB } })),
  fc.constant({ periodicTrim: true as const }),
  fc.integer({ min: 1, max: 60 }).map((mib) => ({ trimToBudget: mib * MIB })),
)
const inputs: fc.Arbitrary<Input> = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 4, maxLength: 4 }),
  residents: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  policy: fc.constantFrom('none', 'fence-lru', 'creative-app-fixed', 'mapping-layer-periodic', 'd3dx12-residency'),
  mode: fc.constantFrom('lazy', 'eager'),
  budget: fc.integer({ min: 20, max: 200 }),
  steps: fc
    .array(fc.tuple(fc.integer({ min: 0, max: 90 }), verb), { minLength: 4, maxLength: 16 })
    .map((list) => list.toSorted(([a], [b]) => a - b).map(([tenth, step]) => ({ at: tenth * 100_000, ...step }))),
})

describe('the bound from a moment on', () => {
  let solver: Highs
  beforeAll(async () => {
    solver = await highs()
  })

  it('is what a linear program gives over what the traces say, under the input’s budget or one that is chosen then [LB-03] [LB-11] [LB-12]', async () => {
    let more = 0
    // between two steps: what those of the same time bear on is said by hand
    const moments = fc.integer({ min: 1, max: UNTIL - 1 }).map((t) => (t % 100_000 === 0 ? t + 1 : t))
    const budgets = fc.option(fc.integer({ min: 10, max: 200 }))
    await fc.assert(
      fc.asyncProperty(inputs, moments, budgets, async (input, from, chosen) => {
        const uses = await usesOf(scenarioOf(fileOf(input)), from)
        const { bound, compulsory } = boundOf(usesIn(uses, 'budget', chosen === null ? undefined : chosen * MIB))
        expect(bound / MIB).toBe(least(solver, input.sizes, await happenings(input, from, chosen)))
        if (bound > compulsory) more++
      }),
      { numRuns: 120 },
    )
    expect(more).toBeGreaterThan(10)
  })
})
