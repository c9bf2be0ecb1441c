import { useRef } from 'react'
import { type Store, useStore } from './store'

/**
 * A part of the state, the one before as long as the new one says the same: the component is not drawn again for what it
 * does not show.
 */
export function useSame<T>(read: (state: Store) => T, isSame: (before: T, now: T) => boolean): T {
  const shown = useRef<{ value: T } | null>(null)
  return useStore((state) => {
    const value = read(state)
    if (shown.current === null || !isSame(shown.current.value, value)) shown.current = { value }
    return shown.current.value
  })
}
