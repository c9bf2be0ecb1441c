import { frames } from '../../frame/scheduler'
import type { PixelDifference } from '../../store/measured'
import { isPlaying, setInterface, toast, useStore } from '../../store/store'
import { formatCount } from '../../widgets/format'
import { advance, CLIP, frameAt } from './clip'
import type { Size } from './gl'
import type { Pair } from './identity'
import { drawnAlike } from './plan'
import { type Picture, PreviewRenderer } from './renderer'

/** What the preview tells about itself. */
export interface PreviewReport {
  /** why there is no picture, and what to do; null while there is one */
  problem(message: string | null): void
  /** internal size of the picture that is shown */
  size(size: Size): void
}

/** ms without a change after which a picture counts as still and is drawn at its full size */
const STILL_AFTER = 180

/** ms after which a renderer that could not be made is tried again: at first, and at most */
const FIRST_OPEN_AFTER = 1000
const LONGEST_OPEN_AFTER = 30_000

const LOST = 'The graphics context was lost. The picture returns when the system gives it back.'

function differs({ variant: { variant, pipeline } }: Pair, { bytes, worst, of }: PixelDifference): void {
  toast(
    'error',
    `Variant ${variant.id} of ${pipeline.name} does not give the pixels of its general shader on this GPU: ` +
      `${formatCount(bytes)} of ${formatCount(of)} bytes differ, by up to ${worst} (BP-25). The Preview does not use it.`,
  )
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((name, index) => name === b[index]))
}

/**
 * Connects the store, the canvas and the animation frames: draws when the clip plays or something changed, and asks
 * for no animation frame otherwise. A change is shown at once, if need be coarsely; what then stays is drawn once
 * more at full size, a chunk at a time.
 */
export class PreviewLoop {
  private renderer: PreviewRenderer | null = null
  private readonly context: CanvasRenderingContext2D | null
  private readonly drawing = frames.task('draw', (now) => this.tick(now))
  private dirty = true
  private waiting: ReturnType<typeof setTimeout> | undefined
  /** ms of the display's clock at which the last change was drawn */
  private changedAt = 0
  /** ms until a program can be compared or measured; null: all were */
  private examineIn: number | null = null
  private full: Size = { width: 0, height: 0 }
  private shown: Size = { width: 0, height: 0 }
  private lastTick: number | null = null
  private opening: ReturnType<typeof setTimeout> | undefined
  private openAfter = FIRST_OPEN_AFTER
  private readonly stops: (() => void)[] = []

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly report: PreviewReport,
  ) {
    // The pictures come from memory, so that is where the canvas is to be.
    this.context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  }

  start(): void {
    this.open()
    this.stops.push(
      useStore.subscribe((state, before) => {
        const changed =
          state.playhead !== before.playhead ||
          isPlaying(state) !== isPlaying(before) ||
          !sameNames(state.view.project.stack, before.view.project.stack) ||
          !drawnAlike(state.view.project.stack, state.view.pipelines, before.view.pipelines)
        if (changed) this.invalidate()
      }),
    )
    const observer = new ResizeObserver(() => this.fit())
    observer.observe(this.canvas)
    this.stops.push(() => observer.disconnect())
    this.fit()
  }

  stop(): void {
    this.drawing.cancel()
    clearTimeout(this.waiting)
    clearTimeout(this.opening)
    for (const stop of this.stops.splice(0)) stop()
    this.renderer?.dispose()
    this.renderer = null
  }

  private open(): void {
    try {
      if (this.context === null) throw new Error('The browser gave no 2D canvas for the picture')
      this.renderer = new PreviewRenderer(() => this.invalidate(), differs)
      this.renderer.watch(
        () => this.report.problem(LOST),
        () => this.restore(),
      )
      this.report.problem(null)
      this.invalidate()
    } catch (error) {
      this.fail(error)
    }
  }

  private restore(): void {
    if (this.renderer === null) return
    try {
      this.renderer.restore()
      this.report.problem(null)
      this.invalidate()
    } catch (error) {
      this.fail(error)
    }
  }

  /** What fails because the context is lost is no failure of its own: the context comes back. */
  private fail(error: unknown): void {
    if (this.renderer?.lost === true) return this.report.problem(LOST)
    const reason = error instanceof Error ? error.message : String(error)
    this.renderer?.dispose()
    this.renderer = null
    this.report.problem(
      `No picture: ${reason}. Effects still apply and memory still moves; check that hardware acceleration is on.`,
    )
    // the process that draws may just be starting again
    clearTimeout(this.opening)
    this.opening = setTimeout(() => this.open(), this.openAfter)
    this.openAfter = Math.min(this.openAfter * 2, LONGEST_OPEN_AFTER)
  }

  /** The picture has as many elements as the screen shows, up to the clip's own. */
  private fit(): void {
    const elements = this.canvas.clientWidth * devicePixelRatio
    if (elements === 0) return
    const width = Math.max(16, Math.min(CLIP.width, Math.round(elements)))
    if (width === this.full.width) return
    this.full = { width, height: Math.round((width * CLIP.height) / CLIP.width) }
    this.invalidate()
  }

  private invalidate(): void {
    this.dirty = true
    this.schedule()
  }

  private schedule(): void {
    clearTimeout(this.waiting)
    if (this.renderer !== null) this.drawing.request()
  }

  private tick(now: number): void {
    const { renderer } = this
    if (renderer === null || renderer.lost || this.full.width === 0) return
    this.play(now)
    try {
      if (renderer.ready(now)) this.draw(renderer, now)
      this.scheduleNext(renderer, now)
    } catch (error) {
      this.fail(error)
    }
  }

  private scheduleNext(renderer: PreviewRenderer, now: number): void {
    if (isPlaying(useStore.getState()) || this.dirty || renderer.busy) this.schedule()
    else if (this.isFine() && this.examineIn !== null) this.waiting = setTimeout(() => this.schedule(), this.examineIn)
    else if (!this.isFine()) this.waiting = setTimeout(() => this.schedule(), this.changedAt + STILL_AFTER - now)
  }

  private isFine(): boolean {
    return this.shown.width === this.full.width
  }

  /** Moves the playhead by the time that passed, a whole frame of the clip at a time. */
  private play(now: number): void {
    const state = useStore.getState()
    const { playhead } = state
    if (!isPlaying(state)) {
      this.lastTick = null
      return
    }
    const elapsed = (now - (this.lastTick ?? now)) * 1000
    const next = advance(playhead, elapsed)
    if (this.lastTick !== null && frameAt(next) === frameAt(playhead)) return
    this.lastTick = now
    if (next !== playhead) setInterface({ playhead: Math.round(next) })
  }

  /** The GPU has time: shows what it has finished, and gives it what comes next. */
  private draw(renderer: PreviewRenderer, now: number): void {
    const image = renderer.take()
    if (image !== null) this.show(image)
    const state = useStore.getState()
    const { playhead, view } = state
    const playing = isPlaying(state)
    const picture: Picture = { stack: view.project.stack, pipelines: view.pipelines, frame: frameAt(playhead) }
    if (this.dirty) {
      this.dirty = false
      this.changedAt = now
      renderer.drawSoon(picture, this.full, now)
    } else if (renderer.unfinished) {
      renderer.proceed(now)
    } else if (!playing && !this.isFine() && now >= this.changedAt + STILL_AFTER) {
      renderer.drawFine(picture, this.full, now)
    } else if (playing || this.isFine()) {
      this.examineIn = renderer.examine(picture)
    }
  }

  private show(image: ImageData): void {
    const { width, height } = image
    if (width !== this.canvas.width || height !== this.canvas.height) {
      this.canvas.width = width
      this.canvas.height = height
    }
    this.context?.putImageData(image, 0, 0)
    this.shown = { width, height }
    this.openAfter = FIRST_OPEN_AFTER
    this.report.size(this.shown)
  }
}
