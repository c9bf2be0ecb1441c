import { Switch as RadixSwitch } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import './switch.css'

interface SwitchProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
  disabled?: boolean
  hint?: ReactNode
}

/** A labelled switch. Its hint is given as it stands: the page that the window opens with has one, and reads no rules. */
export function Switch({ label, checked, onChange, disabled = false, hint }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch-field">
      <div>
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="field-hint">
            {hint}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        className="switch"
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <RadixSwitch.Thumb className="switch-thumb" />
      </RadixSwitch.Root>
    </div>
  )
}
