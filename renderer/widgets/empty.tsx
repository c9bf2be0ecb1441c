import type { ReactNode } from 'react'
import './empty.css'

export interface FirstAction {
  label: string
  run(): void
}

interface EmptyProps {
  title: string
  /** does what the words say is to be done first */
  actions?: readonly FirstAction[]
  children: ReactNode
}

/** What a list shows while there is nothing in it: what will come here, and what to do first. */
export function Empty({ title, actions = [], children }: EmptyProps) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      <p>{children}</p>
      <FirstActions actions={actions} />
    </div>
  )
}

/** The same below other words. */
export function FirstActions({ actions }: { actions: readonly FirstAction[] }) {
  return actions.map(({ label, run }) => (
    <button
      key={label}
      type="button"
      className="button"
      // what it may lie on has gestures of its own
      onPointerDown={(event) => event.stopPropagation()}
      onClick={run}
    >
      {label}
    </button>
  ))
}
