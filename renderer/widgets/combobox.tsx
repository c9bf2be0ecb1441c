import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { nextOption, optionByWord, typeAhead } from './combobox-keys'
import './combobox.css'

interface ComboboxProps<T extends string> {
  /** the accessible name, also shown before the value */
  label: string
  value: T
  /** `text` explains the option below its name */
  options: readonly { value: T; text: string }[]
  onChange(value: NoInfer<T>): void
}

/**
 * A choice whose options need a sentence each. Follows the ARIA pattern of a select-only combobox: the focus stays on
 * the button, arrow keys and letters move the active option, Enter or Space takes it, Escape leaves things as they are.
 */
export function Combobox<T extends string>({ label, value, options, onChange }: ComboboxProps<T>) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ word: '', at: Number.NEGATIVE_INFINITY })
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const optionId = (index: number): string => `${id}-${index}`

  const show = (): void => {
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    )
    setOpen(true)
  }
  const take = (index: number): void => {
    setOpen(false)
    const chosen = options[index]
    if (chosen !== undefined && chosen.value !== value) onChange(chosen.value)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab' || event.key === 'Escape') return
    const choose = event.key === 'Enter' || event.key === ' '
    const isLetter = event.key.length === 1 && !choose
    const next = choose ? active : isLetter ? optionTyped(event) : nextOption(event.key, active, options.length)
    if (next === null) return
    event.preventDefault()
    if (!open) show()
    if (choose) {
      if (open) take(active)
    } else if (open || isLetter) {
      setActive(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    }
  }
  const optionTyped = (event: KeyboardEvent): number | null => {
    typed.current = typeAhead(typed.current, event.key, event.timeStamp)
    const names = options.map((option) => option.value)
    return optionByWord(typed.current.word, open ? active : names.indexOf(value), names)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <button
          ref={button}
          type="button"
          role="combobox"
          className="button combobox"
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open ? optionId(active) : undefined}
          onClick={() => (open ? setOpen(false) : show())}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        >
          <span className="button-caption">{label}</span>
          <span className="combobox-value">{value}</span>
          <ChevronDown size={13} aria-hidden="true" />
        </button>
      </Popover.Anchor>
      <Popover.Content
        ref={list}
        id={`${id}-list`}
        role="listbox"
        className="menu combobox-list"
        aria-label={label}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          // the button itself closes the list
          if (button.current?.contains(event.target as Node)) event.preventDefault()
        }}
        // pressing an option must not take the focus from the button
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the button has the focus and handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the active option is told by aria-activedescendant
          <div
            key={option.value}
            id={optionId(index)}
            role="option"
            className={index === active ? 'combobox-option combobox-active' : 'combobox-option'}
            aria-selected={option.value === value}
            onClick={() => take(index)}
            onPointerMove={() => setActive(index)}
          >
            <span className="radio-mark" aria-hidden="true" />
            <span className="combobox-option-name">{option.value}</span>
            <span className="combobox-option-text">{option.text}</span>
          </div>
        ))}
      </Popover.Content>
    </Popover.Root>
  )
}
