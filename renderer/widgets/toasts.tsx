import { CircleAlert, Info, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type FocusEvent, useEffect, useRef } from 'react'
import { Words } from '../glossary/rule-link'
import './toasts.css'

interface ToastsProps {
  toasts: readonly { id: number; tone: 'error' | 'info'; text: string; saved?: number }[]
  onDismiss(id: number): void
  /** @param saved number of a file */
  onShow(saved: number): void
}

/** Goes to them from anywhere. */
export const MESSAGES_KEY = 'F8'

/**
 * The list keeps the focus when its last message goes, where nothing is left to be seen: it returns to where it came from.
 * @param count of messages
 */
function useWayBack(count: number) {
  const list = useRef<HTMLOListElement>(null)
  const from = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (count === 0 && list.current?.contains(document.activeElement) === true) from.current?.focus()
  }, [count])
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) from.current = relatedTarget
  }
  return { ref: list, onFocus }
}

/** Messages that go away by themselves, errors later than the rest; hovering or focusing them stops the clock. */
export function Toasts({ toasts, onDismiss, onShow }: ToastsProps) {
  const wayBack = useWayBack(toasts.length)
  return (
    <Toast.Provider label="Message" swipeDirection="right">
      {toasts.map(({ id, tone, text, saved }) => (
        <Toast.Root
          key={id}
          className={`toast toast-${tone}`}
          type={tone === 'error' ? 'foreground' : 'background'}
          duration={tone === 'error' ? 12_000 : saved === undefined ? 5_000 : 8_000}
          onOpenChange={(open) => !open && onDismiss(id)}
        >
          {tone === 'error' ? <CircleAlert size={16} aria-hidden="true" /> : <Info size={16} aria-hidden="true" />}
          <Toast.Description className="toast-text">
            <Words>{text}</Words>
          </Toast.Description>
          {saved !== undefined && (
            <Toast.Action
              className="button toast-action"
              altText="Find it in the file manager of the system"
              onClick={() => onShow(saved)}
            >
              Show in folder
            </Toast.Action>
          )}
          <Toast.Close className="icon-button" aria-label="Dismiss">
            <X size={14} aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toasts" label="Messages ({hotkey})" hotkey={[MESSAGES_KEY]} {...wayBack} />
    </Toast.Provider>
  )
}
