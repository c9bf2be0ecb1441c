/** Says of every file that was saved that it was, whoever asked for it: a button, the menu, a key. */
import { toast, useStore } from './store'

/** @returns what stops it */
export function followSaved(): () => void {
  const { seq, project } = useStore.getState().view
  // a frame that came before this began may have been the last until something is saved
  let known = seq < 0 ? null : (project.saved?.id ?? 0)
  return useStore.subscribe(({ view }, before) => {
    const { saved } = view.project
    if (view === before.view) return
    const id = saved?.id ?? 0
    // what was saved before a page was loaded has been said to the one before
    if (saved !== undefined && known !== null && id > known) toast('info', `Saved ${saved.path}`, id)
    known = id
  })
}
