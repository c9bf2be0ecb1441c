import { ToggleGroup } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import './segmented.css'
import { said } from '../glossary/codes'

interface SegmentedProps<T extends string> {
  /** the accessible name of the group */
  label: string
  value: T
  options: readonly { value: T; text: string; title?: string }[]
  onChange(value: NoInfer<T>): void
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One of a few choices, side by side; arrow keys choose, as in any group of radio buttons, and no other key goes to another. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key]
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const at = [...event.currentTarget.children].indexOf(event.target as Element)
    const to = (at + step + options.length) % options.length
    const next = options[to]
    const item = event.currentTarget.children[to]
    if (at < 0 || next === undefined || !(item instanceof HTMLElement)) return
    event.preventDefault()
    item.focus()
    onChange(next.value)
  }
  return (
    <ToggleGroup.Root
      className="segmented"
      type="single"
      value={value}
      aria-label={label}
      // Radix has the one that had the focus last: keys would come to it where something else has chosen since
      rovingFocus={false}
      onKeyDown={move}
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
          tabIndex={option.value === value ? 0 : -1}
          {...said(option.title)}
        >
          {option.text}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
