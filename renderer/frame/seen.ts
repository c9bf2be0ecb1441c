/** Whether anybody can see the window: what is drawn, and looked at again and again, rests while nobody can. */
import type { TrimlineApi } from '../../preload/contract'

let seen = true
const followers = new Set<() => void>()

export function isSeen(): boolean {
  return seen
}

/** The app tells: a minimised or hidden window is not seen. @returns what stops it */
export function followWindow(api: Pick<TrimlineApi, 'onSeen'>): () => void {
  return api.onSeen((now) => {
    if (now === seen) return
    seen = now
    for (const follow of followers) follow()
  })
}

/** Called whenever that changes. @returns what stops it */
export function onSeenChange(run: () => void): () => void {
  followers.add(run)
  return () => followers.delete(run)
}

/**
 * Calls every so many ms while the window is seen; otherwise there is no timer at all. Seen again, it is called at once.
 * @returns what stops it
 */
export function whileSeen(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = (): void => {
    clearInterval(timer)
    timer = undefined
    if (seen) timer = setInterval(run, ms)
  }
  const stop = onSeenChange(() => {
    follow()
    if (seen) run()
  })
  follow()
  return () => {
    clearInterval(timer)
    stop()
  }
}
