/**
 * Play: a steady stream of work, a frame every other vertical blank. The app spends processor time on a frame, the video
 * engine decodes it, it goes through the effects that are on the clip, and is presented. Once it was told where in the clip
 * it is (`seek`) it also shows what changes while it does not play: one frame at a time, the newest. Times in µs.
 */

import type { ConstantValues, TransportSettings } from '../../preload/contract/specs'
import { type ListOutcome, type ListOwner, REDIRECTED_PRESENT } from '../d3d12/command-list'
import { Fence } from '../d3d12/fence'
import { failed } from '../d3d12/hresult'
import { type Continuation, goOnWith, kept, nothing, type Then } from '../sim/continuation'
import { type Cpu, type CpuThread, type ProcessorStand, ThreadPriority } from '../sim/cpu'
import type { Simulation } from '../sim/simulation'
import type { EditorApp } from './editor-app'
import type { AppliedWork, EffectState } from './editor-options'
import { FrameParts } from './frame-parts'
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
  /** rows of frames that are rendered one after another */
  private rows = 0
  /** of the decoder; counts frames */
  private decoded = new Fence()
  private frames = 0
  /** counts frames, whatever the device */
  private begun = 0
  readonly transport: Transport
  private readonly screen = new Screen()
  /** it was told where in the clip it is: what changes is rendered */
  private follows = false
  /** while it plays: no frame that was begun shows what has changed since, or where it has got to */
  private behind = false
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
    // no frame comes any more that would show it
    else if (this.behind) this.refresh()
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
    // the next frame of playing shows it, if there is one
    this.behind = this.playing
    if (!this.follows || this.playing || editor.isDeviceRemoved) return
    this.stillCause = sim.trace.cause
    if (this.still !== 'none') {
      this.still = 'another'
      return
    }
    this.still = 'under way'
    this.frame(kept({ self: this, decoded: this.decoded }, ({ self, decoded }) => self.stillEnded(decoded)))
  }

  /** A frame of what stands still is over. */
  private stillEnded(decoded: Fence): void {
    if (decoded !== this.decoded) return
    const again = this.still === 'another'
    this.still = 'none'
    if (again) this.options.sim.causedBy(this.stillCause, () => this.refresh())
  }

  /**
   * An effect is pressed, beside any frame. @returns what is to be called when that is over: its result is seen then
   */
  pressed(effect: EffectState): Continuation<[completed: boolean]> {
    const { decoded } = this
    return kept({ self: this, effect, drawn: this.drawn(effect), decoded }, (press, completed: boolean) => {
      const { self, effect } = press
      if (!completed || press.decoded !== self.decoded || effect.spec.clip !== undefined) return
      const { position } = self.transport
      const there = self.options.effectsAt(position).map((one) => one.effect)
      // the timeline has it elsewhere
      if (!there.includes(effect)) return
      const place = there.map(({ spec }) => spec.name)
      if (self.screen.pressed(press.drawn, place, self.options.sim.now)) self.options.changed()
    })
  }

  private drawn(effect: EffectState): DrawnEffect {
    return { name: effect.spec.name, constants: this.options.editor.draws.constantsOf(effect) }
  }

  /** Renders frames one after another, each when the one before has been presented. @param done null: one was lost */
  render(count: number, done: Then<[FrameTime[] | null]>, before: readonly FrameTime[] = []): void {
    if (before.length === 0) this.rows++
    if (count === before.length) return this.rendered(done, [...before])
    const next = kept({ self: this, count, done, before }, ({ self, count, done, before }, frame: FrameTime | null) => {
      if (frame === null) self.rendered(done, null)
      else self.render(count, done, [...before, frame])
    })
    this.frame(next)
  }

  private rendered(done: Then<[FrameTime[] | null]>, frames: FrameTime[] | null): void {
    this.rows--
    goOnWith(done, frames)
  }

  /** Frames are rendered one after another, for whoever asked for them. */
  get isRendering(): boolean {
    return this.rows > 0
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
    this.behind = editor.isDeviceRemoved || this.inFlight >= MOST_IN_FLIGHT
    if (this.behind) {
      this.dropped++
      changed()
    } else this.frame(nothing)
    if (!goesOn) return this.play(false)
    const following = from + Math.round(((number + 1) * 2e6) / refreshRate)
    const due = kept({ self: this, start, cause, from, number: number + 1 }, (next) =>
      next.self.next(next.start, next.cause, next.from, next.number),
    )
    sim.scheduleAs(cause, following - sim.now, due)
  }

  /** @param done with what was shown; null: it was lost */
  private frame(done: Then<[FrameTime | null]>): void {
    const { sim } = this.options
    const { decoded, frameTime } = this
    const begun = { t: sim.now, position: this.transport.position, order: ++this.begun, decoded, done }
    this.inFlight++
    const follower = this.options.following?.(frameTime)
    if (frameTime === 0) return this.submit(begun, follower)
    const submitting = kept(
      { self: this, begun, follower, cause: sim.trace.cause },
      ({ self, begun, follower, cause }) => self.options.sim.causedBy(cause, () => self.submit(begun, follower)),
    )
    this.thread.run(frameTime, submitting, follower)
  }

  private submit(begun: Begun, owner: FrameFollower | undefined): void {
    const { editor } = this.options
    const { decoded, position, t } = begun
    if (decoded !== this.decoded || editor.isDeviceRemoved) {
      owner?.ended(false)
      return this.ended(begun, null)
    }
    const seen = { position, footage: this.options.footage.seen(position) }
    const parts = new FrameParts(
      kept({ self: this, begun, seen }, (frame, parts: FrameParts) => {
        frame.self.over(frame.begun, frame.seen, parts)
      }),
    )
    const rendered = this.options.renders.at(position)
    const copied: DrawnEffect[] = []
    // the effects are in what is copied: they are seen when it has ended; where nothing lies none was drawn
    if (rendered !== undefined) this.copyOut(rendered, parts, owner, copied)
    const isToBeSeen = rendered === undefined ? this.decode(decoded, position, parts, owner) : seen.footage !== null
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
      parts.add()
      const over = kept({ parts, place, drawn }, ({ parts, place, drawn }, { completed, gpuTime }: AppliedWork) => {
        if (completed) parts.effects[place] = drawn
        parts.ended(completed, gpuTime)
      })
      editor.apply(effect.spec.name, over, undefined, owner)
    }
    const presented = queue.executeCommandLists({
      name: 'present',
      gpuTime: PRESENT,
      resources: [],
      kind: 'present',
      flags: REDIRECTED_PRESENT,
      owner,
      finished: kept({ sim: this.options.sim, parts, owner }, ({ sim, parts, owner }, outcome: ListOutcome) => {
        owner?.ended(outcome === 'completed')
        parts.presented(outcome === 'completed', PRESENT, sim.now)
      }),
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
    effects: readonly DrawnEffect[],
  ): void {
    parts.add()
    const work = { engine: 'copy', gpuTime, owner } as const
    const copied = kept({ parts, effects, gpuTime }, ({ parts, effects, gpuTime }, completed: boolean) => {
      if (completed) parts.effects.push(...effects)
      parts.footageEnded(completed, gpuTime)
    })
    const hr = this.options.editor.use([resource], work, copied)
    if (failed(hr)) parts.footageEnded(false, gpuTime)
  }

  /** Decodes what is under the playhead. @returns false: nothing is there that could be seen */
  private decode(decoded: Fence, position: number, parts: FrameParts, owner: FrameFollower | undefined): boolean {
    const { editor, footage } = this.options
    const shown = footage.at(position, !this.playing && this.follows)
    if (this.playing) footage.bringIn(position, owner)
    if (shown.kind === 'gap') return false
    parts.add()
    if (shown.kind === 'clip') {
      const { resource, gpuTime } = shown
      const work = { engine: 'video-decode', gpuTime, owner } as const
      const ended = kept({ parts, gpuTime }, ({ parts, gpuTime }, completed: boolean) =>
        parts.footageEnded(completed, gpuTime),
      )
      const hr = editor.use([resource], work, ended)
      if (failed(hr)) parts.footageEnded(false, gpuTime)
      return true
    }
    const frame = ++this.frames
    const decoder = editor.queueOn('video-decode')
    const finished = kept({ parts }, ({ parts }, outcome: ListOutcome) =>
      parts.footageEnded(outcome === 'completed', DECODE),
    )
    const { hr } = decoder.executeCommandLists({ name: 'decode', gpuTime: DECODE, resources: [], owner, finished })
    if (failed(hr)) parts.footageEnded(false, DECODE)
    decoder.signal(decoded, frame)
    editor.queueOn('3d').wait(decoded, frame, false)
    return true
  }

  /** The last of a frame's parts has ended. */
  private over(begun: Begun, seen: Seen, { present, gpuTime, lost, hasFootage, effects }: FrameParts): void {
    const { completed, at } = present
    // of a device that is gone nothing is shown, nor what the footage has not reached
    if (completed && hasFootage && begun.decoded === this.decoded) {
      const finished = effects.filter((effect) => effect !== undefined)
      this.screen.present(begun.order, seen, finished, this.options.sim.now)
    }
    this.ended(begun, completed ? { t: begun.t, duration: at - begun.t, gpuTime, lost } : null)
  }

  private ended({ decoded, done }: Begun, frame: FrameTime | null): void {
    // of a device that is gone: it has been forgotten
    if (decoded === this.decoded) this.inFlight--
    if (frame === null) this.dropped++
    else {
      this.played++
      this.options.presented(frame)
    }
    this.options.changed()
    goOnWith(done, frame)
  }
}

/** Of a frame: when it began, what of the clip it shows, which it is, and of which device's decoder. */
interface Begun {
  readonly t: number
  readonly position: number
  readonly order: number
  readonly decoded: Fence
  readonly done: Then<[FrameTime | null]>
}

/** Where in the clip it is, and what of it is decoded. */
type Seen = Parameters<Screen['present']>[1]
