/**
 * Play: a steady stream of GPU work, a frame every other vertical blank. A frame is decoded on the video engine, goes
 * through the effects that are on the clip, and is presented.
 */
import { SubmitFlags } from '../drivers/kmd/scheduling-caps'
import { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'
import type { Simulation } from '../sim/simulation'
import type { EditorApp } from './editor-app'

/** µs of GPU time */
const DECODE = 3_000
const PRESENT = 300
/** frames that may be under way: a later one is dropped */
const MOST_IN_FLIGHT = 2

export class Player {
  played = 0
  dropped = 0
  private playing = false
  private inFlight = 0
  /** of the decoder; counts frames */
  private decoded = new MonitoredFence()
  private frames = 0
  /** counts starts: what an earlier one has scheduled comes to nothing */
  private start = 0

  /** @param refreshRate vertical blanks per second */
  constructor(
    private readonly sim: Simulation,
    private readonly editor: EditorApp,
    private readonly refreshRate: number,
    private readonly changed: () => void,
  ) {}

  get isPlaying(): boolean {
    return this.playing
  }

  play(playing: boolean): void {
    if (playing === this.playing) return
    this.playing = playing
    this.changed()
    this.start++
    if (playing) this.next(this.start, this.sim.trace.cause, this.sim.now, 0)
  }

  /** The app has a new device: what was under way is gone. */
  deviceRecreated(): void {
    this.inFlight = 0
    this.decoded = new MonitoredFence()
    this.frames = 0
  }

  /** Frame `number` after the start at `from`; times do not drift away from those of the vertical blanks. */
  private next(start: number, cause: number, from: number, number: number): void {
    if (start !== this.start || !this.playing) return
    this.frame()
    const following = from + Math.round(((number + 1) * 2e6) / this.refreshRate)
    this.sim.scheduleAs(cause, following - this.sim.now, () => this.next(start, cause, from, number + 1))
  }

  private frame(): void {
    const { editor, decoded } = this
    if (editor.isDeviceRemoved || this.inFlight >= MOST_IN_FLIGHT) {
      this.dropped++
      this.changed()
      return
    }
    this.inFlight++
    const frame = ++this.frames
    const decoder = editor.queueOn('video-decode')
    decoder.executeCommandLists({ name: 'decode', gpuTime: DECODE, resources: [] })
    decoder.signal(decoded, frame)
    const queue = editor.queueOn('3d')
    queue.wait(decoded, frame, false)
    for (const { spec, lastApplied } of editor.effects) if (lastApplied >= 0) editor.apply(spec.name)
    queue.executeCommandLists({
      name: 'present',
      gpuTime: PRESENT,
      resources: [],
      kind: 'present',
      flags: SubmitFlags.Present | SubmitFlags.RedirectedPresent,
      finished: (outcome) => this.ended(decoded, outcome === 'completed'),
    })
  }

  private ended(decoded: MonitoredFence, completed: boolean): void {
    // of a device that is gone
    if (decoded !== this.decoded) return
    this.inFlight--
    if (completed) this.played++
    else this.dropped++
    this.changed()
  }
}
