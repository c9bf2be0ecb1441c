/** The driver's compiler, as every simulated system has it. */
import { CostModel, specialise } from '../../drivers/umd/glsl'
import type { ShaderCompiler } from '../../drivers/umd/pipeline-state'
import { BUILT_IN_EFFECTS } from '../../editor/effects/catalogue'

export const compiler: ShaderCompiler = {
  specialise: (source, constants) => specialise(source, constants),
  costModel: (source) => new CostModel(source),
}

/**
 * Parses the shaders of the built-in effects, one at each step: a first press need not wait for it. What is parsed is
 * remembered by its source; nothing in a run depends on it.
 */
export function* warmUp(): Generator<void> {
  for (const { passes } of BUILT_IN_EFFECTS)
    for (const { source } of passes) {
      new CostModel(source)
      yield
    }
}
