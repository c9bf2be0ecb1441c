import type { ReactNode } from 'react'
import './legend.css'
import { said } from '../glossary/codes'

export interface LegendEntry {
  text: string
  /** what it means, with its clause */
  meaning: string
  /** what stands before the text: a `Swatch`, a shape */
  mark: ReactNode
}

interface LegendProps {
  /** the accessible name */
  label: string
  entries: readonly LegendEntry[]
  className?: string
}

/** Colours, patterns and shapes of a picture, in words. */
export function Legend({ label, entries, className = 'legend-strip' }: LegendProps) {
  return (
    <ul className={`legend ${className}`} aria-label={label}>
      {entries.map(({ text, meaning, mark }) => (
        <li key={text} {...said(meaning)}>
          {mark}
          {text}
        </li>
      ))}
    </ul>
  )
}

/** A small piece of a colour or pattern. @param className says which */
export function Swatch({ className }: { className: string }) {
  return <span className={`swatch ${className}`} aria-hidden="true" />
}
