import type { ReactNode } from 'react'
import './empty.css'

/** What a list shows while there is nothing in it: what will come here, and what to do first. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      <p>{children}</p>
    </div>
  )
}
