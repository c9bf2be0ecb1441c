/** Which variants of a PSO its draws may use: what the driver says, so that what is drawn and shown is what it models. */
import type { PipelineView, VariantView } from '../../preload/contract'

/** Those that draws may use with the constants bound now; they use the first (BP-25, BP-26, BP-31). */
export function usableVariants({ usable, variants }: Pick<PipelineView, 'usable' | 'variants'>): VariantView[] {
  return usable.flatMap((id) => variants.find((variant) => variant.id === id) ?? [])
}
