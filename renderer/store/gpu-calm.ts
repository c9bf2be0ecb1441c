import { useEffect, useState } from 'react'
import type { GpuView } from '../../preload/contract'
import { useStore } from './store'

/** How often numbers that count every packet are shown anew, in ms: more often than this nobody reads them. */
const REFRESH = 200

export interface CalmGpu {
  gpu: GpuView
  /** µs of simulated time at which it was so */
  now: number
}

function current(): CalmGpu {
  const { gpu, clock } = useStore.getState().view
  return { gpu, now: clock.now }
}

/** The scheduler's numbers, a few times a second; the newest always arrive. */
export function useCalmGpu(): CalmGpu {
  const [calm, setCalm] = useState(current)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const stop = useStore.subscribe((state, before) => {
      if (state.view.gpu === before.view.gpu || timer !== null) return
      timer = setTimeout(() => {
        timer = null
        setCalm(current())
      }, REFRESH)
    })
    setCalm(current())
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [])
  return calm
}
