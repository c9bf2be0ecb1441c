import { ToggleGroup } from 'radix-ui'
import type { FocusEvent } from 'react'
import './segmented.css'
import { said } from '../glossary/codes'

interface SegmentedProps<T extends string> {
  /** the accessible name of the group */
  label: string
  value: T
  options: readonly { value: T; text: string; title?: string }[]
  onChange(value: NoInfer<T>): void
}

/** By a key that moves in the group, not by one that comes to it, nor by a press, which chooses when it is let go. */
function isMovedTo({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  const group = currentTarget.parentElement
  return (
    relatedTarget instanceof Node && group?.contains(relatedTarget) === true && currentTarget.matches(':focus-visible')
  )
}

/** One of a few choices, side by side; arrow keys choose, as in any group of radio buttons. */
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
        <ToggleGroup.Item
          key={option.value}
          className="segment"
          value={option.value}
          // Radix has the one that had the focus last: keys would come to it where something else has chosen since
          tabIndex={option.value === value ? 0 : -1}
          onFocus={(event) => isMovedTo(event) && onChange(option.value)}
          {...said(option.title)}
        >
          {option.text}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
