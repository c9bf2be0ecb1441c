import { DropdownMenu } from 'radix-ui'
import { useEffect, useState } from 'react'
import { actionsAt, type RowAction } from './row-actions'
import { toast } from './store/store'
import { copyText } from './widgets/copy'
import { type CopiedRow, placeOf, rowAt } from './widgets/copy-row'

interface Asked {
  /** px */
  x: number
  y: number
  row: CopiedRow | null
  actions: readonly RowAction[]
  /** '': none */
  selected: string
}

/** What the right button, Shift+F10 or the menu key was pressed on, where nothing has a menu of its own. */
function askedAt(event: MouseEvent): Asked | null {
  if (event.defaultPrevented || !(event.target instanceof Element)) return null
  const row = rowAt(event.target, placeOf(event))
  const selected = window.getSelection()?.toString() ?? ''
  const actions = actionsAt(event.target, placeOf(event))
  if (row === null && selected === '' && actions.length === 0) return null
  return { x: event.clientX, y: event.clientY, row, actions, selected }
}

function copied(what: string, isThere: boolean): void {
  if (isThere) toast('info', `Copied ${what}`)
}

/** The menu of every row and of selected text that has no other: what its allocation or effect offers, and Copy, as Ctrl+C does. */
export function RowMenu() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    const onContextMenu = (event: MouseEvent): void => {
      const next = askedAt(event)
      if (next === null) return
      event.preventDefault()
      setAsked(next)
    }
    // after what has a menu of its own, which says so by preventing this one
    window.addEventListener('contextmenu', onContextMenu)
    return () => window.removeEventListener('contextmenu', onContextMenu)
  }, [])
  if (asked === null) return null
  const { x, y, row, actions, selected } = asked
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && setAsked(null)}>
      <DropdownMenu.Trigger asChild>
        <span className="row-menu-place" style={{ left: x, top: y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          aria-label="Menu of the row"
          align="start"
          collisionPadding={8}
          // where the focus was, it stays
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {actions.map(({ text, run }) => (
            <DropdownMenu.Item key={text} className="menu-item" onSelect={run}>
              {text}
            </DropdownMenu.Item>
          ))}
          {selected !== '' && (
            <DropdownMenu.Item className="menu-item" onSelect={() => copied('the selected text', copyText(selected))}>
              Copy the selected text
            </DropdownMenu.Item>
          )}
          {row !== null && (
            <DropdownMenu.Item className="menu-item" onSelect={() => copied('the row', copyText(row.text, row.html))}>
              Copy the row
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
