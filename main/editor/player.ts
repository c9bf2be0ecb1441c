/**
 * Play: a steady stream of work, a frame every other vertical blank. The app spends processor time on a frame, the video
 * engine decodes it, it goes through the effects that are on the clip, and is presented. Once it was told where in the clip
 * it is (`seek`) it also shows what changes while it does not play: one frame at a time, the newest. Times in µs.
 */

import type { ConstantValues, TransportSettings } from '../../preload/contract/specs'
import { type ListOutcome, type ListOwner, REDIRECTED_PRESENT } from '../d3d12/command-list'
import { Fence } from '../d3d12/fence'
import { failed } from '../d3d12/hresult'
import { type Cpu, type CpuThread, type ProcessorStand, ThreadPriority } from '../sim/cpu'
import type { Simulation } from '../sim/simulation'
import type { EditorApp } from './editor-app'
import type { AppliedWork, EffectState } from './editor-options'
import { type DrawnEffect, type Picture, Screen } from './picture'
import type { FootageDecoder } from './timeline/footage'
import type { Renders } from './timeline/renders'
import { Transport } from './transport'

/** of GPU time */
const DECODE = 3_000
const PRESENT = 300
/** frames that may be under way: a later one is dropped */
const MOST_IN_FLIGHT = 2

export interface PlayerOptions {
  sim: Simulation
  editor: EditorApp
  cpu: Cpu
  /** vertical blanks per second */
  refreshRate: number
  /** processor time that the app needs for a frame */
  frameTime: number
  /** µs that can be played */
  length: () => number
  /** what is decoded at a moment */
  footage: FootageDecoder
  /** what was rendered of it */
  renders: Renders
  /** what works at a moment of what is played, in order; `values`: constants that are others than the effect's own then */
  effectsAt: (position: number) => readonly EffectAt[]
  changed: () => void
  /** a frame was presented */
  presented: (frame: FrameTime) => void
  /** a frame begins. @param processor µs of processor time that it needs @returns who follows it; undefined: nobody */
  following?: (processor: number) => FrameFollower | undefined
}

export interface EffectAt {
  readonly effect: EffectState
  readonly values: ConstantValues
}

/** Wants to know what a frame waits for (LB-08). */
export interface FrameFollower extends ListOwner {
  /** Its work on the processor comes first. @param stand of that, from now on */
  onProcessor(stand: ProcessorStand): void
  /** the frame is done with the packet that was submitted last */
  complete(): void
  /** @param completed it was presented, just now */
  ended(completed: boolean): void
}

export interface FrameTime {
  /** when it began */
  t: number
  /** from its beginning to its present */
  duration: number
  /** modelled GPU time of what completed of it */
  gpuTime: number
  /** effects and decoding that did not complete: the frame shows less than it should, and took less time */
  lost: number
}

export class Player {
  played = 0
  dropped = 0
  private playing = false
  private inFlight = 0
  /** of the decoder; counts frames */
  private decoded = new Fence()
  private frames = 0
  /** counts frames, whatever the device */
  private begun = 0
  readonly transport: Transport
  private readonly screen = new Screen()
  /** it was told where in the clip it is: what changes is rendered */
  private follows = false
  private still: 'none' | 'under way' | 'another' = 'none'
  /** of the newest change that is still to be rendered */
  private stillCause = 0
  /** counts starts: what an earlier one has scheduled comes to nothing */
  private start = 0
  private readonly thread: CpuThread
  /** µs of processor time that the app needs for a frame, from the next one on */
  frameTime: number

  constructor(private readonly options: PlayerOptions) {
    this.frameTime = options.frameTime
    this.transport = new Transport(options.length)
    this.thread = options.cpu.createThread('app', ThreadPriority.normal)
  }

  get isPlaying(): boolean {
    return this.playing
  }

  /** What was shown last; null: nothing yet. */
  get picture(): Picture | null {
    return this.screen.picture
  }

  /** It was told where in the clip it is. */
  get isFollowing(): boolean {
    return this.follows
  }

  play(playing: boolean): void {
    if (playing === this.playing) return
    const { sim, changed } = this.options
    this.playing = playing
    changed()
    this.start++
    this.transport.start(sim.now)
    if (playing) this.next(this.start, sim.trace.cause, sim.now, 0)
  }

  /**
   * The playhead is put there; while it does not play a frame is rendered, the newest when the one under way is over.
   * @param position µs on the timeline
   */
  seek(position: number): void {
    this.transport.seek(position, this.options.sim.now)
    this.follows = true
    this.options.changed()
    this.refresh()
  }

  /** Direction and speed of playing, its marks and what happens at its end. */
  setTransport(change: Partial<TransportSettings>): void {
    this.transport.change(change, this.options.sim.now)
    this.options.changed()
  }

  /** Something that the picture shows has changed: it is rendered anew, if anybody follows it. */
  refresh(): void {
    const { sim, editor } = this.options
    // the next frame of playing shows it
    if (!this.follows || this.playing || editor.isDeviceRemoved) return
    this.stillCause = sim.trace.cause
    if (this.still !== 'none') {
      this.still = 'another'
      return
    }
    this.still = 'under way'
    const { decoded } = this
    this.frame(() => {
      if (decoded !== this.decoded) return
      const again = this.still === 'another'
      this.still = 'none'
      if (again) sim.causedBy(this.stillCause, () => this.refresh())
    })
  }

  /**
   * An effect is pressed, beside any frame. @returns what is to be called when that is over: its result is seen then
   */
  pressed(effect: EffectState): (completed: boolean) => void {
    const { sim, changed } = this.options
    const drawn = this.drawn(effect)
    const { decoded } = this
    return (completed) => {
      if (!completed || decoded !== this.decoded || effect.spec.clip !== undefined) return
      const { position } = this.transport
      const there = this.options.effectsAt(position).map((one) => one.effect)
      // the timeline has it elsewhere
      if (!there.includes(effect)) return
      const place = there.map(({ spec }) => spec.name)
      if (this.screen.pressed(drawn, place, sim.now)) changed()
    }
  }

  private drawn(effect: EffectState): DrawnEffect {
    return { name: effect.spec.name, constants: this.options.editor.draws.constantsOf(effect) }
  }

  /** Renders frames one after another, each when the one before has been presented. @param done null: one was lost */
  render(count: number, done: (frames: FrameTime[] | null) => void, before: readonly FrameTime[] = []): void {
    if (count === before.length) return done([...before])
    this.frame((frame) => (frame === null ? done(null) : this.render(count, done, [...before, frame])))
  }

  /** The app has a new device, and no caches: what was under way is gone. */
  deviceRecreated(): void {
    this.inFlight = 0
    this.decoded = new Fence()
    this.frames = 0
    this.still = 'none'
    this.options.footage.forget()
    this.refresh()
  }

  /** Frame `number` after the start at `from`; times do not drift away from those of the vertical blanks. */
  private next(start: number, cause: number, from: number, number: number): void {
    if (start !== this.start || !this.playing) return
    const { sim, refreshRate, editor, changed } = this.options
    const goesOn = this.transport.advance(sim.now)
    if (editor.isDeviceRemoved || this.inFlight >= MOST_IN_FLIGHT) {
      this.dropped++
      changed()
    } else this.frame(() => {})
    if (!goesOn) return this.play(false)
    const following = from + Math.round(((number + 1) * 2e6) / refreshRate)
    sim.scheduleAs(cause, following - sim.now, () => this.next(start, cause, from, number + 1))
  }

  private frame(done: (frame: FrameTime | null) => void): void {
    const { sim } = this.options
    const { decoded, frameTime } = this
    const begun = { t: sim.now, position: this.transport.position, order: ++this.begun }
    this.inFlight++
    const follower = this.options.following?.(frameTime)
    const submit = (): void => this.submit(decoded, begun, done, follower)
    if (frameTime === 0) submit()
    else {
      const { cause } = sim.trace
      this.thread.run(frameTime, () => sim.causedBy(cause, submit), follower)
    }
  }

  private submit(
    decoded: Fence,
    { t, position, order }: Begun,
    done: (frame: FrameTime | null) => void,
    owner: FrameFollower | undefined,
  ): void {
    const { editor } = this.options
    if (decoded !== this.decoded || editor.isDeviceRemoved) {
      owner?.ended(false)
      return this.ended(decoded, null, done)
    }
    const seen = { position, footage: this.options.footage.seen(position) }
    const finishedEffects: (DrawnEffect | undefined)[] = []
    const parts = new FrameParts((completed, gpuTime, at) => {
      // of a device that is gone nothing is shown, nor what the footage has not reached
      if (completed && parts.hasFootage && decoded === this.decoded) {
        const effects = finishedEffects.filter((effect) => effect !== undefined)
        this.screen.present(order, seen, effects, this.options.sim.now)
      }
      this.ended(decoded, completed ? { t, duration: at - t, gpuTime, lost: parts.lost } : null, done)
    })
    const rendered = this.options.renders.at(position)
    const copied: DrawnEffect[] = []
    if (rendered !== undefined) {
      // the effects are in what is copied: they are seen when it has ended
      this.copyOut(rendered, parts, owner, () => finishedEffects.push(...copied))
    }
    const isToBeSeen = rendered !== undefined || this.decode(decoded, position, parts, owner)
    const queue = editor.queueOn('3d')
    const seenEffects = isToBeSeen ? this.options.effectsAt(position) : []
    for (let place = 0; place < seenEffects.length; place++) {
      const { effect, values } = seenEffects[place] as (typeof seenEffects)[number]
      editor.draws.animate(effect, values)
      const drawn = effect.spec.clip === undefined ? this.drawn(effect) : undefined
      if (rendered !== undefined) {
        if (drawn !== undefined) copied.push(drawn)
        continue
      }
      const part = parts.add()
      const over = ({ completed, gpuTime }: AppliedWork): void => {
        if (completed) finishedEffects[place] = drawn
        part(completed, gpuTime)
      }
      editor.apply(effect.spec.name, over, undefined, owner)
    }
    const presented = queue.executeCommandLists({
      name: 'present',
      gpuTime: PRESENT,
      resources: [],
      kind: 'present',
      flags: REDIRECTED_PRESENT,
      owner,
      finished: (outcome) => {
        owner?.ended(outcome === 'completed')
        parts.presented(outcome === 'completed', PRESENT, this.options.sim.now)
      },
    })
    owner?.complete()
    if (!failed(presented.hr)) return
    owner?.ended(false)
    parts.presented(false, PRESENT, t)
  }

  /** A frame that was rendered before: nothing is decoded, no effect is submitted. */
  private copyOut(
    { resource, gpuTime }: { resource: string; gpuTime: number },
    parts: FrameParts,
    owner: FrameFollower | undefined,
    isThere: () => void,
  ): void {
    const copied = parts.addFootage()
    const work = { engine: 'copy', gpuTime, ...(owner === undefined ? {} : { owner }) } as const
    const hr = this.options.editor.use([resource], work, (completed) => {
      if (completed) isThere()
      copied(completed, gpuTime)
    })
    if (failed(hr)) copied(false, gpuTime)
  }

  /** Decodes what is under the playhead. @returns false: nothing is there that could be seen */
  private decode(decoded: Fence, position: number, parts: FrameParts, owner: FrameFollower | undefined): boolean {
    const { editor, footage } = this.options
    const shown = footage.at(position, !this.playing && this.follows)
    if (this.playing) footage.bringIn(position, owner)
    if (shown.kind === 'gap') return false
    const decode = parts.addFootage()
    if (shown.kind === 'clip') {
      const { resource, gpuTime } = shown
      const work = { engine: 'video-decode', gpuTime, ...(owner === undefined ? {} : { owner }) } as const
      const hr = editor.use([resource], work, (completed) => decode(completed, gpuTime))
      if (failed(hr)) decode(false, gpuTime)
      return true
    }
    const frame = ++this.frames
    const decoder = editor.queueOn('video-decode')
    const finished = (outcome: ListOutcome): void => decode(outcome === 'completed', DECODE)
    const { hr } = decoder.executeCommandLists({ name: 'decode', gpuTime: DECODE, resources: [], owner, finished })
    if (failed(hr)) decode(false, DECODE)
    decoder.signal(decoded, frame)
    editor.queueOn('3d').wait(decoded, frame, false)
    return true
  }

  private ended(decoded: Fence, frame: FrameTime | null, done: (frame: FrameTime | null) => void): void {
    // of a device that is gone: it has been forgotten
    if (decoded === this.decoded) this.inFlight--
    if (frame === null) this.dropped++
    else {
      this.played++
      this.options.presented(frame)
    }
    this.options.changed()
    done(frame)
  }
}

/** Of a frame: when it began, what of the clip it shows, and which it is. */
interface Begun {
  readonly t: number
  readonly position: number
  readonly order: number
}

/** What a frame consists of; it is over when the last of it is, which an effect that waits for memory may be. */
class FrameParts {
  /** parts that did not complete */
  lost = 0
  /** what the frame shows was decoded, or copied out of a cache; also where nothing lies */
  hasFootage = true
  private open = 1
  private gpuTime = 0
  private present: { completed: boolean; at: number } = { completed: false, at: 0 }

  /** @param over with µs of GPU time that completed, and when the frame was presented */
  constructor(private readonly over: (presented: boolean, gpuTime: number, at: number) => void) {}

  /** @returns what is to be called at the part's end */
  add(): (completed: boolean, gpuTime: number) => void {
    this.open++
    return (completed, gpuTime) => {
      if (completed) this.gpuTime += gpuTime
      else this.lost++
      this.settle()
    }
  }

  /** As `add`, of what everything else is drawn over. */
  addFootage(): (completed: boolean, gpuTime: number) => void {
    const part = this.add()
    return (completed, gpuTime) => {
      this.hasFootage &&= completed
      part(completed, gpuTime)
    }
  }

  presented(completed: boolean, gpuTime: number, at: number): void {
    this.present = { completed, at }
    if (completed) this.gpuTime += gpuTime
    this.settle()
  }

  private settle(): void {
    if (--this.open === 0) this.over(this.present.completed, this.gpuTime, this.present.at)
  }
}
