/** vkd3d-proton's layer against the clauses written down once more, which share no code with it, over random programs. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effectOf } from '../../../golden/reading'
import { LruOracle } from '../support/lru-oracle'
import { type EffectFile, type Line, MiB, play, type ScenarioFile } from '../support/play'
import { observed, predict } from '../support/programs'

const NAMES = ['Blur', 'Grayscale', 'Sepia', 'Glow', 'Tint', 'Mono']

const PRIORITIES = { minimum: 0.16733, low: 0.33367, normal: 0.5, high: 0.7, maximum: 0.88332 } as const

const effect = (name: string): fc.Arbitrary<EffectFile> =>
  fc.record({
    name: fc.constant(name),
    gpuTime: fc.constant('2ms'),
    resources: fc
      .array(fc.record({ size: fc.constantFrom('1MiB', '2MiB', '24MiB', '40MiB', '64MiB'), resident: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((list) => list.map((resource, index) => ({ name: `r${index}`, ...resource }))),
  })

const action = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES).map((apply): Record<string, unknown> => ({ apply })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...Object.keys(PRIORITIES)))
      .map(([name, priority]) => ({ residencyPriority: { resource: `${name}.r0`, priority } })),
  },
  { weight: 1, arbitrary: fc.constant({ periodicTrim: true }) },
)

const programs: fc.Arbitrary<ScenarioFile> = fc
  .tuple(fc.tuple(...NAMES.map(effect)), fc.array(action, { minLength: 20, maxLength: 40 }))
  .map(([effects, list]) => ({
    system: { localMemory: '256MiB', nonLocalMemory: '64MiB', budget: '230MiB' },
    app: { effects },
    // each is marked in the trace by an `expect` that always holds
    steps: list.flatMap((verb, index) => [
      { at: `${index + 1}s`, ...verb },
      { at: `${index + 1}s`, expect: { evictions: { min: 0 } } },
    ]),
    until: `${list.length + 2}s`,
  }))

interface Row {
  bytes: number
  count: number
  stored: number
  /** null: it has no memory of its own, and keeps that of NORMAL */
  layer: number
  inPlace: boolean
}

/** What PL-41 to PL-43 make of the app's calls. */
class Model {
  readonly rows = new Map<string, Row>()

  constructor(private readonly mended: boolean) {}

  create(name: string, bytes: number, resident: boolean): void {
    const count = resident || !this.mended ? 1 : 0
    this.rows.set(name, { bytes, count, stored: 0.5, layer: 0.5, inPlace: resident })
    if (count === 0) this.give(name, 0)
  }

  make(name: string): void {
    const row = this.row(name)
    row.count = this.takesPart(name) ? row.count + 1 : 1
    this.give(name, row.stored)
  }

  evict(name: string): number {
    const row = this.row(name)
    // listed for good
    if (!this.takesPart(name)) return 1
    row.count--
    if (row.count === 0) this.give(name, 0)
    return row.count
  }

  prioritise(name: string, stored: number): void {
    const row = this.row(name)
    row.stored = stored
    if (row.count !== 0) this.give(name, stored)
  }

  row(name: string): Row {
    return this.rows.get(name) as Row
  }

  private give(name: string, layer: number): void {
    if (this.takesPart(name)) this.row(name).layer = layer
  }

  private takesPart(name: string): boolean {
    return this.row(name).bytes >= 2 * MiB
  }
}

/** References as the layer counts them, and whom the kernel takes. @returns how often it took something, and what is wrong */
function follow(lines: readonly Line[], file: ScenarioFile, model: Model): { taken: number; problems: string[] } {
  const problems: string[] = []
  const history: { t: number; layers: Map<string, number>; inPlace: Set<string> }[] = []
  const priorities = (file.steps ?? []).filter((step) => 'residencyPriority' in step)
  const pressed = new Map<unknown, string>()
  let taken = 0
  for (const line of lines) {
    while (priorities[0] !== undefined && Number.parseInt(String(priorities[0].at), 10) * 1e6 <= line.t) {
      const set = priorities.shift()?.residencyPriority as { resource: string; priority: keyof typeof PRIORITIES }
      model.prioritise(set.resource, PRIORITIES[set.priority])
    }
    const name = String(line.resource)
    if (line.type === 'create') model.create(name, Number(line.bytes), line.resident === true)
    if (line.type === 'make-resident') for (const made of line.resources as string[]) model.make(made)
    if (line.type === 'evict') {
      const count = model.evict(name)
      if (line.references !== count || line.left !== (count === 0 ? 0 : undefined))
        problems.push(`${line.t}: ${name} has ${line.references} references, counted ${count}`)
    }
    if (line.type === 'apply') pressed.set(line.cause, String(line.effect))
    if (line.type === 'page-in') model.row(name).inPlace = true
    if (line.type === 'page-out') {
      taken++
      const before = history.findLast(({ t }) => t <= Number(line.start))
      const own = before?.layers.get(name) as number
      const sparing = pressed.get(line.cause)
      const lower = [...(before?.inPlace ?? [])].filter(
        (other) => effectOf(other) !== sparing && (before?.layers.get(other) as number) < own,
      )
      if (lower.length > 0) problems.push(`${line.t}: ${name} at ${own} went before ${lower}`)
      model.row(name).inPlace = false
    }
    if (!['make-resident', 'evict', 'page-in', 'page-out', 'create', 'expect'].includes(line.type)) continue
    const layers = new Map([...model.rows].map(([resource, { layer }]) => [resource, layer]))
    const inPlace = new Set([...model.rows].flatMap(([resource, row]) => (row.inPlace ? [resource] : [])))
    history.push({ t: line.t, layers, inPlace })
  }
  return { taken, problems }
}

it.each([
  ['vkd3d-proton', false],
  ['vkd3d-proton-fixed', true],
] as const)(
  '%s calls as submission-lru does, counts as the clauses say, nothing leaves the list, and the system takes the lowest first [PL-41] [PL-42] [PL-43] [TN-20]',
  async (policy, mended) => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(programs, async (file) => {
        const { lines, summary } = await play(file, { policy })
        const presses = lines.filter((line) => line.type !== 'notification')
        expect(observed(lines)).toEqual(predict(presses, new LruOracle({ window: true, budgetCheck: false })))
        expect([summary.bytesEvicted, summary.devicesRemoved]).toEqual([0, 0])
        const followed = follow(lines, file, new Model(mended))
        expect(followed.problems).toEqual([])
        taken += followed.taken
      }),
      { numRuns: 12 },
    )
    expect(taken).toBeGreaterThan(5)
  },
)
