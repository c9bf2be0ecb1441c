import { type ReactNode, useId } from 'react'
import { Words } from '../glossary/rule-link'

interface SelectFieldProps<T extends string> {
  label: string
  /** heard before the label, where several fields have the same one */
  of?: string | undefined
  /** the accessible name is kept, the visible label is not */
  hideLabel?: boolean | undefined
  disabled?: boolean
  value: T
  options: readonly { value: T; text: string }[]
  onChange(value: NoInfer<T>): void
  hint?: ReactNode
}

/** A labelled choice from a list. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, of, hideLabel = false, disabled = false, value, options, onChange, hint } = props
  const id = useId()
  return (
    <div className="field">
      <label className={hideLabel ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {of !== undefined && <span className="visually-hidden">{of} </span>}
        {label}
      </label>
      <select
        id={id}
        className="input select"
        value={value}
        disabled={disabled}
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
