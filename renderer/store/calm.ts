/** The one throttle of what is read as text or looks at everything there is: shown anew a few times a second. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AllocationColumns } from './allocations'
import type { InterfaceState } from './model'
import { type Store, useStore } from './store'

/** ms: what counts every packet, task, draw or frame nobody reads more often than this. */
const READ_EVERY = 200

/**
 * Calls a while after the store has changed, and meanwhile not again: what came last is always called for.
 * @param after ms from a change until the call; null: it does not count
 * @returns `soon` asks for a call within so many ms [whenever one is due already]; `stop` ends it
 */
export function calmly(
  call: () => void,
  after: (state: Store, before: Store) => number | null,
): { soon(ms: number): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      call()
    }, ms)
  }
  const unsubscribe = useStore.subscribe((state, before) => {
    const ms = timer === undefined ? after(state, before) : null
    if (ms !== null) soon(ms)
  })
  const stop = (): void => {
    unsubscribe()
    clearTimeout(timer)
    timer = undefined
  }
  return { soon, stop }
}

interface Calmly {
  /** ms from a change until the call; null: it does not count */
  after: (state: Store, before: Store) => number | null
  /** ms until the first call [0: at once] */
  first?: number
}

/** As `calmly`, while the component is there. @returns `soon` */
export function useCalmly(call: () => void, { after, first = 0 }: Calmly): (ms: number) => void {
  const latest = useRef({ call, after })
  latest.current = { call, after }
  const running = useRef<ReturnType<typeof calmly> | null>(null)
  useEffect(() => {
    const calm = calmly(
      () => latest.current.call(),
      (state, before) => latest.current.after(state, before),
    )
    running.current = calm
    if (first === 0) latest.current.call()
    else calm.soon(first)
    return calm.stop
  }, [first])
  return useCallback((ms) => running.current?.soon(ms), [])
}

interface Calm {
  /** what is looked at for a change; what is read, unless said. Returns the same for the same state. */
  watch?: (view: InterfaceState) => unknown
  /** ms until it is read anew */
  pause?: (view: InterfaceState) => number
}

/** A part of the state, a few times a second; the newest always arrives. `read` must return the same for the same state. */
export function useCalm<T>(read: (view: InterfaceState) => T, { watch = read, pause }: Calm = {}): T {
  const [calm, setCalm] = useState(() => read(useStore.getState().view))
  const refresh = (): void => {
    const next = read(useStore.getState().view)
    setCalm(() => next)
  }
  useCalmly(refresh, {
    after: ({ view }, before) => (watch(view) === watch(before.view) ? null : (pause?.(view) ?? READ_EVERY)),
  })
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

/** What there is to be named: allocations, and what lies in heaps; as often. */
export function useCalmMemory(): Pick<InterfaceState, 'allocations' | 'heapMap'> {
  const allocations = useCalm((view) => view.allocations, { watch: (view) => view.allocations.ids, pause: pauseFor })
  const heapMap = useCalm((view) => view.heapMap, { watch: (view) => view.heapMap.blocks, pause: pauseFor })
  return useMemo(() => ({ allocations, heapMap }), [allocations, heapMap])
}
