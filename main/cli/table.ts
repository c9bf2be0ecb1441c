/** A table of text: headings, aligned columns, two spaces between them. */

export interface Column<Row> {
  heading: string
  /** numbers stand right */
  align: 'left' | 'right'
  text(row: Row): string
}

/** Ends with a newline. */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = [columns.map(({ heading }) => heading), ...rows.map((row) => columns.map(({ text }) => text(row)))]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]!.length)))
  const lines = cells.map((line) =>
    line
      .map((cell, i) => (columns[i]!.align === 'left' ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}
