import { Activity, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { onNextFrame } from '../frame/scheduler'
import { isSeen, onSeenChange } from '../frame/seen'

/**
 * What is drawn while somebody can see the window. In one that is minimised or hidden nothing of it is laid out or
 * listens, and canvases, charts and what they keep are given back; what was typed, chosen and scrolled to stays.
 */
export function WhileSeen({ children }: { children: ReactNode }) {
  const seen = useSyncExternalStore(onSeenChange, isSeen)
  return <Activity mode={seen ? 'visible' : 'hidden'}>{children}</Activity>
}

/** What is not laid out cannot keep the focus: it gets it back with the window. */
export function useFocusKept(): void {
  useEffect(() => {
    let last: Element | null = null
    return onSeenChange(() => {
      if (!isSeen()) last = document.activeElement
      else
        onNextFrame(() => {
          if (last instanceof HTMLElement && document.activeElement === document.body)
            last.focus({ preventScroll: true })
        })
    })
  }, [])
}
