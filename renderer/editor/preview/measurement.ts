/**
 * What a draw takes on this computer's GPU, one program at a time and always at the same size, so that general shader
 * and variants compare. By the GPU's own clock where EXT_disjoint_timer_query_webgl2 is there, otherwise by the time to
 * a fence. Shown, never sent back (BP-31).
 */
import { MEASURED_SIZE, programKey } from '../../store/measured'
import { setDrawTime } from '../../store/store'
import { createTarget, deleteTarget, type Size, type Target } from './gl'
import { GpuPoll, isSignalled } from './gpu-poll'
import type { PassStep } from './plan'

/** Draws that are measured together, so that what is fixed about a measurement counts little. */
const DRAWS = 2
/** How often each program is measured; the shortest time counts, as what else a computer does only ever adds to it. */
const TIMES = 5
/** ms between two measurements, which are the GPU's for drawing the picture and the rest of the window */
const PAUSE = 300
/** ms between looks at whether the GPU is done */
const POLL = 2
const MOST_KNOWN = 4_096
const NANOSECONDS = 1e6

/** What TypeScript's own types lack of the extension. */
interface TimerQuery {
  readonly TIME_ELAPSED_EXT: number
  readonly GPU_DISJOINT_EXT: number
}

export class Measurement {
  /** how often, and the shortest time in ms, by program and constants */
  private readonly known = new Map<string, { count: number; shortest: number }>()
  private ended = 0
  private readonly timer: TimerQuery | null
  private target: Target | null = null
  private readonly poll: GpuPoll

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.timer = gl.getExtension('EXT_disjoint_timer_query_webgl2') as TimerQuery | null
    this.poll = new GpuPoll(gl, POLL)
  }

  get isUnderWay(): boolean {
    return this.poll.isUnderWay
  }

  /** The step that was measured least, or null when all were measured often enough with these constants. */
  next(steps: readonly PassStep[]): PassStep | null {
    const counted = steps.map((step) => ({ step, count: this.known.get(keyOf(step))?.count ?? 0 }))
    const open = counted.filter(({ count }) => count < TIMES).sort((a, b) => a.count - b.count)
    return open[0]?.step ?? null
  }

  /** ms until the next measurement may begin. */
  get pause(): number {
    return Math.max(0, this.ended + PAUSE - performance.now())
  }

  /** @param draw draws the step once, into a target of this size */
  begin(step: PassStep, draw: (size: Size, target: Target) => void): void {
    const { gl } = this
    // constants that are dragged along leave a trail
    if (this.known.size >= MOST_KNOWN) this.known.clear()
    const known = this.known.get(keyOf(step)) ?? { count: 0, shortest: Number.POSITIVE_INFINITY }
    this.known.set(keyOf(step), known)
    known.count++
    this.target ??= createTarget(gl, MEASURED_SIZE.width, MEASURED_SIZE.height)
    const target = this.target
    // the first draw of a program may still compile it
    if (known.count === 1) draw(MEASURED_SIZE, target)
    const query = this.timer === null ? null : gl.createQuery()
    if (this.timer !== null && query !== null) gl.beginQuery(this.timer.TIME_ELAPSED_EXT, query)
    const first = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    for (let count = 0; count < DRAWS; count++) draw(MEASURED_SIZE, target)
    if (this.timer !== null && query !== null) gl.endQuery(this.timer.TIME_ELAPSED_EXT)
    const last = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
    const program = programKey(step.pipeline.id, step.variant?.id ?? null)
    this.watch(query, first, last, (took) => {
      known.shortest = Math.min(known.shortest, took / DRAWS)
      setDrawTime(program, known.shortest)
    })
  }

  /** After a lost context: what was under way never ends. */
  forget(): void {
    this.poll.stop()
    this.target = null
    this.known.clear()
  }

  dispose(): void {
    if (this.target !== null) deleteTarget(this.gl, this.target)
    this.forget()
  }

  private watch(
    query: WebGLQuery | null,
    first: WebGLSync | null,
    last: WebGLSync | null,
    measured: (took: number) => void,
  ): void {
    const { gl } = this
    const begun = performance.now()
    let started = begun
    this.poll.until(() => {
      if (first === null || last === null) return true
      const now = performance.now()
      if (!isSignalled(gl, first)) started = now
      const isDone =
        isSignalled(gl, last) && (query === null || gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE) === true)
      if (!isDone) return false
      const took = query === null ? now - started : this.queried(query)
      gl.deleteSync(first)
      gl.deleteSync(last)
      gl.deleteQuery(query)
      this.ended = performance.now()
      if (took !== null) measured(took)
      return true
    })
  }

  /** ms; null when the GPU's clock was disturbed */
  private queried(query: WebGLQuery): number | null {
    const { gl, timer } = this
    if (timer === null || gl.getParameter(timer.GPU_DISJOINT_EXT) === true) return null
    return Number(gl.getQueryParameter(query, gl.QUERY_RESULT)) / NANOSECONDS
  }
}

function keyOf({ pipeline, variant }: PassStep): string {
  return `${programKey(pipeline.id, variant?.id ?? null)} ${JSON.stringify(pipeline.constants)}`
}
