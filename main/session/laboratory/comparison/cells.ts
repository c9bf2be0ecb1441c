/** How the cells of a comparison's table are written on the command line and in the report (LB-04). */
import {
  type CellFormats,
  type ComparedKey,
  findingsCell,
  type PreemptionKey,
  type VariantRow,
  variantCell,
} from '../../../../preload/contract'
import { bytesText, timeText } from '../../quantity-text'

const FORMATS: CellFormats = { bytes: bytesText, time: timeText, count: String }

/** One cell; `–`: there is nothing to say. */
export function cellText(row: VariantRow, key: ComparedKey | PreemptionKey): string {
  return variantCell(row, key, FORMATS)
}

/** `TN-12 ×2, RS-01 ×1` */
export function findingsText({ findings }: Pick<VariantRow, 'findings'>): string {
  return findings.length === 0 ? 'none' : findingsCell(findings, FORMATS)
}
