import { ChevronDown, ChevronRight } from 'lucide-react'
import { said } from '../../glossary/codes'

interface FoldButtonProps {
  label: string
  unfolded: boolean
  /** why it cannot be folded: what somebody has filled in is never hidden; undefined: it can */
  kept: string | undefined
  /** what is folded away */
  title?: string
  onFold(unfolded: boolean): void
}

/** Folds away those fields of a form that are seldom needed. */
export function FoldButton({ label, unfolded, kept, title, onFold }: FoldButtonProps) {
  const isKept = kept !== undefined
  const isOpen = unfolded || isKept
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="button"
      aria-expanded={isOpen}
      aria-disabled={isKept}
      {...said(isKept ? kept : title)}
      onClick={() => !isKept && onFold(!unfolded)}
    >
      <Chevron size={14} aria-hidden="true" />
      {label}
    </button>
  )
}
