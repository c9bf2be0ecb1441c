import { useVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useRef } from 'react'

interface VirtualListProps<T> {
  /** the accessible name */
  label: string
  items: ArrayLike<T>
  keyOf(item: T): Key
  /** height in px that an item probably has; it is measured when it is drawn */
  estimate(item: T): number
  children(item: T): ReactNode
  itemClass?: string
}

/** A scrolling list of which only the items in sight are drawn. */
export function VirtualList<T>({ label, items, keyOf, estimate, children, itemClass = '' }: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(items[index]!),
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 6,
  })
  return (
    <div ref={scroller} className="panel-scroll">
      <ul className="virtual" aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => (
          <li
            key={row.key}
            ref={virtual.measureElement}
            data-index={row.index}
            className={`virtual-item ${itemClass}`}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {children(items[row.index]!)}
          </li>
        ))}
      </ul>
    </div>
  )
}
