/**
 * Play, and where in the clip: both are GPU work of the session (GP-26), so that the clip plays, and the playhead stands,
 * where the session says so. What a person has just done holds until the session's frames can know of it.
 */
import type { TransportSettings } from '../../preload/contract'
import { isPlaying, type Store, send, setInterface, useStore } from './store'

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

/** settings of how it plays that were not answered yet */
let setting = 0
let set: ReturnType<typeof setTimeout> | undefined

/** What is left out stays. */
export function setTransport(change: Partial<TransportSettings>): void {
  clearTimeout(set)
  setInterface({ wantsTransport: { ...useStore.getState().wantsTransport, ...change } })
  setting++
  void send({ kind: 'setTransport', ...change }).then(() => {
    setting--
    if (setting === 0) set = setTimeout(() => setInterface({ wantsTransport: null }), SETTLED_AFTER)
  })
}

/** How it plays, for who goes on from there: a second press of a key follows the first, also before a frame knows of that. */
export function transportOf({ wantsTransport, view }: Pick<Store, 'wantsTransport' | 'view'>): TransportSettings {
  return { ...view.preview.transport, ...wantsTransport }
}

export function toggleLoop(): void {
  setTransport({ loop: !transportOf(useStore.getState()).loop })
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
