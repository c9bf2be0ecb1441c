/**
 * Play in two places: the clip of the Preview and the stream of GPU work in the session. The interface tells the session
 * when the clip starts or stops, whatever did it, and follows when the session does: a restart stops it.
 */
import { send, setInterface, useStore } from './store'

/** Frames that were on their way when a command was answered have come by then, in ms. */
const SETTLED_AFTER = 250

/** Joins the two from now on. @returns what stops it */
export function playOnGpu(): () => void {
  /** what the session was told, or said, last */
  let told = useStore.getState().view.gpu.playing
  let underWay = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let settling = false
  const follow = (): void => {
    told = useStore.getState().view.gpu.playing
    if (useStore.getState().playing !== told) setInterface({ playing: told })
  }
  const tell = (playing: boolean): void => {
    told = playing
    underWay++
    clearTimeout(timer)
    settling = true
    void send({ kind: 'play', playing }).then(() => {
      underWay--
      if (underWay > 0) return
      timer = setTimeout(() => {
        settling = false
        // a command that was refused, or something that happened meanwhile: what the session says holds
        follow()
      }, SETTLED_AFTER)
    })
  }
  const stop = useStore.subscribe((state, before) => {
    if (state.playing !== before.playing && state.playing !== told) tell(state.playing)
    else if (state.view.gpu.playing !== before.view.gpu.playing && !settling) follow()
  })
  if (useStore.getState().playing !== told) follow()
  return () => {
    stop()
    clearTimeout(timer)
  }
}
