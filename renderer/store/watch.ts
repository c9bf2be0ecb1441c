import { type Store, useStore } from './store'

/**
 * Calls back when one of some parts of the store has another value.
 * @param parts the same number of values each time, compared one by one
 * @returns what ends it
 */
export function watch(parts: (state: Store) => readonly unknown[], changed: () => void): () => void {
  return useStore.subscribe((state, before) => {
    const old = parts(before)
    if (parts(state).some((part, index) => part !== old[index])) changed()
  })
}
