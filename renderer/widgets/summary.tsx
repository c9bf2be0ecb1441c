import { useEffect, useRef, useState } from 'react'
import { whileSeen } from '../frame/seen'

/** ms */
const EVERY = 2000
/** ms: by then the picture was drawn */
const FIRST_AFTER = 100

/**
 * What a picture shows, for screen readers; changes rarely, as it is read on demand and not announced.
 * @param read null: nothing is drawn yet, and what was read before stays
 */
export function Summary({ id, read }: { id: string; read(): string | null }) {
  const [text, setText] = useState('')
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const refresh = (): void => setText((before) => latest.current() ?? before)
    const stop = whileSeen(EVERY, refresh)
    const first = setTimeout(refresh, FIRST_AFTER)
    return () => {
      stop()
      clearTimeout(first)
    }
  }, [])
  return (
    <p id={id} className="visually-hidden">
      {text}
    </p>
  )
}
