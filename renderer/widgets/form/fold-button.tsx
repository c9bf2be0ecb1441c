import { ChevronDown, ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { onNextFrame } from '../../frame/scheduler'
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

/** On what holds a FoldButton and all that it folds away: as much of it as there is room for comes into sight. */
export const UNFOLDS = { 'data-unfolds': '' }

function showUnfolded(button: HTMLElement): void {
  onNextFrame(() => button.closest('[data-unfolds]')?.scrollIntoView({ block: 'nearest' }))
}

/** Folds away those fields of a form that are seldom needed. */
export function FoldButton({ label, unfolded, kept, title, onFold }: FoldButtonProps) {
  const isKept = kept !== undefined
  const isOpen = unfolded || isKept
  const fold = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    if (isKept) return
    if (!isOpen) showUnfolded(currentTarget)
    onFold(!unfolded)
  }
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="button"
      aria-expanded={isOpen}
      aria-disabled={isKept}
      {...said(isKept ? kept : title)}
      onClick={fold}
    >
      <Chevron size={14} aria-hidden="true" />
      {label}
    </button>
  )
}
