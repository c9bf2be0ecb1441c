import { releaseCanvases } from '../../canvas/context'
import { frames } from '../../frame/scheduler'
import { isSeen, onSeenChange } from '../../frame/seen'
import type { PixelDifference } from '../../store/measured'
import { onPixels, packStills, showing, unpackStills } from '../../store/stills'
import { isPlaying, toast, useStore } from '../../store/store'
import { formatCount } from '../../widgets/format'
import { CLIP } from './clip'
import { type Drawable, drawableOf } from './drawable'
import type { Size } from './gl'
import type { Pair } from './identity'
import { PreviewRenderer } from './renderer'
import type { RateCounter } from './transport/rates'

/** What the preview tells about itself. */
export interface PreviewReport {
  /** why there is no picture, and what to do; null while there is one */
  problem(message: string | null): void
  /** internal size of the picture that is shown, and the one at which it is shown */
  size(size: Size, full: Size): void
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

/**
 * Connects the store, the canvas and the animation frames: draws the picture that the simulated GPU has shown, each as it
 * comes, and asks for no animation frame otherwise. A picture is shown at once, if need be coarsely; one that stays is
 * drawn once more at full size, a chunk at a time. A hidden window draws nothing, and holds nothing to draw with.
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
  /** null: nothing was shown yet */
  private picture: Drawable | null = null
  /** number of the picture that was begun, and of the one that is on the screen */
  private begun = 0
  private drawn = 0
  /** the platform decodes the frame of a video that is to be drawn next */
  private decoding = false
  private stopped = false
  private opening: ReturnType<typeof setTimeout> | undefined
  private openAfter = FIRST_OPEN_AFTER
  private readonly stops: (() => void)[] = []

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly report: PreviewReport,
    private readonly rates: RateCounter,
  ) {
    // The pictures come from memory, so that is where the canvas is to be.
    this.context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  }

  start(): void {
    this.stopped = false
    this.look()
    this.stops.push(
      useStore.subscribe((state, before) => {
        const { preview, pipelines } = state.view
        if (preview.picture !== before.view.preview.picture || pipelines !== before.view.pipelines) this.look()
      }),
    )
    this.stops.push(onSeenChange(() => this.follow()))
    this.stops.push(onPixels((media) => this.redraw(media)))
    this.follow()
    const observer = new ResizeObserver(() => this.fit())
    observer.observe(this.canvas)
    this.stops.push(() => observer.disconnect())
    this.fit()
  }

  stop(): void {
    this.stopped = true
    this.drawing.cancel()
    clearTimeout(this.waiting)
    clearTimeout(this.opening)
    for (const stop of this.stops.splice(0)) stop()
    this.close()
  }

  private close(): void {
    this.renderer?.dispose()
    this.renderer = null
  }

  /**
   * A hidden window gives back what the GPU holds for it, decoded pictures and the canvas; seen again it draws the picture
   * that is shown by then.
   */
  private follow(): void {
    if (isSeen()) {
      void unpackStills().then(() => {
        if (!isSeen() || this.stops.length === 0) return
        if (this.renderer === null) this.open()
        const { picture } = this
        // a hidden window has decoded nothing
        if (picture?.media != null) void showing(picture.media, picture.moment)?.then(() => this.invalidate())
      })
      return
    }
    this.drawing.cancel()
    clearTimeout(this.waiting)
    clearTimeout(this.opening)
    this.close()
    releaseCanvases([this.canvas])
    this.shown = { width: 0, height: 0 }
    void packStills()
  }

  /** The clip that is seen shows something else from now on. */
  private redraw(media: string): void {
    const { picture } = this
    if (picture?.media !== media) return
    const decoded = isSeen() ? showing(media, picture.moment) : null
    if (decoded === null) this.invalidate()
    else void decoded.then(() => this.invalidate())
  }

  /** What the simulated GPU has shown by now; of a video the platform has to decode it first. */
  private look(): void {
    // one at a time: each that was begun is seen, and then the newest
    if (this.decoding) return
    const { preview, pipelines } = useStore.getState().view
    const next = drawableOf(preview.picture, pipelines, this.picture)
    if (next === this.picture) return
    const t = preview.picture?.t ?? 0
    const decoded = next?.media == null || !isSeen() ? null : showing(next.media, next.moment)
    if (decoded === null) return this.take(next, t)
    this.decoding = true
    void decoded.then(() => {
      this.decoding = false
      if (this.stopped) return
      this.take(next, t)
      // what the clip shows may have been replaced meanwhile, or come too late to be waited for
      if (next?.media != null) this.redraw(next.media)
      this.look()
    })
  }

  /** @param t when it was shown, in simulated time */
  private take(next: Drawable | null, t: number): void {
    if (next !== null && next.number !== this.picture?.number) this.rates.came(next.number, t, performance.now())
    this.picture = next
    if (next === null) this.blank()
    this.invalidate()
  }

  /** Another run begins, and has shown nothing. */
  private blank(): void {
    const { width, height } = this.canvas
    this.context?.clearRect(0, 0, width, height)
    this.shown = { width: 0, height: 0 }
    this.begun = 0
    this.drawn = 0
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
    this.close()
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
    if (this.renderer !== null && this.picture !== null) this.drawing.request()
  }

  private tick(now: number): void {
    const { renderer, picture } = this
    if (renderer === null || picture === null || renderer.lost || this.full.width === 0) return
    try {
      if (renderer.ready(now)) this.draw(renderer, picture, now)
      this.scheduleNext(renderer, now)
    } catch (error) {
      this.fail(error)
    }
  }

  private scheduleNext(renderer: PreviewRenderer, now: number): void {
    if (this.dirty || renderer.busy) this.schedule()
    else if (this.isFine() && this.examineIn !== null) this.waiting = setTimeout(() => this.schedule(), this.examineIn)
    else if (!this.isFine()) this.waiting = setTimeout(() => this.schedule(), this.changedAt + STILL_AFTER - now)
  }

  private isFine(): boolean {
    return this.shown.width === this.full.width
  }

  /** The GPU has time: shows what it has finished, and gives it what comes next. */
  private draw(renderer: PreviewRenderer, picture: Drawable, now: number): void {
    const image = renderer.take()
    if (image !== null) this.show(image, now)
    if (this.dirty) {
      this.dirty = false
      this.changedAt = now
      this.begun = picture.number
      renderer.drawSoon(picture, this.full, now)
    } else if (renderer.unfinished) {
      renderer.proceed(now)
    } else if (!this.isFine() && now >= this.changedAt + STILL_AFTER) {
      renderer.drawFine(picture, this.full, now)
    } else if (this.isFine() || isPlaying(useStore.getState())) {
      this.examineIn = renderer.examine(picture)
    }
  }

  private show(image: ImageData, now: number): void {
    const { width, height } = image
    if (width !== this.canvas.width || height !== this.canvas.height) {
      this.canvas.width = width
      this.canvas.height = height
    }
    this.context?.putImageData(image, 0, 0)
    this.shown = { width, height }
    this.openAfter = FIRST_OPEN_AFTER
    this.report.size(this.shown, this.full)
    // which picture the pixels are of, for whoever looks at them from outside
    this.canvas.dataset.picture = String(this.begun)
    if (this.drawn === this.begun) return
    this.drawn = this.begun
    this.rates.drew(now)
  }
}
