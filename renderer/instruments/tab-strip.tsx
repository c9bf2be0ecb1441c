import { ChevronsRight } from 'lucide-react'
import { DropdownMenu, Tabs } from 'radix-ui'
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { setInterface, type Tab, useStore } from '../store/store'
import { counted, formatCount } from '../widgets/format'

/** The most that a badge shows; the menu has the whole number. */
const MOST_IN_BADGE = 99

export interface TabEntry {
  value: Tab
  label: string
  /** shown where not all would have room; its name stays the label [label] */
  short?: string
  /** left out: it has no badge */
  count?: number
  /** what is counted asks for attention */
  warn?: boolean
}

/** The share of a tab that must be in sight for it to be shown: one that is cut off would be worse than none. */
const WHOLE = 0.98

/** Which tabs are not wholly in sight. */
function useHidden(list: RefObject<HTMLDivElement | null>): ReadonlySet<string> {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (list.current === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) =>
        setHidden((before) => {
          const next = new Set(before)
          for (const { target, intersectionRatio } of entries) {
            const name = (target as HTMLElement).dataset.tab ?? ''
            if (intersectionRatio < WHOLE) next.add(name)
            else next.delete(name)
          }
          return next
        }),
      { root: list.current, threshold: [0, WHOLE] },
    )
    for (const tab of list.current.querySelectorAll('[data-tab]')) observer.observe(tab)
    return () => observer.disconnect()
  }, [list])
  return hidden
}

/** Scrolls the strip alone: `scrollIntoView` would also move the place from which Tab goes on. */
function reveal(tab: HTMLElement | null): void {
  const list = tab?.parentElement ?? null
  if (tab === null || list === null) return
  const [left, right] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth]
  if (left < list.scrollLeft) list.scrollLeft = left
  else if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth
}

/**
 * Keys that come to the strip go on to the tab that is shown. Radix does that itself, except after a press on a tab: it
 * takes the next focus for a part of that press, and the strip itself kept it, where nothing shows it.
 */
function enter({ target, currentTarget }: FocusEvent<HTMLDivElement>): void {
  if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
}

/** All tabs side by side in one row, whose widths never change; what finds no room is in the menu at its end. */
export function TabStrip({ tabs }: { tabs: readonly TabEntry[] }) {
  const list = useRef<HTMLDivElement>(null)
  const hidden = useHidden(list)
  const tab = useStore((store) => store.tab)
  useEffect(() => {
    const strip = list.current
    if (strip === null) return
    const show = (): void => reveal(strip.querySelector<HTMLElement>(`[data-tab="${tab}"]`))
    show()
    // a panel that opens beside it leaves less room
    const observer = new ResizeObserver(show)
    observer.observe(strip)
    return () => observer.disconnect()
  }, [tab])
  return (
    <div className="tab-strip" data-pane>
      <Tabs.List ref={list} className="tab-list" aria-label="Instruments" onFocus={enter}>
        {tabs.map(({ value, label, short = label, count, warn = false }) => (
          <Tabs.Trigger
            key={value}
            className={hidden.has(value) ? 'tab tab-hidden' : 'tab'}
            value={value}
            data-tab={value}
            // Radix has the one that had the focus last, which would be shown instead of one that a button has opened
            tabIndex={value === tab ? 0 : -1}
            aria-label={label}
            aria-description={count === undefined || count === 0 ? undefined : counted(count, 'entry', 'entries')}
            onFocus={(event) => reveal(event.currentTarget)}
          >
            <span className="tab-label tab-full" data-label={label}>
              {label}
            </span>
            {/* drawn by the style sheet: half a word is no name */}
            <span className="tab-label tab-short" data-label={short} />
            {count !== undefined && <Badge count={count} warn={warn} />}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <More tabs={tabs} hidden={hidden} />
    </div>
  )
}

/** Drawn by the style sheet: it describes the tab and is no part of its name. Its room is kept also while there is none. */
function Badge({ count, warn }: { count: number; warn: boolean }) {
  const shown = count > MOST_IN_BADGE ? `${MOST_IN_BADGE}+` : count
  const look = warn ? 'count count-warn' : 'count'
  return <span className={look} data-count={shown} data-empty={count === 0} />
}

function More({ tabs, hidden }: { tabs: readonly TabEntry[]; hidden: ReadonlySet<string> }) {
  const asks = tabs.some(({ value, count = 0, warn }) => warn === true && count > 0 && hidden.has(value))
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          className="icon-button tab-more"
          aria-label="More instruments"
          title={asks ? 'More instruments: there are findings' : 'More instruments'}
          data-asks={asks}
          data-needed={hidden.size > 0}
        >
          <ChevronsRight aria-hidden="true" size={15} />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu tab-menu" align="end" sideOffset={4} aria-label="Instruments">
        {tabs.map(({ value, label, count = 0 }) => (
          <DropdownMenu.Item key={value} className="tab-menu-item" onSelect={() => setInterface({ tab: value })}>
            <span>{label}</span>
            {count > 0 && <span className="muted">{formatCount(count)}</span>}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
