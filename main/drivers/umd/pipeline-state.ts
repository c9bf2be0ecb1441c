/**
 * A pipeline state object of the driver's: the general shader, what its draws have bound so far, and the variants that
 * it chooses from at each draw (BP-26, BP-27).
 */
import type { ConstantValues } from '../../../preload/contract'

export interface Specialised {
  source: string
  folded: readonly string[]
  branchesRemoved: number
  loopsUnrolled: number
}

/** What the driver's compiler can do; in the product it transforms the parsed shader. */
export interface ShaderCompiler {
  specialise(source: string, constants: ConstantValues): Specialised
  /** modelled operations per pixel with these values bound (BP-31) */
  operationsOf(source: string, constants: ConstantValues): number
}

export interface Variant {
  readonly id: number
  /** the constants that are folded in */
  readonly constants: ConstantValues
  readonly source: string
  readonly installedAt: number
  readonly branchesRemoved: number
  readonly loopsUnrolled: number
  hits: number
  /** with these bound, of which those that are folded in are what they are */
  operations(values: ConstantValues): number
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
}

/** What to compile for a set of constants. */
export interface Plan {
  readonly constants: ConstantValues
  readonly stage: number
  readonly operations: number
  readonly description: string
}

interface Entry {
  readonly values: ConstantValues
  count: number
  /** how much of it is folded in: stages compiled, or being compiled */
  stage: number
  pending: boolean
}

export class PipelineState implements Pipeline {
  readonly name: string
  readonly effect: string
  readonly pass: number
  readonly source: string
  readonly variants: Variant[] = []
  /** what a task holds: it does not keep the PSO alive (BP-27) */
  readonly shared: { pipeline: PipelineState | null } = { pipeline: this }
  draws = 0
  finishedDraws = 0
  tuning = 0
  private total = 0
  private sampledEver = 0
  private measured = false
  private readonly entries = new Map<string, Entry>()
  private readonly costs = new Map<string, number>()
  /** names of the constants that each stage folds in, besides those of the stage before */
  private readonly stages: readonly (readonly string[])[]
  /** what variants fold in that are installed or being compiled; different draws may share one */
  private readonly planned = new Set<string>()
  private nextVariant = 1

  constructor(
    readonly id: number,
    row: { name: string; effect: string; pass: number; source: string; constants: Readonly<Record<string, string>> },
    private readonly compiler: ShaderCompiler,
  ) {
    this.name = row.name
    this.effect = row.effect
    this.pass = row.pass
    this.source = row.source
    this.stages = stagesOf(row.constants)
  }

  get sampled(): number {
    return this.sampledEver
  }

  /** Draws were looked at since the driver last acted on what it saw. */
  get wasMeasured(): boolean {
    return this.measured || this.stages.length === 0
  }

  /** A draw binds these values. @returns the variant that matches, the one with most folded in; null: the general shader */
  bind(values: ConstantValues): { key: string; operations: number; variant: Variant | null } {
    const key = keyOf(values)
    const entry = this.entries.get(key)
    if (entry === undefined) this.entries.set(key, { values, count: 0, stage: 0, pending: false })
    this.draws++
    const operations = this.cost(key, this.source, values)
    const variant = this.matching(values)
    if (variant !== null) variant.hits++
    return { key, operations, variant }
  }

  operationsWith(values: ConstantValues): number {
    return this.cost(keyOf(values), this.source, values)
  }

  private matching(values: ConstantValues): Variant | null {
    let best: Variant | null = null
    for (const variant of this.variants) {
      const matches = Object.entries(variant.constants).every(([name, value]) => same(value, values[name]))
      if (!matches) continue
      if (best === null || Object.keys(variant.constants).length > Object.keys(best.constants).length) best = variant
    }
    return best
  }

  sample(key: string): void {
    const entry = this.entries.get(key)
    if (entry === undefined) return
    entry.count++
    this.total++
    this.sampledEver++
    this.measured = true
  }

  samplesOf(key: string): number {
    return this.entries.get(key)?.count ?? 0
  }

  /** Sets of constants that make up at least this share of the samples, the most frequent first (BP-08). */
  candidates(share: number): string[] {
    const { total } = this
    const frequent = [...this.entries].filter(([, { count }]) => count > 0 && count >= share * total)
    return frequent.sort(([, a], [, b]) => b.count - a.count).map(([key]) => key)
  }

  /** Variants, those that are being compiled included. */
  get variantsPlanned(): number {
    return this.planned.size
  }

  /** A stage that another set of constants has led to already is done. */
  hasNextStage(key: string): boolean {
    const entry = this.entries.get(key)
    if (entry === undefined) return false
    const isPlanned = (): boolean => this.planned.has(keyOf(this.folded(entry).constants))
    while (entry.stage < this.stages.length && isPlanned()) entry.stage++
    return entry.stage < this.stages.length
  }

  /** What the next stage folds in. */
  private folded({ values, stage }: Entry): { names: string[]; constants: ConstantValues } {
    const names = this.stages.slice(0, stage + 1).flat()
    const constants = Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
    return { names, constants }
  }

  isPending(key: string): boolean {
    return this.entries.get(key)?.pending ?? false
  }

  /** Something is queued or compiled for it: what it comes to has not been seen yet (BP-14). */
  get isCompiling(): boolean {
    for (const { pending } of this.entries.values()) if (pending) return true
    return false
  }

  /** The next stage for a set of constants: what it folds in. */
  plan(key: string): Plan {
    const entry = this.entries.get(key) as Entry
    const { names, constants } = this.folded(entry)
    const { stage, values } = entry
    const operations = this.cost(key, this.source, values)
    return { constants, stage: stage + 1, operations, description: `folds ${names.join(', ')}` }
  }

  acted(key: string, { constants }: Plan): void {
    const entry = this.entries.get(key) as Entry
    this.total -= entry.count
    entry.count = 0
    entry.pending = true
    this.planned.add(keyOf(constants))
    this.measured = false
  }

  /** The task was cancelled: what it would have done may be done later. */
  giveUp(key: string, { constants }: Plan): void {
    this.planned.delete(keyOf(constants))
    const entry = this.entries.get(key)
    if (entry !== undefined) entry.pending = false
  }

  /** @returns null when the compiler can do nothing with it */
  install(key: string, plan: Plan, compiler: ShaderCompiler, now: number): Variant | null {
    const entry = this.entries.get(key)
    if (entry === undefined) return null
    entry.pending = false
    entry.stage = plan.stage
    const { source, branchesRemoved, loopsUnrolled } = compiler.specialise(this.source, plan.constants)
    const id = this.nextVariant++
    const operations = (values: ConstantValues): number => this.cost(`${id} ${keyOf(values)}`, source, values)
    const { constants } = plan
    const variant: Variant = {
      id,
      constants,
      source,
      installedAt: now,
      branchesRemoved,
      loopsUnrolled,
      hits: 0,
      operations,
    }
    this.variants.push(variant)
    return variant
  }

  /** Measurements are dropped; variants and queued tasks are results and stay (BP-11). */
  discard(): void {
    for (const entry of this.entries.values()) entry.count = 0
    this.total = 0
    this.finishedDraws = 0
    this.measured = false
  }

  private cost(key: string, source: string, values: ConstantValues): number {
    const known = this.costs.get(key)
    if (known !== undefined) return known
    const cost = this.compiler.operationsOf(source, values)
    this.costs.set(key, cost)
    return cost
  }
}

/** First what decides branches and loops; with that in place the rest is worth folding (BP-14). */
function stagesOf(constants: Readonly<Record<string, string>>): string[][] {
  const names = Object.keys(constants)
  const deciding = names.filter((name) => /^(int|uint|bool)$/.test(constants[name] as string))
  const others = names.filter((name) => !deciding.includes(name))
  return [deciding, others].filter((stage) => stage.length > 0)
}

function keyOf(values: ConstantValues): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function same(a: readonly number[], b: readonly number[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
}
