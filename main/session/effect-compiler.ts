/** Where the app's shaders and the driver's compiler come from. */
import type { ShaderCompiler } from '../drivers/umd/pipeline-state'
import type { ShaderCatalogue } from '../editor/effect-shaders'

export const shadersOf: ShaderCatalogue = () => null

export const compiler: ShaderCompiler = {
  specialise: (source) => ({ source, folded: [], branchesRemoved: 0, loopsUnrolled: 0 }),
  operationsOf: () => 1,
}
