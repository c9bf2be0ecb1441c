import { useState } from 'react'
import { useStore } from '../../store/store'

/**
 * What is typed in a form of an instrument, which goes while another tab is shown or something is selected: it is there
 * again afterwards, as the name that it lacks may have to be looked up there. It was meant for the document that was open.
 * @param first what the form begins with in each document
 * @returns a hook like useState, for a form that is shown once at a time
 */
export function keptText<T>(first: T): () => [T, (text: T) => void] {
  let kept = { text: first, document: -1 }
  return () => {
    const open = useStore(({ documents }) => documents)
    const [{ text, document }, setTyped] = useState(kept)
    const change = (next: T): void => {
      kept = { text: next, document: open }
      setTyped(kept)
    }
    return [document === open ? text : first, change]
  }
}
