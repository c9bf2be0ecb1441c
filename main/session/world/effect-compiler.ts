/** The driver's compiler, as every simulated system has it. */
import { LRUCache } from 'lru-cache'
import type { ConstantValues } from '../../../preload/contract/specs'
import { CostModel, forgetParsed, KEPT_SOURCES, specialise, weightOf } from '../../drivers/umd/glsl'
import type { ShaderCompiler } from '../../drivers/umd/pipeline-state'
import { BUILT_IN_EFFECTS } from '../../editor/effects/catalogue'

/** Models by source: a model looks at all of a shader, which takes milliseconds, and what it says never changes. */
const models = new LRUCache<string, CostModel>({ maxSize: KEPT_SOURCES, sizeCalculation: weightOf })

function modelOf(source: string): CostModel {
  const model = models.get(source) ?? new CostModel(source)
  models.set(source, model)
  return model
}

/** Variants, by source and what is folded in: what is compiled again, as in a run that is repeated, comes out the same. */
const variants = new LRUCache<string, ReturnType<typeof specialise>>({ max: 256 })

function variantOf(source: string, constants: ConstantValues): ReturnType<typeof specialise> {
  const key = [...Object.entries(constants).map(([name, values]) => `${name}=${values.map(exactly)}`), source].join(
    '\n',
  )
  const made = variants.get(key) ?? specialise(source, constants)
  variants.set(key, made)
  return made
}

/** A number so that no other reads the same: -0 is not 0. */
function exactly(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Gives back what is remembered of shaders: it is made again, the same, where it is needed. */
export function forgetCompiled(): void {
  models.clear()
  variants.clear()
  forgetParsed()
}

export const compiler: ShaderCompiler = { specialise: variantOf, costModel: modelOf }

/**
 * Parses the shaders of the built-in effects, one at each step: a first press need not wait for it. What is parsed is
 * remembered by its source; nothing in a run depends on it.
 */
export function* warmUp(): Generator<void> {
  for (const { passes } of BUILT_IN_EFFECTS)
    for (const { source } of passes) {
      modelOf(source)
      yield
    }
}
