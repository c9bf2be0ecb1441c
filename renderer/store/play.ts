/**
 * Play, and where in the clip: both are GPU work of the session (GP-26), so that the clip plays, and the playhead stands,
 * where the session says so. What a person has just done holds until the session's frames can know of it.
 */
import type { TransportSettings } from '../../preload/contract'
import { isPlaying, send, setInterface, useStore } from './store'

/** Frames that were on their way when a command was answered have come by then, in ms. */
const SETTLED_AFTER = 250

/** commands that were not answered yet */
let underWay = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Where the playhead is to be put; null: nowhere else. One command at a time, the newest wins. */
let wanted: number | null = null
let isSeeking = false
let settled: ReturnType<typeof setTimeout> | undefined

/** Puts the playhead there: the simulated app renders that frame. @param position µs into the clip */
export function seek(position: number): void {
  clearTimeout(settled)
  setInterface({ playhead: position, wantsPlayhead: position })
  wanted = position
  if (!isSeeking) void sendSeeks()
}

async function sendSeeks(): Promise<void> {
  isSeeking = true
  while (wanted !== null) {
    const position = wanted
    wanted = null
    await send({ kind: 'seek', position })
  }
  isSeeking = false
  settled = setTimeout(() => setInterface({ wantsPlayhead: null }), SETTLED_AFTER)
}

/** Stops the clip where it is moved to, as every editor does. @param playhead µs into the clip */
export function stopAt(playhead: number): void {
  play(false)
  seek(playhead)
}

/** What is left out stays. */
export function setTransport(change: Partial<TransportSettings>): void {
  void send({ kind: 'setTransport', ...change })
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
