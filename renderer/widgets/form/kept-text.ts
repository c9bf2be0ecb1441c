import { create } from 'zustand'
import { useStore } from '../../store/store'

/**
 * What is typed in a form of an instrument, which goes while another tab is shown or something is selected: it is there
 * again afterwards, as the name that it lacks may have to be looked up there. It was meant for the document that was open.
 * @param first what the form begins with in each document
 * @returns a hook like useState
 */
export function keptText<T>(first: T): () => [T, (text: T) => void] {
  const useTyped = create<{ text: T; document: number }>()(() => ({ text: first, document: -1 }))
  return () => {
    const open = useStore(({ documents }) => documents)
    const { text, document } = useTyped()
    return [document === open ? text : first, (next) => useTyped.setState({ text: next, document: open })]
  }
}
