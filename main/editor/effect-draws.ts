/** What effects draw with: their pipeline state objects, made when they are first applied, and the constants bound to them. */
import type { ConstantValues } from '../../preload/contract/specs'
import type { Device } from '../d3d12/device'
import type { HResultName } from '../d3d12/hresult'
import type { PipelineState } from '../d3d12/pipeline-state'
import type { EditorHooks, EffectPipelines, EffectState } from './editor-options'
import type { ShaderCatalogue } from './effect-shaders'
import { isInRange } from './effects/built-in-effect'
import { builtInEffect } from './effects/catalogue'

interface Draw {
  readonly pipeline: PipelineState
  readonly constants: ConstantValues
}

export class EffectDraws {
  /** what is bound; other values are other pipelines: a played frame asks sixty times a second, and goes by which object it is */
  private readonly draws = new WeakMap<EffectPipelines, readonly Draw[]>()

  /** effects that keyframes have given values which are not their own */
  private readonly animated = new WeakSet<EffectState>()

  constructor(
    private readonly device: () => Device,
    private readonly shaders: ShaderCatalogue,
    private readonly hooks: EditorHooks | undefined,
  ) {}

  /** One draw per pass, with the constants that are bound now. */
  of(state: EffectState): readonly Draw[] {
    // media are copied, not drawn
    if (state.spec.clip !== undefined) return []
    this.pipelinesOf(state)
    return this.bound(state)
  }

  /** The PSOs of an effect, each with what it binds now; none before it was first applied. */
  bound({ pipelines }: EffectState): readonly Draw[] {
    if (pipelines === null) return []
    const known = this.draws.get(pipelines)
    if (known !== undefined) return known
    const { passes, values } = pipelines
    const draws = passes.map(({ pipeline, names }) => ({
      pipeline,
      constants: Object.fromEntries(names.map((name) => [name, values[name] as number[]])),
    }))
    this.draws.set(pipelines, draws)
    return draws
  }

  private pipelinesOf(state: EffectState): EffectPipelines {
    if (state.pipelines !== null) return state.pipelines
    const { spec } = state
    const shaders = this.shaders(spec)
    const passes = (shaders?.passes ?? []).map(({ name, source, constants }, pass) => {
      const row = { name: `${spec.name}/${name}`, effect: spec.name, pass, source, constants }
      return { pipeline: this.device().createPipelineState(row), names: Object.keys(constants) }
    })
    state.pipelines = { passes, values: { ...shaders?.values, ...spec.constants } }
    this.hooks?.pipelinesChanged?.()
    return state.pipelines
  }

  /**
   * The next application binds them.
   * @returns S_OK · E_INVALIDARG: a constant that it does not have, of another size, out of its range, or not whole where
   * the shader takes whole numbers
   */
  setConstants(state: EffectState, constants: ConstantValues): HResultName {
    const pipelines = this.pipelinesOf(state)
    const { values } = pipelines
    const declared = builtInEffect(state.spec.shader ?? state.spec.name).constants
    const fits = ([constant, value]: [string, number[]]): boolean =>
      Object.hasOwn(values, constant) &&
      values[constant]?.length === value.length &&
      isInRange(
        value,
        declared.find((one) => one.name === constant),
      )
    if (!Object.entries(constants).every(fits)) return 'E_INVALIDARG'
    // another object: who has drawn with the ones before keeps those
    state.pipelines = { ...pipelines, values: { ...values, ...constants } }
    state.spec = { ...state.spec, constants: { ...state.spec.constants, ...constants } }
    this.hooks?.pipelinesChanged?.()
    this.hooks?.effectsChanged?.()
    return 'S_OK'
  }

  /**
   * For the next application: what keyframes say at its moment, as the constants take it. The effect's own values stay, and
   * hold again where no keyframe says otherwise. Other values are other variants, as a person's are (BP-26).
   * @param values of constants that the effect has; others change nothing
   */
  animate(state: EffectState, values: ConstantValues): void {
    const isAnimated = Object.keys(values).length > 0
    if (state.spec.clip !== undefined || (!isAnimated && !this.animated.has(state))) return
    const pipelines = this.pipelinesOf(state)
    const now = { ...this.ownConstantsOf(state), ...taken(state.spec, values) }
    if (isAnimated) this.animated.add(state)
    else this.animated.delete(state)
    if (JSON.stringify(now) === JSON.stringify(pipelines.values)) return
    state.pipelines = { ...pipelines, values: now }
    this.hooks?.pipelinesChanged?.()
  }

  /** What an effect has where no keyframe says otherwise. */
  ownConstantsOf({ spec }: EffectState): ConstantValues {
    return { ...this.shaders(spec)?.values, ...spec.constants }
  }

  /** What an effect binds now, another object after every change; its own values before it was first applied. */
  constantsOf(state: EffectState): ConstantValues {
    return state.pipelines?.values ?? this.ownConstantsOf(state)
  }
}

/** Within its range and whole where a constant takes whole numbers: a value between two keyframes may be neither. */
function taken({ name, shader }: EffectState['spec'], values: ConstantValues): ConstantValues {
  const { constants } = builtInEffect(shader ?? name)
  const known = constants.flatMap(({ name: constant, type, min, max, default: usual }): [string, number[]][] => {
    const value = values[constant]
    if (value === undefined || value.length !== usual.length) return []
    const isWhole = type === 'int' || type === 'bool'
    return [[constant, value.map((one) => Math.min(max, Math.max(min, isWhole ? Math.round(one) : one)))]]
  })
  return Object.fromEntries(known)
}
