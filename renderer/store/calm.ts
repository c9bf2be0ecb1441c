/** The one throttle of what is read as text or looks at everything there is: shown anew a few times a second. */
import { useEffect, useRef, useState } from 'react'
import type { AllocationColumns } from './allocations'
import type { InterfaceState } from './model'
import { useStore } from './store'

/** ms: what counts every packet, task, draw or frame nobody reads more often than this. */
const READ_EVERY = 200

interface Calm {
  /** what is looked at for a change; what is read, unless said. Returns the same for the same state. */
  watch?: (view: InterfaceState) => unknown
  /** ms until it is read anew */
  pause?: (view: InterfaceState) => number
}

/** A part of the state, a few times a second; the newest always arrives. `read` must return the same for the same state. */
export function useCalm<T>(read: (view: InterfaceState) => T, { watch = read, pause }: Calm = {}): T {
  const latest = useRef({ read, watch, pause })
  latest.current = { read, watch, pause }
  const [calm, setCalm] = useState(() => read(useStore.getState().view))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const refresh = (): void => {
      timer = null
      const next = latest.current.read(useStore.getState().view)
      setCalm(() => next)
    }
    const stop = useStore.subscribe((state, before) => {
      const { watch: watched, pause: rest } = latest.current
      if (timer !== null || watched(state.view) === watched(before.view)) return
      timer = setTimeout(refresh, rest?.(state.view) ?? READ_EVERY)
    })
    refresh()
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [])
  return calm
}

/**
 * How often what looks at every allocation is made anew while memory moves, in ms: for few allocations, for many, and for
 * so many that sorting them takes a good part of a second.
 */
const REFRESH = [
  { from: 0, every: 100 },
  { from: 2_000, every: 400 },
  { from: 100_000, every: 2_000 },
] as const

function pauseFor({ allocations }: InterfaceState): number {
  return REFRESH.findLast(({ from }) => allocations.ids.length >= from)?.every ?? REFRESH[0].every
}

/** The allocations, at most so often that looking at all of them does not slow the rest. */
export function useCalmAllocations(): AllocationColumns {
  return useCalm((view) => view.allocations, { pause: pauseFor })
}
