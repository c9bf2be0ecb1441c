/** How the cells of a comparison's table are written on the command line and in the report (LB-04); the page has its own formats. */
import { COMPARED, type ComparedKey, type VariantRow } from '../../../../preload/contract'
import { bytesText, timeText } from '../../quantity-text'

/** One cell; `–`: there is nothing to say. */
export function cellText(row: VariantRow, key: ComparedKey): string {
  const value = row[key]
  if (value === null) return '–'
  if (key === 'findingsCount') return findingsText(row)
  const { unit } = COMPARED.find((column) => column.key === key) ?? { unit: 'count' }
  switch (unit) {
    case 'bytes':
      return bytesText(value)
    case 'byte-seconds':
      return `${bytesText(value)}·s`
    case 'times':
      return `${value.toFixed(2)} ×`
    case 'µs':
      return timeText(value)
    default:
      return String(value)
  }
}

/** `TN-12 ×2, RS-01 ×1` */
export function findingsText({ findings }: Pick<VariantRow, 'findings'>): string {
  return findings.length === 0 ? 'none' : findings.map(({ rule, count }) => `${rule} ×${count}`).join(', ')
}
