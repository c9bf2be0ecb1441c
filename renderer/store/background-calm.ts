import { useEffect, useRef, useState } from 'react'
import type { InterfaceState } from './model'
import { useStore } from './store'

/** How often what counts every task, draw or frame is shown anew, in ms: more often than this nobody reads it. */
const REFRESH = 200

/** A part of the state, a few times a second; the newest always arrives. `select` must return the same for the same state. */
export function useCalm<T>(select: (view: InterfaceState) => T): T {
  const latest = useRef(select)
  latest.current = select
  const [calm, setCalm] = useState(() => select(useStore.getState().view))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const refresh = (): void => {
      timer = null
      const next = latest.current(useStore.getState().view)
      setCalm(() => next)
    }
    const stop = useStore.subscribe((state, before) => {
      if (timer !== null || latest.current(state.view) === latest.current(before.view)) return
      timer = setTimeout(refresh, REFRESH)
    })
    refresh()
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [])
  return calm
}
