/**
 * Play, and where in the clip: both are GPU work of the session (GP-26), so that the clip plays, and the playhead stands,
 * where the session says so. What a person has just done holds until the session's frames can know of it.
 */
import type { TransportSettings } from '../../preload/contract'
import { isPlaying, type Store, send, setInterface, useStore } from './store'

/** Frames that were on their way when a command was answered have come by then, in ms. */
const SETTLED_AFTER = 250

/** What a person wishes, which is shown until the session's frames can know of it. */
class Wish {
  /** commands that were not answered yet */
  private underWay = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param over what the session says holds again, also where a command was refused or something happened meanwhile */
  constructor(private readonly over: () => void) {}

  async until(answered: Promise<unknown>): Promise<void> {
    clearTimeout(this.timer)
    this.underWay++
    await answered
    this.underWay--
    if (this.underWay === 0) this.timer = setTimeout(this.over, SETTLED_AFTER)
  }
}

const playing = new Wish(() => setInterface({ wantsToPlay: null }))
const playhead = new Wish(() => setInterface({ wantsPlayhead: null }))
const transport = new Wish(() => setInterface({ wantsTransport: null }))

/** Where the playhead is to be put; null: nowhere else. One command at a time, the newest wins. */
let wanted: number | null = null
let isSeeking = false

/** Puts the playhead there: the simulated app renders that frame. @param position µs into the clip */
export function seek(position: number): void {
  setInterface({ playhead: position, wantsPlayhead: position })
  wanted = position
  if (!isSeeking) void playhead.until(sendSeeks())
}

async function sendSeeks(): Promise<void> {
  isSeeking = true
  while (wanted !== null) {
    const position = wanted
    wanted = null
    await send({ kind: 'seek', position })
  }
  isSeeking = false
}

/** Stops the clip where it is moved to, as every editor does. @param position µs into the clip */
export function stopAt(position: number): void {
  play(false)
  seek(position)
}

/** What is left out stays. */
export function setTransport(change: Partial<TransportSettings>): void {
  setInterface({ wantsTransport: { ...useStore.getState().wantsTransport, ...change } })
  void transport.until(send({ kind: 'setTransport', ...change }))
}

/** How it plays, for who goes on from there: a second press of a key follows the first, also before a frame knows of that. */
export function transportOf({ wantsTransport, view }: Pick<Store, 'wantsTransport' | 'view'>): TransportSettings {
  return { ...view.preview.transport, ...wantsTransport }
}

export function toggleLoop(): void {
  setTransport({ loop: !transportOf(useStore.getState()).loop })
}

/** What a button says of a system that has stopped with a bug check: there is no more time (GP-25). */
export const ENDED = 'The simulated system has stopped with a bug check: restart the simulation to go on'

export function hasStopped({ view }: Pick<Store, 'view'>): boolean {
  return view.gpu.bugCheck !== null
}

/** Starts or stops the clip; nothing happens when it plays, or does not, already, and nothing starts where time has ended. */
export function play(on: boolean): void {
  const state = useStore.getState()
  if (isPlaying(state) === on || (on && hasStopped(state))) return
  setInterface({ wantsToPlay: on })
  void playing.until(send({ kind: 'play', playing: on }))
}
