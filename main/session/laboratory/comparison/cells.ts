/** How the cells of a comparison's table are written on the command line and in the report (LB-04). */
import {
  type CellFormats,
  type ComparedKey,
  findingsCell,
  formatBytes,
  formatCount,
  formatDuration,
  type PreemptionKey,
  type VariantRow,
  variantCell,
} from '../../../../preload/contract'

const FORMATS: CellFormats = { bytes: formatBytes, time: formatDuration, count: formatCount }

/** One cell; `–`: there is nothing to say. */
export function cellText(row: VariantRow, key: ComparedKey | PreemptionKey): string {
  return variantCell(row, key, FORMATS)
}

/** `TN-12 ×2, RS-01 ×1` */
export function findingsText({ findings }: Pick<VariantRow, 'findings'>): string {
  return findings.length === 0 ? 'none' : findingsCell(findings, FORMATS)
}
