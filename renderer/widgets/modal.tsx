import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './modal.css'

interface ModalProps {
  title: string
  onClose(): void
  children: ReactNode
  className?: string
}

/**
 * A modal dialog on the platform's own <dialog>, which traps the focus, returns it and closes on Escape without
 * injecting styles (the content security policy allows no inline ones). Mounted means open.
 */
export function Modal({ title, onClose, children, className = '' }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useRef(onClose)
  close.current = onClose
  // before it is painted: the page that the window opens with is in the first frame
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    // the platform chooses the first control, which is Close: a person who opens a form wants to fill it in
    dialog?.querySelector<HTMLElement>('[data-first-focus] :is(input, select), button[data-first-focus]')?.focus()
    // a tooltip that is open below would take the key for itself
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !(event.target instanceof Node) || !dialog?.contains(event.target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      close.current()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      dialog?.close()
      // React removes the element before the platform could return the focus
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={`modal ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="modal-header">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </button>
      </header>
      {children}
    </dialog>
  )
}
