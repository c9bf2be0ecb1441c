/** Work that comes again and again, as long as somebody can see what comes of it. */

/**
 * Calls every so many ms while the window is seen; a hidden or minimised one has no timer at all. Seen again, it is called
 * at once.
 * @returns what stops it
 */
export function whileSeen(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = (): void => {
    clearInterval(timer)
    timer = undefined
    if (!document.hidden) timer = setInterval(run, ms)
  }
  const changed = (): void => {
    follow()
    if (!document.hidden) run()
  }
  document.addEventListener('visibilitychange', changed)
  follow()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}
