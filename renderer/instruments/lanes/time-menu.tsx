/** The menu of a moment on any axis of time: what the cursor's bar offers, and what else one does with a moment. */
import { ContextMenu } from 'radix-ui'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { setMoment, setRange } from '../../store/cursor/cursor'
import { compareFrom, MOMENT_ACTIONS } from '../../store/cursor/moment-actions'
import { toast, useStore } from '../../store/store'
import { copyText } from '../../widgets/copy'
import { type CopiedRow, placeOf, rowAt } from '../../widgets/copy-row'
import { formatTime } from '../../widgets/format'

interface Props {
  /** the moment at a place of the window, px, in µs; null: nothing is drawn there yet */
  momentAt(clientX: number): number | null
  /** one element */
  children: ReactNode
}

/** The right button, Shift+F10 and the menu key open it: by keys at the cursor, or at the newest moment. */
export function TimeMenu({ momentAt, children }: Props) {
  const [t, setT] = useState(0)
  const [row, setRow] = useState<CopiedRow | null>(null)
  const onContextMenu = (event: MouseEvent): void => {
    const { moment, view } = useStore.getState()
    const place = placeOf(event)
    const at = place === null ? moment : momentAt(place.x)
    setRow(event.target instanceof Element ? rowAt(event.target, place) : null)
    setT(Math.min(view.clock.now, Math.max(0, Math.round(at ?? view.clock.now))))
  }
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild onContextMenu={onContextMenu}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" aria-label="Menu of the moment" collisionPadding={8}>
          <Items t={t} row={row} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

function Items({ t, row }: { t: number; row: CopiedRow | null }) {
  // as it was when the menu opened: what is chosen changes it
  const { moment } = useRef(useStore.getState()).current
  const isReached = useStore((state) => t < state.view.clock.now)
  const offered = MOMENT_ACTIONS.filter(({ isOffered }) => isOffered?.(useStore.getState(), t) !== false)
  return (
    <>
      <ContextMenu.Label className="menu-label">{formatTime(t)}</ContextMenu.Label>
      <Item label="Put the cursor here" onSelect={() => setMoment(t)} />
      <Item
        label={moment === null ? 'Mark a range from the cursor' : `Mark the range from ${formatTime(moment)}`}
        disabled={moment === null || moment === t}
        onSelect={() => moment !== null && setRange(moment, t)}
      />
      {row !== null && (
        <Item label="Copy the row" onSelect={() => copyText(row.text, row.html) && toast('info', 'Copied the row')} />
      )}
      <Item
        label="Copy the time"
        onSelect={() => copyText(formatTime(t)) && toast('info', `Copied ${formatTime(t)}`)}
      />
      <ContextMenu.Separator className="menu-line" />
      {offered.map(({ id, label, run }) => (
        <Item key={id} label={label} onSelect={() => run(t)} />
      ))}
      <Item label="Compare from here on…" disabled={!isReached} onSelect={() => compareFrom(t)} />
    </>
  )
}

function Item({ label, disabled = false, onSelect }: { label: string; disabled?: boolean; onSelect(): void }) {
  return (
    <ContextMenu.Item className="menu-item" disabled={disabled} onSelect={onSelect}>
      {label}
    </ContextMenu.Item>
  )
}
