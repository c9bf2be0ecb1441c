import { useVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useEffect, useRef } from 'react'

interface VirtualListProps<T> {
  /** the accessible name */
  label: string
  items: ArrayLike<T>
  keyOf(item: T): Key
  /** height in px that an item probably has; it is measured when it is drawn */
  estimate(item: T): number
  children(item: T): ReactNode
  itemClass?: string
  /** index of the item that the time cursor is at, which is scrolled to and marked; -1: none [none] */
  nearest?: number
}

/** A scrolling list of which only the items in sight are drawn. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, items, keyOf, estimate, children, itemClass = '', nearest = -1 } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(items[index]!),
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 6,
  })
  const marked = nearest < 0 ? null : keyOf(items[nearest]!)
  const place = useRef({ nearest, scrollToIndex: virtual.scrollToIndex })
  place.current = { nearest, scrollToIndex: virtual.scrollToIndex }
  // only another one scrolls, not one that moves as others come
  useEffect(() => {
    if (marked !== null) place.current.scrollToIndex(place.current.nearest, { align: 'auto' })
  }, [marked])
  return (
    <div ref={scroller} className="panel-scroll">
      <ul className="virtual" aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => (
          <li
            key={row.key}
            ref={virtual.measureElement}
            data-index={row.index}
            className={`virtual-item ${itemClass}${row.index === nearest ? ' is-nearest' : ''}`}
            aria-current={row.index === nearest ? 'time' : undefined}
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
