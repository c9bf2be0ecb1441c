import { ToggleGroup } from 'radix-ui'
import './segmented.css'
import { said } from '../glossary/codes'

interface SegmentedProps<T extends string> {
  /** the accessible name of the group */
  label: string
  value: T
  options: readonly { value: T; text: string; title?: string }[]
  onChange(value: NoInfer<T>): void
}

/** One of a few choices, side by side; arrow keys move between them. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      className="segmented"
      type="single"
      value={value}
      aria-label={label}
      onValueChange={(next) => {
        // pressing the chosen one again gives '': the choice stays
        if (next !== '') onChange(next as T)
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} className="segment" value={option.value} {...said(option.title)}>
          {option.text}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
