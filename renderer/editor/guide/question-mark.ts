/** `?` opens the list of shortcuts. It is a letter where somebody types. */
import { isChord } from '../../keyboard'
import { setInterface } from '../../store/store'
import { TYPED_INTO } from '../../widgets/text-field'

/** Until the returned function is called. */
export function followQuestionMark(page: Document): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { target, key, defaultPrevented } = event
    if (key !== '?' || isChord(event) || defaultPrevented) return
    if (target instanceof Element && target.closest(TYPED_INTO) !== null) return
    event.preventDefault()
    setInterface({ shortcutsOpen: true })
  }
  page.addEventListener('keydown', onKey)
  return () => page.removeEventListener('keydown', onKey)
}
