/**
 * Play, and where in the clip: both are GPU work of the session (GP-26), so that the clip plays, and the playhead stands,
 * where the session says so. What a person has just done holds until the session's frames can know of it.
 */
import type { CommandResult, TransportSettings } from '../../preload/contract'
import { isPlaying, type Store, send, setInterface, useStore } from './store'
import { NEXT_FRAME } from './wishes/when'

/** Frames that were on their way when a command was answered have come by then, in ms. */
const SETTLED_AFTER = 250

/** What a person wishes, which is shown until the session's frames can know of it. */
class Wish {
  /** commands that were not answered yet */
  private underWay = 0
  private stop = (): void => {}

  /** @param over what the session says holds again, also where a command was refused or something happened meanwhile */
  constructor(private readonly over: () => void) {}

  async until(answered: Promise<CommandResult>): Promise<void> {
    this.stop()
    this.underWay++
    const { ok } = await answered
    this.underWay--
    if (this.underWay === 0) this.stop = onceKnown(ok, this.over)
  }
}

/**
 * Calls when the frames can know of a command that was answered just now. Where the window draws slowly the first of them
 * comes later than those that were on their way.
 * @param isDone what was refused no frame tells of
 * @returns what stops it
 */
function onceKnown(isDone: boolean, call: () => void): () => void {
  const { seq } = useStore.getState().view
  const isTold = (): boolean => !isDone || useStore.getState().view.seq !== seq
  let unsubscribe = (): void => {}
  const end = (): void => {
    stop()
    call()
  }
  const settled = (): void => {
    if (isTold()) return end()
    unsubscribe = useStore.subscribe(() => isTold() && end())
    timer = setTimeout(end, NEXT_FRAME - SETTLED_AFTER)
  }
  let timer = setTimeout(settled, SETTLED_AFTER)
  const stop = (): void => {
    clearTimeout(timer)
    unsubscribe()
  }
  return stop
}

const playing = new Wish(() => setInterface({ wantsToPlay: null }))
const playhead = new Wish(() => {
  const { position } = useStore.getState().view.preview
  setInterface({ wantsPlayhead: null, playhead: position })
})
const transport = new Wish(() => setInterface({ wantsTransport: null }))

interface Wanted {
  position: number
  /** how a refusal is shown */
  shown: 'toast' | 'inline'
}

/** Where the playhead is to be put; null: nowhere else. One command at a time, the newest wins. */
let wanted: Wanted | null = null
let seeking: Promise<CommandResult> | null = null

/** ms after which a first frame that was refused is asked for again; each time twice as long, up to so many */
const FIRST_FRAME_AGAIN = { first: 250, most: 2_000 }

/** Puts the playhead there: the simulated app renders that frame. @param position µs into the clip */
export function seek(position: number): void {
  setInterface({ playhead: position, wantsPlayhead: position })
  void playhead.until(wantAt({ position, shown: 'toast' }))
}

/**
 * A project shows its first frame by itself. Nobody has asked for it, and nobody is told where it is refused, as another
 * file is being opened by then: that shows its own, and where nothing comes of it this frame is asked for again.
 * @returns to be called when there is a frame, or none is to be shown any more
 */
export function showFirstFrame(): () => void {
  let isOver = false
  let wait = FIRST_FRAME_AGAIN.first
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (): Promise<void> => {
    const { wantsPlayhead, view } = useStore.getState()
    // whoever was quicker has said where to
    const answered = seeking ?? wantAt({ position: wantsPlayhead ?? view.preview.position, shown: 'inline' })
    const { ok } = await answered
    if (ok || isOver) return
    timer = setTimeout(() => void ask(), wait)
    wait = Math.min(2 * wait, FIRST_FRAME_AGAIN.most)
  }
  void ask()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** @returns how the last was answered that was wanted by then */
function wantAt(next: Wanted): Promise<CommandResult> {
  wanted = next
  seeking ??= sendSeeks()
  return seeking
}

/** @returns how the last was answered */
async function sendSeeks(): Promise<CommandResult> {
  let result: CommandResult = { ok: true }
  while (wanted !== null) {
    const { position, shown } = wanted
    wanted = null
    result = await send({ kind: 'seek', position }, shown)
  }
  seeking = null
  return result
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
