/** Texts that are there for screen readers alone. */
import { useEffect, useState } from 'react'
import { useCalmly } from '../store/calm'
import { useStore } from '../store/store'

/** ms from a change until it is read */
const AFTER = 2000
/** ms: by then the picture was drawn */
const FIRST_AFTER = 100

/**
 * What a picture shows; changes rarely, as it is read on demand and not announced, and not at all while nothing changes.
 * @param read null: nothing is drawn yet, and what was read before stays
 */
export function Summary({ id, read }: { id: string; read(): string | null }) {
  const [text, setText] = useState('')
  const soon = useCalmly(() => setText((before) => read() ?? before), { after: () => AFTER, first: FIRST_AFTER })
  // what is drawn can change by itself, as with the size of the window
  useEffect(() => soon(AFTER), [read, soon])
  return (
    <p id={id} className="visually-hidden">
      {text}
    </p>
  )
}

/** Is read aloud as soon as it changes; only there while that is of use, as with the focus on what it is about. */
export function Announcement({ text }: { text: string }) {
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  )
}

/** What is said by itself of what came of a key; each time anew, also the same once more. */
export function Said() {
  const { id, text } = useStore((store) => store.said)
  return (
    <div className="visually-hidden" aria-live="polite">
      {text !== '' && <p key={id}>{text}</p>}
    </div>
  )
}
