import { useSelect } from 'downshift'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import './combobox.css'

interface Option<T extends string> {
  value: T
  /** explains the option below its name */
  text: string
  /** stays in sight below the others, however long they are: for the last one */
  pinned?: boolean
}

interface ComboboxProps<T extends string> {
  /** the accessible name, also shown before the value */
  label: string
  value: T
  options: readonly Option<T>[]
  onChange(value: NoInfer<T>): void
}

/**
 * A choice whose options need a sentence each: the ARIA pattern of a select-only combobox as downshift has it, in a
 * popover. The focus stays on the button, arrow keys and letters move the active option, Enter or Space takes it; Escape
 * and leaving the button leave things as they are.
 */
export function Combobox<T extends string>({ label, value, options, onChange }: ComboboxProps<T>) {
  const { isOpen, highlightedIndex, getToggleButtonProps, getMenuProps, getItemProps } = useSelect({
    items: [...options],
    itemToString: (option) => option?.value ?? '',
    itemToKey: (option) => option?.value,
    selectedItem: options.find((option) => option.value === value) ?? null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onChange(selectedItem.value),
    stateReducer: ({ selectedItem }, { type, changes }) =>
      // a policy is not changed by the way
      type === useSelect.stateChangeTypes.ToggleButtonBlur ? { ...changes, selectedItem } : changes,
  })
  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor asChild>
        <button
          type="button"
          {...getToggleButtonProps({ className: 'button combobox', 'aria-label': label, onKeyDown })}
        >
          <span className="button-caption">{label}</span>
          <span className="combobox-value">{value}</span>
          <ChevronDown size={13} aria-hidden="true" />
        </button>
      </Popover.Anchor>
      <Popover.Content
        className="menu combobox-list"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        // the list is in the page only while it is open
        {...getMenuProps({ 'aria-label': label }, { suppressRefError: true })}
      >
        {options.map((option, index) => (
          <div
            key={option.value}
            {...getItemProps({ item: option, index })}
            className={classOf(index === highlightedIndex, option.pinned)}
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

/** A letter with Ctrl, Alt or Cmd is a shortcut of the window's, such as Undo, and looks for no option: it opened the list. */
function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
  const { key, ctrlKey, altKey, metaKey } = event
  if (key.length === 1 && (ctrlKey || altKey || metaKey)) Object.assign(event, { preventDownshiftDefault: true })
}

function classOf(active: boolean, pinned = false): string {
  return `combobox-option${active ? ' combobox-active' : ''}${pinned ? ' combobox-pinned' : ''}`
}
