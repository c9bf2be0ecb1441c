/** What of a comparison's cells a table of text says otherwise than `variantCell` (LB-04). */
import { findingsCell, type VariantRow } from '../../../../preload/contract'

/** `TN-12 ×2, RS-01 ×1`; in place of nothing `none` */
export function findingsText({ findings }: Pick<VariantRow, 'findings'>): string {
  return findings.length === 0 ? 'none' : findingsCell(findings)
}
