/** Which variants of a PSO its draws may use: as the driver chooses, so that what is drawn and shown is what it models. */
import type { ConstantValues, PipelineView, VariantView } from '../../preload/contract'

/** Whether a draw that binds these constants may use the variant (BP-26). */
export function matches(bound: ConstantValues, expected: ConstantValues): boolean {
  return Object.entries(expected).every(([name, value]) => sameValues(value, bound[name]))
}

/**
 * Variants that the constants bound now match and that cost no more than the general shader; what draws use is the
 * first: the cheapest by the model, of equal ones the one with most known, then the oldest (BP-25, BP-26, BP-31).
 */
export function usableVariants({ constants, operations, variants }: PipelineView): VariantView[] {
  const known = (variant: VariantView) => Object.keys(variant.constants).length
  return variants
    .filter((variant) => matches(constants, variant.constants) && variant.operations <= operations)
    .sort((a, b) => a.operations - b.operations || known(b) - known(a) || a.id - b.id)
}

/** Bit by bit: 0 and −0 are different constants (BP-25). */
export function sameValues(a: readonly number[], b: readonly number[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
}
