/** PSOs as the main process sends them, for tests of the preview. */
import type { ConstantValues, PipelineView, VariantView } from '../../../../preload/contract'

export function variantOf(id: number, constants: ConstantValues, source = `variant ${id}`): VariantView {
  return {
    id,
    constants,
    folded: Object.keys(constants),
    kept: [],
    source,
    installedAt: 0,
    hits: 0,
    branchesRemoved: 0,
    loopsUnrolled: 0,
    operations: 10,
    matches: true,
  }
}

/** @param reads what each pass declares to read, one list a pass */
export function pipelinesOf(
  effect: string,
  reads: readonly (readonly string[])[],
  changes: Partial<PipelineView> = {},
): PipelineView[] {
  return reads.map((names, pass) => ({
    id: pass,
    effect,
    pass,
    name: `${effect}/${pass}`,
    source: names.map((name) => `uniform ${name === 'uStrength' ? 'float' : 'sampler2D'} ${name};`).join('\n'),
    operations: 40,
    constants: {},
    draws: 1,
    sampled: 0,
    usable: [],
    variants: [],
    ...changes,
  }))
}
