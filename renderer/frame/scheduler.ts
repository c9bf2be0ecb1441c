/**
 * The one loop of animation frames: what has come is applied first, then everything that asked to be drawn is drawn,
 * once. Nothing else in the renderer asks the display for a frame.
 */

/**
 * In this order within a frame. `apply` writes the store, `draw` paints what the store now says, `work` uses what is
 * left of the frame for what may take several.
 */
const PHASES = ['apply', 'draw', 'work'] as const
export type Phase = (typeof PHASES)[number]

/** Something that is done at most once per animation frame. */
export interface FrameTask {
  /** Asks for it. One that is asked for in an earlier phase of a frame is still done in that frame; else in the next. */
  request(): void
  /** What was asked for is not done. */
  cancel(): void
}

interface Task {
  run(now: number): void
}

export class FrameScheduler {
  private readonly waiting: Readonly<Record<Phase, Set<Task>>> = { apply: new Set(), draw: new Set(), work: new Set() }
  private scheduled = 0
  private inFrame = false

  /** @param run is given the display's clock, in ms */
  task(phase: Phase, run: (now: number) => void): FrameTask {
    const task = { run }
    return {
      request: () => {
        this.waiting[phase].add(task)
        this.schedule()
      },
      cancel: () => {
        this.waiting[phase].delete(task)
        if (PHASES.every((each) => this.waiting[each].size === 0)) this.stop()
      },
    }
  }

  private schedule(): void {
    // within a frame it is not known yet what a later phase of it still does
    if (this.scheduled === 0 && !this.inFrame) this.scheduled = requestAnimationFrame((now) => this.tick(now))
  }

  private stop(): void {
    if (this.scheduled !== 0) cancelAnimationFrame(this.scheduled)
    this.scheduled = 0
  }

  private tick(now: number): void {
    this.scheduled = 0
    this.inFrame = true
    for (const phase of PHASES) this.run(this.waiting[phase], now)
    this.inFrame = false
    if (PHASES.some((phase) => this.waiting[phase].size > 0)) this.schedule()
  }

  private run(waiting: Set<Task>, now: number): void {
    for (const task of [...waiting]) {
      // one before it may have cancelled it
      if (!waiting.delete(task)) continue
      try {
        task.run(now)
      } catch (error) {
        // a picture that fails keeps no other from being drawn; the window shows it as any uncaught error
        reportError(error)
      }
    }
  }
}

export const frames = new FrameScheduler()

/** Does something once, when the coming animation frame draws. */
export function onNextFrame(run: () => void): void {
  frames.task('draw', run).request()
}
