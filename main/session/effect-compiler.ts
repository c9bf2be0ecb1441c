/** Where the app's shaders and the driver's compiler come from. */
import { operationsOf, specialise } from '../drivers/umd/glsl'
import type { ShaderCompiler } from '../drivers/umd/pipeline-state'
import type { ShaderCatalogue } from '../editor/effect-shaders'

export const shadersOf: ShaderCatalogue = () => null

export const compiler: ShaderCompiler = {
  specialise: (source, constants) => specialise(source, constants),
  operationsOf,
}
