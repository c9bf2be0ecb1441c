import { useEffect, useState } from 'react'
import type { AllocationColumns } from './allocations'
import { useStore } from './store'

/**
 * How often what looks at every allocation is made anew while memory moves, in ms: for few allocations, for many, and for
 * so many that sorting them takes a good part of a second.
 */
const REFRESH = [
  { from: 0, every: 100 },
  { from: 2_000, every: 400 },
  { from: 100_000, every: 2_000 },
] as const

function pauseFor(count: number): number {
  return REFRESH.findLast(({ from }) => count >= from)?.every ?? REFRESH[0].every
}

/** The allocations, at most so often that looking at all of them does not slow the rest; the newest version always arrives. */
export function useCalmAllocations(): AllocationColumns {
  const [calm, setCalm] = useState(() => useStore.getState().view.allocations)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const refresh = () => {
      timer = null
      setCalm(useStore.getState().view.allocations)
    }
    const stop = useStore.subscribe((state, before) => {
      const { allocations } = state.view
      if (allocations === before.view.allocations || timer !== null) return
      timer = setTimeout(refresh, pauseFor(allocations.ids.length))
    })
    refresh()
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [])
  return calm
}
