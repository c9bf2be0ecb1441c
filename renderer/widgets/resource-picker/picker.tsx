import { Plus, X } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { MOST_SUBMITTED } from '../../../preload/contract'
import { useCalmMemory } from '../../store/calm'
import { useStore } from '../../store/store'
import { focusFirstInvalid } from '../form/first-invalid'
import { TextField } from '../text-field'
import { type ChosenText, type IsKnown, typedProblem, withTyped } from './chosen'
import { isResource, suggested } from './names'
import './picker.css'

interface PickerProps {
  label: string
  /** heard before the label and of each resource, where there are several lists */
  of?: string | undefined
  /** what uses them [`of`] */
  by?: string
  chosen: ChosenText
  error: string | undefined
  onChange(chosen: ChosenText): void
}

/** Whether there is a resource of that name, as soon as there is one, and no longer. */
export function useIsResource(): IsKnown {
  const ids = useStore(({ view }) => view.allocations.ids)
  const blocks = useStore(({ view }) => view.heapMap.blocks)
  return useMemo(() => {
    // a form asks at each key that is pressed in any of its fields
    const answers = new Map<string, boolean>()
    return (name) => {
      const now = useStore.getState().view
      if (now.allocations.ids !== ids || now.heapMap.blocks !== blocks) return isResource(now, name)
      const known = answers.get(name) ?? isResource(now, name)
      answers.set(name, known)
      return known
    }
  }, [ids, blocks])
}

/** Several resources by their full names: one is typed or taken from what is suggested, and added by Enter. */
export function ResourcePicker({
  label,
  of,
  by = of?.toLowerCase() ?? 'the packet',
  chosen,
  error,
  onChange,
}: PickerProps) {
  const list = useId()
  const picker = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isKnown = useIsResource()
  const [wrong, setWrong] = useState<string | undefined>()
  const memory = useCalmMemory()
  // of a million resources that takes a while, and other fields are typed into, too
  const names = useMemo(() => suggested(memory, chosen.typed, chosen.names), [memory, chosen.typed, chosen.names])
  const place = of === undefined ? '' : ` in ${of.toLowerCase()}`
  const change = (next: ChosenText): void => {
    setWrong(undefined)
    onChange(next)
  }
  const add = (): void => {
    const problem = typedProblem(chosen, isKnown)
    if (problem === null) {
      change(withTyped(chosen))
      // the next name is typed there
      field.current?.focus()
    } else {
      setWrong(problem)
      focusFirstInvalid(picker.current)
    }
  }
  return (
    <div ref={picker} className="picker">
      <div className="picker-row">
        <TextField
          ref={field}
          label={label}
          of={of}
          value={chosen.typed}
          // one that there is: an example of another could not be added
          placeholder={names[0] ?? ''}
          list={list}
          error={error ?? wrong}
          onChange={(typed) => change({ ...chosen, typed })}
          onEnter={add}
        />
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button
          type="button"
          className="button"
          aria-label={`Add this resource${place}`}
          disabled={chosen.names.length >= MOST_SUBMITTED}
          onClick={add}
        >
          <Plus size={14} aria-hidden="true" />
          Add
        </button>
      </div>
      {chosen.names.length > 0 && (
        <ul className="picked" aria-label={`Used by ${by}`}>
          {chosen.names.map((name) => (
            <li key={name}>
              <span className="picked-name">{name}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Do not use ${name}${place}`}
                onClick={() => change({ ...chosen, names: chosen.names.filter((other) => other !== name) })}
              >
                <X size={12} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
