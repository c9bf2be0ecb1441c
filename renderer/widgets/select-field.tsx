import { type ReactNode, useId } from 'react'
import { Words } from '../glossary/rule-link'

interface SelectFieldProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; text: string }[]
  onChange(value: NoInfer<T>): void
  hint?: ReactNode
}

/** A labelled choice from a list. */
export function SelectField<T extends string>({ label, value, options, onChange, hint }: SelectFieldProps<T>) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input select"
        value={value}
        // what is chosen may be cut in a narrow field
        title={options.find((option) => option.value === value)?.text}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          <Words>{hint}</Words>
        </p>
      )}
    </div>
  )
}
