/** A table of many rows of which one is chosen: only the rows in view exist, keys and clicks choose. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import './virtual-grid.css'

/** px, as in the style sheet */
const ROW_HEIGHT = 24

interface GridOptions {
  /** all rows */
  count: number
  /** what is chosen; null: nothing */
  chosenId: number | null
  /** its row; -1: it has none */
  at: number
  /** The id that a key leads to; undefined: the key means nothing here. @param page rows between Page Up and Page Down */
  targetOf(key: string, page: number): number | undefined
  choose(id: number): void
  /** the row that the time cursor is at, which is scrolled to; -1: none [none] */
  nearest?: number
}

export interface Grid extends Pick<GridOptions, 'count' | 'chosenId'> {
  scroll: RefObject<HTMLDivElement | null>
  /** rows in view, both included; `last` is less than `first` when there are none */
  first: number
  last: number
  isChosenInView: boolean
  onKeyDown(event: KeyboardEvent): void
  onClick(event: MouseEvent): void
}

/** px of a grid that shows so many rows and its head, up to eight: then it scrolls. */
export function gridHeight(rows: number): number {
  return (Math.min(rows, 8) + 1) * ROW_HEIGHT + 2
}

/**
 * Where a key leads from row `at`, Enter from none to the first; undefined: not a key of the grid.
 * @param at -1: from none
 * @param page rows between Page Up and Page Down
 */
export function keyTarget(key: string, at: number, rows: number, page: number): number | undefined {
  const end = rows - 1
  const targets: Record<string, number> = {
    ArrowDown: Math.min(end, at + 1),
    ArrowUp: Math.max(0, at - 1),
    PageDown: Math.min(end, at + page),
    PageUp: Math.max(0, at - page),
    Home: 0,
    End: end,
  }
  return key === 'Enter' && at < 0 ? 0 : targets[key]
}

/** Which rows are in view. Rows that can be chosen have their id in `data-id`. */
export function useVirtualGrid({ count, chosenId, at, targetOf, choose, nearest = -1 }: GridOptions): Grid {
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  })
  const place = useRef({ at, scrollToIndex: virtual.scrollToIndex })
  place.current = { at, scrollToIndex: virtual.scrollToIndex }
  // only a new choice scrolls, not a row that moves
  useEffect(() => {
    if (chosenId === null || place.current.at < 0) return
    place.current.scrollToIndex(place.current.at, { align: 'auto' })
    // the details that open below must not cover the table that is being used
    const table = scroll.current
    if (table?.contains(document.activeElement)) table.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  const scrolls = useRef(virtual.scrollToIndex)
  scrolls.current = virtual.scrollToIndex
  useEffect(() => {
    if (nearest >= 0) scrolls.current(nearest, { align: 'auto' })
  }, [nearest])
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  return {
    count,
    chosenId,
    scroll,
    first,
    last,
    isChosenInView: at >= first && at <= last,
    onKeyDown(event) {
      if (event.target !== event.currentTarget) return
      const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
      const id = targetOf(event.key, page)
      if (id === undefined) return
      event.preventDefault()
      if (id !== chosenId) choose(id)
    },
    onClick(event) {
      // text was selected, to be copied
      if (getSelection()?.isCollapsed === false) return
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-id]') : null
      if (row !== null) choose(Number(row.dataset.id))
    },
  }
}

interface VirtualGridProps {
  grid: Grid
  /** the accessible name */
  label: string
  className?: string
  /** rows have ids of their own in the document: this and their number */
  rowName: string
  columns: number
  head: ReactNode
  /** the rows from `grid.first` to `grid.last` */
  children: ReactNode
}

export function VirtualGrid({ grid, label, className = '', rowName, columns, head, children }: VirtualGridProps) {
  const { scroll, count, chosenId, first, last, isChosenInView, onKeyDown, onClick } = grid
  return (
    <div className="virtual-grid-scroll" ref={scroll}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen is a grid
        role="grid"
        className={`virtual-grid ${className}`}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-activedescendant={isChosenInView ? `${rowName}-${chosenId}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {head}
        <tbody>
          <Spacer height={first * ROW_HEIGHT} columns={columns} />
          {children}
          <Spacer height={(count - last - 1) * ROW_HEIGHT} columns={columns} />
        </tbody>
      </table>
    </div>
  )
}

/** The room of the rows that are not in view. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row that nothing can focus
    <tr aria-hidden="true" className="virtual-grid-spacer">
      <td style={{ height }} colSpan={columns} />
    </tr>
  )
}
