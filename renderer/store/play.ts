/**
 * Play: the clip of the Preview is GPU work of the session (GP-26), so that it plays where the session says so. What a
 * person has just pressed holds until the session's frames can know of it.
 */
import { isPlaying, send, setInterface, useStore } from './store'

/** Frames that were on their way when a command was answered have come by then, in ms. */
const SETTLED_AFTER = 250

/** commands that were not answered yet */
let underWay = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Stops the clip where it is moved to, as every editor does. @param playhead µs into the clip */
export function stopAt(playhead: number): void {
  play(false)
  setInterface({ playhead })
}

/** Starts or stops the clip; nothing happens when it plays, or does not, already. */
export function play(playing: boolean): void {
  if (isPlaying(useStore.getState()) === playing) return
  clearTimeout(timer)
  setInterface({ wantsToPlay: playing })
  underWay++
  void send({ kind: 'play', playing }).then(() => {
    underWay--
    // a command that was refused, or something that happened meanwhile: what the session says holds
    if (underWay === 0) timer = setTimeout(() => setInterface({ wantsToPlay: null }), SETTLED_AFTER)
  })
}
