/** Where keys lead in the heap map. Pure. */
import type { HeapBlockView } from '../../../../preload/contract'
import { rangeAt } from '../../../store/heap-ranges'
import type { HeapCursor } from '../../../store/tabs/defragmentation'
import type { HeapLayout } from './layout'

export type HeapStep = 'previous' | 'next' | 'up' | 'down' | 'first' | 'last' | 'pageUp' | 'pageDown'

/** The block and range that a cursor is on; null: its block is gone. */
export function rangeOfCursor(
  layout: HeapLayout,
  cursor: HeapCursor | null,
): { block: HeapBlockView; range: number } | null {
  const row = cursor === null ? undefined : layout.rows[layout.rowOf.get(cursor.block) ?? -1]
  if (cursor === null || row?.kind !== 'block') return null
  const range = rangeAt(row.block, cursor.offset)
  return range < 0 ? null : { block: row.block, range }
}

/** The range that a step leads to: the first of all without one before. @param page rows of a page */
export function stepped(
  layout: HeapLayout,
  cursor: HeapCursor | null,
  step: HeapStep,
  page: number,
): HeapCursor | null {
  const here = rangeOfCursor(layout, cursor)
  if (here === null || cursor === null) return firstOf(layout)
  const { block, range } = here
  const to = (at: number): HeapCursor => ({ block: block.id, offset: block.offsets[at] ?? 0 })
  switch (step) {
    case 'previous':
      return range > 0 ? to(range - 1) : (endOf(blockFrom(layout, block, -1)) ?? cursor)
    case 'next':
      return range + 1 < block.offsets.length ? to(range + 1) : (startOf(blockFrom(layout, block, 1)) ?? cursor)
    case 'first':
      return to(0)
    case 'last':
      return to(block.offsets.length - 1)
    default: {
      const rows = step === 'up' ? -1 : step === 'down' ? 1 : step === 'pageUp' ? -page : page
      const other = blockFrom(layout, block, rows)
      return other === null ? cursor : { block: other.id, offset: Math.min(cursor.offset, Math.max(0, other.size - 1)) }
    }
  }
}

const startOf = (block: HeapBlockView | null): HeapCursor | null =>
  block === null ? null : { block: block.id, offset: 0 }

const endOf = (block: HeapBlockView | null): HeapCursor | null =>
  block === null ? null : { block: block.id, offset: Math.max(0, block.size - 1) }

function firstOf({ rows }: HeapLayout): HeapCursor | null {
  const row = rows.find(({ kind }) => kind === 'block')
  return row?.kind === 'block' ? startOf(row.block) : null
}

/** The block so many rows further, headings left out; the outermost where there are fewer; null: it is there already. */
function blockFrom({ rows, rowOf }: HeapLayout, from: HeapBlockView, by: number): HeapBlockView | null {
  const direction = Math.sign(by)
  let left = Math.abs(by)
  let found: HeapBlockView | null = null
  for (let at = (rowOf.get(from.id) ?? 0) + direction; left > 0 && at >= 0 && at < rows.length; at += direction) {
    const row = rows[at]!
    if (row.kind !== 'block') continue
    found = row.block
    left--
  }
  return found
}
