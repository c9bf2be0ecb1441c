import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import type { CommandResult } from '../../preload/contract'
import { Words } from '../glossary/rule-link'
import { isChord } from '../keyboard'
import { useStore } from '../store/store'
import type { Parsed } from './parse'

interface TextFieldProps {
  label: string
  /** heard before the label, where several fields have the same one */
  of?: string | undefined
  value: string
  onChange(value: string): void
  /** shown beside the field; the field is then announced as invalid */
  error?: string | undefined
  hint?: ReactNode
  placeholder?: string
  /** the accessible name is kept, the visible label is not */
  hideLabel?: boolean
  onEnter?(): void
  /** @returns whether it meant the field: what is around it then hears nothing of it */
  onEscape?(): boolean
  onBlur?(): void
  /** id of a datalist with suggestions */
  list?: string
  ref?: Ref<HTMLInputElement>
}

/** What somebody types into: keys that are letters are its own. */
export const TYPED_INTO = 'input, textarea, select, [contenteditable="true"]'

/** A labelled text field with its hint and its error. */
export function TextField(props: TextFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [props.hint ? hintId : '', props.error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className={props.hideLabel ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {props.of !== undefined && <span className="visually-hidden">{props.of} </span>}
        {props.label}
      </label>
      <input
        ref={props.ref}
        id={id}
        className="input"
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={props.value}
        placeholder={props.placeholder}
        list={props.list}
        aria-invalid={props.error !== undefined}
        aria-describedby={described || undefined}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
        onKeyDown={(event) => {
          // Ctrl+Enter is the menu's
          if (event.key === 'Enter' && !isChord(event) && props.onEnter) {
            event.preventDefault()
            props.onEnter()
          }
          if (event.key === 'Escape' && props.onEscape?.() === true) event.stopPropagation()
        }}
      />
      {props.hint && (
        <p id={hintId} className="field-hint">
          <Words>{props.hint}</Words>
        </p>
      )}
      {props.error !== undefined && (
        <p id={errorId} className="field-error" role="alert">
          <Words>{props.error}</Words>
        </p>
      )}
    </div>
  )
}

interface ValueFieldProps<T> {
  label: string
  hideLabel?: boolean
  /** the value that applies now */
  value: T
  write(value: T): string
  read(text: string): Parsed<T>
  /** @returns what became of it, where it can be refused: the field then shows again what applies */
  onCommit(value: T): Promise<CommandResult> | undefined
  hint?: ReactNode
}

/**
 * A text field for a value that applies at once: on Enter or on leaving it. What cannot be read is not applied. Escape
 * brings back the value that applies, and so does another document.
 */
export function ValueField<T>({ label, hideLabel, value, write, read, onCommit, hint }: ValueFieldProps<T>) {
  const shown = write(value)
  const [text, setText] = useState(shown)
  const [error, setError] = useState<string | undefined>()
  const document = useStore((store) => store.documents)
  // what was typed was meant for the document that was open then
  useEffect(() => {
    setText(shown)
    setError(undefined)
  }, [shown, document])
  const latest = useRef(shown)
  latest.current = shown
  const apply = async (next: T): Promise<void> => {
    const result = await onCommit(next)
    // what applies may be another by then, and somebody may type on
    if (result?.ok === false) setText((text) => (text === write(next) ? latest.current : text))
  }
  const commit = (): void => {
    if (text === shown) {
      setError(undefined)
      return
    }
    const parsed = read(text)
    setError(parsed.ok ? undefined : parsed.message)
    if (!parsed.ok) return
    setText(write(parsed.value))
    if (parsed.value !== value) void apply(parsed.value)
  }
  const giveUp = (): boolean => {
    const isEdited = text !== shown
    setText(shown)
    setError(undefined)
    return isEdited
  }
  return (
    <TextField
      label={label}
      hideLabel={hideLabel ?? false}
      value={text}
      onChange={setText}
      onEnter={commit}
      onEscape={giveUp}
      onBlur={commit}
      error={error}
      hint={hint}
    />
  )
}
