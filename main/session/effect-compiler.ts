/** The driver's compiler, as every simulated system has it. */
import { operationsOf, specialise } from '../drivers/umd/glsl'
import type { ShaderCompiler } from '../drivers/umd/pipeline-state'

export const compiler: ShaderCompiler = {
  specialise: (source, constants) => specialise(source, constants),
  operationsOf,
}
