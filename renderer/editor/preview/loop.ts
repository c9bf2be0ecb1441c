import { setInterface, useStore } from '../../store/store'
import { advance, CLIP, CLIP_FRAMES, frameAt } from './clip'
import { type Picture, PreviewRenderer, type Size } from './renderer'

/** What the preview tells about itself. */
export interface PreviewReport {
  /** why there is no picture, and what to do; null while there is one */
  problem(message: string | null): void
  /** internal size of the last picture */
  size(size: Size): void
}

const LARGEST_WIDTH = CLIP.width
const MOST_REFINEMENTS = 5
/** ms without a change after which a picture counts as still; each refinement waits twice as long as the one before */
const STILL_AFTER = 180

/**
 * Connects the store, the canvas and the animation frames: draws when the clip plays or something changed, and asks
 * for no animation frame otherwise.
 */
export class PreviewLoop {
  private renderer: PreviewRenderer | null = null
  private scheduled = 0
  private dirty = true
  private waiting: ReturnType<typeof setTimeout> | undefined
  /** how often the still picture was drawn anew, to be finer */
  private refinements = 0
  /** the still picture is as fine as it gets */
  private settled = false
  /** ms at which the last change was drawn */
  private changedAt = 0
  private drawn: Size = { width: 0, height: 0 }
  private lastTick: number | null = null
  private readonly stops: (() => void)[] = []

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly report: PreviewReport,
  ) {}

  start(): void {
    this.open()
    this.stops.push(
      useStore.subscribe((state, before) => {
        const { stack } = state.view.project
        if (stack !== before.view.project.stack || state.playhead !== before.playhead) this.invalidate()
        if (state.playing !== before.playing) this.invalidate()
      }),
    )
    const observer = new ResizeObserver(() => this.fit())
    observer.observe(this.canvas)
    this.listen('webglcontextlost', (event) => {
      event.preventDefault()
      this.report.problem('The graphics context was lost. The picture returns when the system gives it back.')
    })
    this.listen('webglcontextrestored', () => this.restore())
    this.stops.push(() => observer.disconnect())
    this.fit()
  }

  stop(): void {
    cancelAnimationFrame(this.scheduled)
    clearTimeout(this.waiting)
    this.scheduled = 0
    for (const stop of this.stops.splice(0)) stop()
    this.renderer?.dispose()
    this.renderer = null
  }

  private listen(event: string, listener: (event: Event) => void): void {
    this.canvas.addEventListener(event, listener)
    this.stops.push(() => this.canvas.removeEventListener(event, listener))
  }

  private open(): void {
    try {
      this.renderer = new PreviewRenderer(this.canvas)
      this.report.problem(null)
    } catch (error) {
      this.fail(error)
    }
  }

  private restore(): void {
    try {
      this.renderer?.restore()
      this.report.problem(null)
      this.invalidate()
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    this.renderer = null
    this.report.problem(
      `No picture: ${reason}. Effects still apply and memory still moves; check that hardware acceleration is on.`,
    )
  }

  /** The canvas has as many picture elements as the screen shows, up to the clip's own. */
  private fit(): void {
    const shown = this.canvas.clientWidth * devicePixelRatio
    if (shown === 0) return
    const width = Math.max(16, Math.min(LARGEST_WIDTH, Math.round(shown)))
    const height = Math.round((width * CLIP.height) / CLIP.width)
    if (width !== this.canvas.width || height !== this.canvas.height) {
      this.canvas.width = width
      this.canvas.height = height
    }
    this.invalidate()
  }

  private invalidate(): void {
    this.dirty = true
    this.refinements = 0
    this.settled = false
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled === 0 && this.renderer !== null) this.scheduled = requestAnimationFrame((now) => this.tick(now))
  }

  private tick(now: number): void {
    this.scheduled = 0
    const { renderer } = this
    if (renderer === null || this.canvas.width === 0) return
    this.play(now)
    const ready = renderer.ready(now)
    if (ready) this.draw(renderer, now)
    if (useStore.getState().playing || this.dirty || !ready) this.schedule()
    else if (!this.settled) this.scheduleLater(this.nextLook() - now)
  }

  /** ms of the display's clock at which a still picture is looked at again: less and less often. */
  private nextLook(): number {
    return this.changedAt + STILL_AFTER * 2 ** this.refinements
  }

  private scheduleLater(wait: number): void {
    clearTimeout(this.waiting)
    this.waiting = setTimeout(() => this.schedule(), Math.max(0, wait))
  }

  /** Moves the playhead by the time that passed, a whole frame of the clip at a time. */
  private play(now: number): void {
    const { playing, playhead } = useStore.getState()
    if (!playing) {
      this.lastTick = null
      return
    }
    const elapsed = (now - (this.lastTick ?? now)) * 1000
    const next = advance(playhead, elapsed)
    if (this.lastTick !== null && frameAt(next) === frameAt(playhead)) return
    this.lastTick = now
    if (next !== playhead) setInterface({ playhead: Math.round(next) })
  }

  /** A change is drawn at once, if need be coarsely; when nothing has changed for a while, as finely as it may be. */
  private draw(renderer: PreviewRenderer, now: number): void {
    const { playing, playhead, view } = useStore.getState()
    const moving = playing || this.dirty
    const picture: Picture = { stack: view.project.stack, phase: frameAt(playhead) / CLIP_FRAMES, moving }
    if (this.dirty) this.changedAt = now
    else {
      if (playing || now < this.nextLook()) return
      // Drawn again it may turn out that it can be finer: what else the machine did then is over now.
      this.settled = this.refinements >= MOST_REFINEMENTS || this.drawn.width >= this.canvas.width
      this.refinements++
      if (this.settled) return
    }
    this.dirty = false
    try {
      this.drawn = renderer.draw(picture, now)
      this.report.size(this.drawn)
    } catch (error) {
      this.fail(error)
    }
  }
}
