/** The one writer of CSV (RFC 4180). */

/** A text, a number as it is, or nothing where it is not known. */
export type Field = string | number | boolean | null | undefined

/** @param rows their fields in the order of the head; null and undefined: not known, which is an empty field */
export function csvOf(head: readonly string[], rows: Iterable<readonly Field[]>): string {
  let text = csvRow(head)
  for (const row of rows) text += csvRow(row)
  return text
}

/** One row with its line end, for those that come one at a time. */
export function csvRow(row: readonly Field[]): string {
  return `${row.map(fieldOf).join(',')}\r\n`
}

/** What begins a formula: of the wide characters, where a spreadsheet's language has them. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** A text that a spreadsheet would take for a formula is kept a text. */
function fieldOf(field: Field): string {
  if (field === null || field === undefined) return ''
  if (typeof field !== 'string') return String(field)
  const safe = FORMULA.test(field) ? `'${field}` : field
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
