/**
 * A pipeline state object of the driver's: the general shader, what its draws have bound so far, and the variants that
 * it chooses from at each draw (BP-26, BP-27).
 */
import type { ConstantValues } from '../../../preload/contract/specs'
import { constantsKey, KnownCosts, type ShaderCosts } from './known-costs'
import { DISUSED_AFTER, MOST_ENTRIES, MOST_VARIANTS, SAMPLE_ONE_IN, THRESHOLD } from './model'
import { Recent } from './recent'

interface Specialised {
  source: string
  /** constants that are no uniforms any more */
  folded: readonly string[]
  /** constants whose values it counts on, and that it still reads as uniforms */
  kept: readonly string[]
  branchesRemoved: number
  loopsUnrolled: number
}

/** What the driver's compiler can do; in the product it transforms the parsed shader. */
export interface ShaderCompiler {
  specialise(source: string, constants: ConstantValues): Specialised
  costModel(source: string): ShaderCosts
}

/** A shader with constants folded in, and what became of it. */
export class Variant implements Readonly<Specialised> {
  /** names of those that are literals in it, and of those that it still reads as uniforms (BP-25) */
  readonly folded: readonly string[]
  readonly kept: readonly string[]
  readonly source: string
  readonly branchesRemoved: number
  readonly loopsUnrolled: number
  hits = 0

  /**
   * @param id ordinal of its PSO's, from 1
   * @param constants what a draw has to bind for it
   * @param installedAt µs
   * @param usedAt number of the PSO's draw that used it last, or after which it came
   * @param isMeasured what led to it, or a draw that used it, was seen since measurements were dropped (BP-11)
   */
  constructor(
    readonly id: number,
    readonly constants: ConstantValues,
    made: Specialised,
    private readonly costs: KnownCosts,
    readonly installedAt: number,
    public usedAt: number,
    public isMeasured: boolean,
  ) {
    this.folded = made.folded
    this.kept = made.kept
    this.source = made.source
    this.branchesRemoved = made.branchesRemoved
    this.loopsUnrolled = made.loopsUnrolled
  }

  /** @returns modelled operations per pixel with these bound, of which those that are folded in are what they are */
  operations(values: ConstantValues): number {
    return this.costs.with(values)
  }
}

/** What one is made of. */
export interface PipelineRow {
  readonly name: string
  readonly effect: string
  readonly pass: number
  readonly source: string
  readonly constants: Readonly<Record<string, string>>
}

export interface Pipeline {
  readonly id: number
  readonly name: string
  readonly effect: string
  readonly pass: number
  readonly source: string
  readonly draws: number
  readonly sampled: number
  readonly variants: readonly Variant[]
  /** modelled operations per pixel of the general shader with these bound (BP-31) */
  operationsWith(values: ConstantValues): number
  /** those that draws with these bound may use; they use the first */
  usable(values: ConstantValues): readonly Variant[]
}

/** A draw that binds these values may use a variant that expects those (BP-26). */
export function matches(values: ConstantValues, expected: ConstantValues): boolean {
  return Object.entries(expected).every(([name, value]) => same(value, values[name]))
}

/** What to compile for a set of constants. */
export interface DrawPlan {
  readonly constants: ConstantValues
  /** tells what is folded in from any other */
  readonly id: string
  readonly operations: number
  readonly description: string
}

/** One draw as it was recorded: the same object as long as nothing of it has changed. */
export interface Draw {
  /** time of the draw as a share of the general shader's, undisturbed */
  readonly factor: number
  /** operations of the general shader: its weight among the draws of a pass */
  readonly operations: number
  readonly key: string
  readonly state: DriverPipelineState
}

/** What a draw with some values comes to, until there are other variants. */
interface Bound {
  readonly values: ConstantValues
  readonly key: string
  /** of the general shader */
  readonly operations: number
  /** the cheapest that matches; null: the general shader */
  readonly variant: Variant | null
  /** of the general shader's time */
  readonly share: number
  /** the last one; null: none was recorded yet */
  draw: Draw | null
}

/** What a variant takes as given; `id` tells it from any other. */
interface Folded {
  readonly names: readonly string[]
  readonly constants: ConstantValues
  readonly id: string
}

/** What was seen of a set of constants since it was last acted on. */
interface Entry {
  readonly values: ConstantValues
  /** what its last draw used; null: the general shader, or none was recorded */
  uses: Variant | null
  /** finished draws, and how many of them were looked at */
  draws: number
  samples: number
  /** which of the PSO's draws they were, up to as many as the threshold may need */
  at: number[]
}

export class DriverPipelineState implements Pipeline {
  /** kept for what is bound alone: another system binds other objects */
  static readonly lasting = ['foldings'] as const

  readonly name: string
  readonly effect: string
  readonly pass: number
  readonly source: string
  readonly variants: Variant[] = []
  /** what a task holds: it does not keep the PSO alive (BP-27) */
  readonly shared: { pipeline: DriverPipelineState | null } = { pipeline: this }
  draws = 0
  /** by the draw before */
  private last: Bound | null = null
  finishedDraws = 0
  tuning = 0
  /** finished draws since measurements began */
  private seen = 0
  private sampledEver = 0
  private measured = false
  /** those that were bound last; the oldest goes */
  private readonly entries = new Recent<Entry>(MOST_ENTRIES)
  private readonly cost: KnownCosts
  /** names of the constants that each stage folds in, besides those of the stage before */
  private readonly stages: readonly (readonly string[])[]
  /** what variants fold in that are queued or being compiled, and whether what led to it still counts; draws may share one */
  private readonly compiling = new Map<string, boolean>()
  private readonly foldings = new WeakMap<ConstantValues, Folded[]>()
  private nextVariant = 1

  constructor(
    readonly id: number,
    row: PipelineRow,
    private readonly compiler: ShaderCompiler,
  ) {
    this.cost = KnownCosts.of(compiler.costModel(row.source))
    this.name = row.name
    this.effect = row.effect
    this.pass = row.pass
    this.source = row.source
    this.stages = stagesOf(row.constants)
  }

  /** How many draws were looked at, ever. */
  get sampled(): number {
    return this.sampledEver
  }

  /** Draws were looked at since the driver last acted on what it saw. */
  get wasMeasured(): boolean {
    return this.measured || this.stages.length === 0
  }

  /** A draw binds these values. */
  bind(values: ConstantValues): Bound {
    // most draws bind what the one before has bound, which stands first among what was used last already
    if (this.last?.values !== values) this.last = this.boundAnew(values)
    const { last } = this
    this.draws++
    const { variant } = last
    if (variant !== null) {
      variant.hits++
      variant.usedAt = this.draws
      variant.isMeasured = true
    }
    return last
  }

  private boundAnew(values: ConstantValues): Bound {
    const key = constantsKey(values)
    const variant = this.usable(values)[0] ?? null
    const entry = this.entries.use(key)
    if (entry === undefined) this.entries.add(key, { values, uses: variant, ...nothingSeen() })
    else entry.uses = variant
    const operations = this.cost.with(values)
    const share = variant === null || operations === 0 ? 1 : variant.operations(values) / operations
    return { values, key, operations, variant, share, draw: null }
  }

  operationsWith(values: ConstantValues): number {
    return this.cost.with(values)
  }

  /**
   * Background work only optimises (BP-25): what costs more than the general shader by the model is not used. The cheapest
   * first, of those that cost the same the one that most is known of, then the oldest.
   */
  usable(values: ConstantValues): readonly Variant[] {
    const general = this.cost.with(values)
    const found: { variant: Variant; cost: number; known: number }[] = []
    for (const variant of this.variants) {
      if (!matches(values, variant.constants)) continue
      const cost = variant.operations(values)
      if (cost <= general) found.push({ variant, cost, known: Object.keys(variant.constants).length })
    }
    if (found.length > 1) found.sort((a, b) => a.cost - b.cost || b.known - a.known || a.variant.id - b.variant.id)
    return found.map(({ variant }) => variant)
  }

  /**
   * A draw is finished. Of each set of constants the first is looked at and then one in so many, so that how a workload
   * is ordered hides no set of it.
   * @param every all of them are looked at (BP-03)
   * @returns whether this one was
   */
  look(key: string, every: boolean): boolean {
    this.seen++
    const entry = this.entries.peek(key)
    if (entry === undefined) return false
    if (entry.at.length < THRESHOLD * SAMPLE_ONE_IN) entry.at.push(this.seen)
    if (entry.draws++ % SAMPLE_ONE_IN !== 0 && !every) return false
    entry.samples++
    this.sampledEver++
    this.measured = true
    return true
  }

  /** How many draws with the constants of that key were looked at. */
  samplesOf(key: string): number {
    return this.entries.peek(key)?.samples ?? 0
  }

  /**
   * Sets of constants in the order in which they would reach the threshold if what was seen were repeated (BP-08).
   * @param every it is measured with every draw looked at
   */
  candidates(every: boolean): string[] {
    const needed = every ? THRESHOLD : (THRESHOLD - 1) * SAMPLE_ONE_IN + 1
    const reachedAt = ({ draws, at }: Entry): number => {
      const repeats = Math.floor((needed - 1) / draws)
      return repeats * this.seen + (at[Math.min((needed - 1) % draws, at.length - 1)] ?? 0)
    }
    const seen = [...this.entries.entries()].filter(([, { draws }]) => draws > 0) // in the order in which they were bound
    const times = new Map(seen.map(([key, entry]) => [key, reachedAt(entry)]))
    return seen.map(([key]) => key).sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0))
  }

  /** Whether no more variants may be compiled: so many are needed, those that are being compiled included. */
  get isFull(): boolean {
    if (this.variants.length + this.compiling.size < MOST_VARIANTS) return false
    return this.needed.size + this.compiling.size >= MOST_VARIANTS
  }

  /**
   * Others may be replaced: those that no draw of late has used, none since measurements were dropped (BP-11), and those of
   * which every set of constants has a better one by now: a commit comes to what its workload repeated comes to (BP-08).
   */
  private get needed(): Set<Variant> {
    const using = new Set<Variant | null>()
    for (const [, { uses }] of this.entries.entries()) using.add(uses)
    const isNew = ({ isMeasured, usedAt }: Variant) => isMeasured && this.draws - usedAt < DISUSED_AFTER
    return new Set(this.variants.filter((one) => isNew(one) && (one.hits === 0 || using.has(one))))
  }

  /** Something is queued or compiled for it: what it comes to has not been seen yet (BP-14). */
  get isCompiling(): boolean {
    return this.compiling.size > 0
  }

  /**
   * The next stage for a set of constants; one that another set has led to is done. @returns null when all is folded in
   * that can be, or when the stage before is still compiled: what it comes to is to be measured first (BP-14)
   */
  plan(key: string): DrawPlan | null {
    const entry = this.entries.peek(key)
    if (entry === undefined) return null
    const { values } = entry
    for (let stage = this.stages.length; stage > 0; stage--) {
      const { id } = this.folded(values, stage)
      if (this.compiling.has(id)) return null
      if (this.variants.some((variant) => constantsKey(variant.constants) === id)) return this.planOf(values, stage + 1)
    }
    return this.planOf(values, 1)
  }

  private planOf(values: ConstantValues, stage: number): DrawPlan | null {
    if (stage > this.stages.length) return null
    const { names, constants, id } = this.folded(values, stage)
    // which of them become literals is known when it is compiled: arithmetic of the GPU's own stays as it is (BP-25)
    return { constants, id, operations: this.cost.with(values), description: `matches ${names.join(', ')}` }
  }

  /** What a number of stages fold in; it is asked after each draw of values that stay the same object. */
  private folded(values: ConstantValues, stages: number): Folded {
    const known = this.foldings.get(values) ?? []
    this.foldings.set(values, known)
    known[stages] ??= this.foldedAnew(values, stages)
    return known[stages]
  }

  private foldedAnew(values: ConstantValues, stages: number): Folded {
    const names = this.stages.slice(0, stages).flat()
    const constants = Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
    return { names, constants, id: constantsKey(constants) }
  }

  /** A task is queued; what was measured has led to it. */
  acted(key: string, { id }: DrawPlan): void {
    const entry = this.entries.peek(key)
    if (entry !== undefined) Object.assign(entry, nothingSeen())
    this.compiling.set(id, true)
    this.measured = false
  }

  /** The task was cancelled: what it would have done may be done later. */
  giveUp({ id }: DrawPlan): void {
    this.compiling.delete(id)
  }

  /** The task is done: its result is there from the next draw on (BP-26). @param now µs */
  install({ constants, id }: DrawPlan, now: number): Variant {
    const isMeasured = this.compiling.get(id) ?? true
    this.compiling.delete(id)
    if (this.variants.length >= MOST_VARIANTS) this.removeLeastUsed()
    const made = this.compiler.specialise(this.source, constants)
    const costs = KnownCosts.of(this.compiler.costModel(made.source))
    const variant = new Variant(this.nextVariant++, constants, made, costs, now, this.draws, isMeasured)
    this.variants.push(variant)
    this.last = null
    return variant
  }

  /** What is needed goes only where all are. */
  private removeLeastUsed(): void {
    const { needed } = this
    const [least] = [...this.variants].sort(
      (a, b) => Number(needed.has(a)) - Number(needed.has(b)) || a.usedAt - b.usedAt,
    )
    if (least !== undefined) this.variants.splice(this.variants.indexOf(least), 1)
  }

  /** Measurements are dropped; variants and queued tasks are results and stay (BP-11). */
  discard(): void {
    for (const [, entry] of this.entries.entries()) Object.assign(entry, nothingSeen())
    for (const variant of this.variants) variant.isMeasured = false
    for (const id of this.compiling.keys()) this.compiling.set(id, false)
    this.seen = 0
    this.finishedDraws = 0
    this.measured = false
  }
}

const nothingSeen = (): Omit<Entry, 'values' | 'uses'> => ({ draws: 0, samples: 0, at: [] })

/** First what decides branches and loops; with that in place the rest is worth folding (BP-14). */
function stagesOf(constants: Readonly<Record<string, string>>): string[][] {
  const names = Object.keys(constants)
  const deciding = names.filter((name) => /^(int|uint|bool)$/.test(constants[name] as string))
  const others = names.filter((name) => !deciding.includes(name))
  return [deciding, others].filter((stage) => stage.length > 0)
}

function same(a: readonly number[], b: readonly number[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
}
