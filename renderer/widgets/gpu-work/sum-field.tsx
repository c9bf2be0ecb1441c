import { useId } from 'react'
import { sumText } from './pieces'

interface SumFieldProps {
  label: string
  /** times of the pieces, as they are typed */
  times: readonly string[]
  /** what they are times of */
  what: 'passes' | 'parts'
}

/** In place of the field of a time that is not asked, as its pieces say it. */
export function SumField({ label, times, what }: SumFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <output className="sum" aria-labelledby={id}>
        {sumText(times) ?? 'not known yet'}
      </output>
      <p className="field-hint">The sum of its {what}.</p>
    </div>
  )
}
