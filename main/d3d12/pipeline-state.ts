/**
 * ID3D12PipelineState: one pass of an effect, as the app has it of its device. Draws that are recorded with it go to the
 * driver of that device alone, and what the driver made of it is shown here (BP-22, BP-24, BP-26).
 */
import type { ConstantValues } from '../../preload/contract/specs'
import type { Pipeline } from '../drivers/umd/pipeline-state'
import type { Draw, UserModeDriver } from '../drivers/umd/user-mode-driver'

/** What a pass is made of: its general fragment shader, and the types of its constants by name. */
export interface PipelineStateDesc {
  readonly name: string
  readonly effect: string
  /** index among the effect's passes */
  readonly pass: number
  readonly source: string
  readonly constants: Readonly<Record<string, string>>
}

/** What the driver has compiled for a pipeline state, for draws that bind certain values (BP-25 to BP-27). */
export interface ShaderVariant {
  readonly id: number
  /** what a draw has to bind for it */
  readonly constants: ConstantValues
  /** names of those that are literals in it, and of those that it still reads as uniforms */
  readonly folded: readonly string[]
  readonly kept: readonly string[]
  readonly source: string
  /** µs */
  readonly installedAt: number
  readonly branchesRemoved: number
  readonly loopsUnrolled: number
  /** draws that used it */
  readonly hits: number
  /** number of the PSO's draw that used it last, or after which it came */
  readonly usedAt: number
  /** modelled operations per pixel with these bound */
  operations(values: ConstantValues): number
}

/** A pipeline state as the driver has it. */
export interface CompiledPipeline {
  readonly id: number
  readonly name: string
  readonly effect: string
  /** draws that were recorded with it, and those of them that the driver has looked at */
  readonly draws: number
  readonly sampled: number
  readonly variants: readonly ShaderVariant[]
}

/** A draw in a command list. */
export interface RecordedDraw {
  /** its time as a share of the general shader's, undisturbed */
  readonly factor: number
  /** operations of the general shader: its weight among the draws of a list */
  readonly operations: number
  /** the GPU has finished it: the driver may look at it (BP-22) */
  finished(): void
}

/** An object of its own, not a function: what was drawn last is kept, in checkpoints too. */
class Recorded implements RecordedDraw {
  readonly factor: number
  readonly operations: number

  constructor(
    private readonly driver: UserModeDriver,
    private readonly draw: Draw,
  ) {
    this.factor = draw.factor
    this.operations = draw.operations
  }

  finished(): void {
    this.driver.finished(this.draw)
  }
}

export class PipelineState {
  private readonly made: Pipeline
  /** what was recorded last, and of which draw of the driver's */
  private last: { readonly draw: Draw; readonly recorded: RecordedDraw } | null = null

  constructor(
    private readonly driver: UserModeDriver,
    readonly desc: PipelineStateDesc,
  ) {
    this.made = driver.createPipelineState(desc)
  }

  /** of its device's, from 1 */
  get id(): number {
    return this.made.id
  }

  /** How many `draws` were recorded with it, and how many of them, `sampled`, the driver has looked at. */
  get counts(): { readonly draws: number; readonly sampled: number } {
    return this.made
  }

  /** What draws may use in place of the general shader, in the order in which they were installed. */
  get variants(): readonly ShaderVariant[] {
    return this.made.variants
  }

  /** Variants that draws with these constants may use, the one that they do use first (BP-25, BP-26, BP-31). */
  usableVariants(constants: ConstantValues): readonly ShaderVariant[] {
    return this.made.usable(constants)
  }

  /** Modelled operations per pixel of the general shader with these constants bound (BP-31). */
  operationsWith(constants: ConstantValues): number {
    return this.made.operationsWith(constants)
  }

  /** A draw with these constants is recorded. @returns null when it was released, or its device is gone: nothing is drawn */
  record(constants: ConstantValues): RecordedDraw | null {
    const draw = this.driver.draw(this.made, constants)
    if (draw === null) return null
    if (this.last?.draw === draw) return this.last.recorded
    const recorded = new Recorded(this.driver, draw)
    this.last = { draw, recorded }
    return recorded
  }

  /** Its last reference: what is compiled for it finds that it is gone (BP-24, BP-27). */
  release(): void {
    this.driver.destroyPipelineState(this.made)
  }
}
