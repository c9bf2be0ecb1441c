import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from '../store/store'

/** ms from a change until it is read */
const AFTER = 2000
/** ms: by then the picture was drawn */
const FIRST_AFTER = 100

/**
 * What a picture shows, for screen readers; changes rarely, as it is read on demand and not announced, and not at all while
 * nothing changes.
 * @param read null: nothing is drawn yet, and what was read before stays
 */
export function Summary({ id, read }: { id: string; read(): string | null }) {
  const [text, setText] = useState('')
  const latest = useRef(read)
  latest.current = read
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const soon = useCallback((ms: number): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setText((before) => latest.current() ?? before)
    }, ms)
  }, [])
  useEffect(() => {
    const stop = useStore.subscribe(() => soon(AFTER))
    soon(FIRST_AFTER)
    return () => {
      stop()
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [soon])
  // what is drawn can change by itself, as with the size of the window
  useEffect(() => soon(AFTER), [read, soon])
  return (
    <p id={id} className="visually-hidden">
      {text}
    </p>
  )
}
