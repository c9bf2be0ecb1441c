import { expect, it } from 'vitest'
import { type Column, tableText } from '../../../main/cli/table'

interface Row {
  name: string
  bytes: number
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'heap', align: 'left', text: ({ name }) => name },
  { heading: 'bytes', align: 'right', text: ({ bytes }) => String(bytes) },
]

it('aligns each column by its widest cell, numbers to the right, two spaces between them', () => {
  const rows = [
    { name: 'a', bytes: 1_048_576 },
    { name: 'upload', bytes: 7 },
  ]
  expect(tableText(COLUMNS, rows)).toBe('heap      bytes\na       1048576\nupload        7\n')
})

it('leaves no spaces at the end of a line', () => {
  const columns: Column<Row>[] = [...COLUMNS].reverse()
  const rows = [
    { name: 'long', bytes: 1 },
    { name: '', bytes: 22 },
  ]
  expect(tableText(columns, rows)).toBe('bytes  heap\n    1  long\n   22\n')
})

it('has its headings where there are no rows', () => {
  expect(tableText(COLUMNS, [])).toBe('heap  bytes\n')
})
