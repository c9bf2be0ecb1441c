/**
 * Programs by their fragment source. A general shader is built when it is first drawn. A variant is built meanwhile, one
 * at a time and never within a frame: by the driver's own threads where KHR_parallel_shader_compile is there, otherwise
 * in the browser's idle time, one piece of the work in each.
 */
import { createProgram, finishProgram, type Program, startProgram, type UnfinishedProgram } from './gl'

interface Building {
  source: string
  label: string
  unfinished: UnfinishedProgram | null
  linking: boolean
}

/** ms after which a busy browser builds nonetheless, and between looks at what the driver builds */
const IDLE_TIMEOUT = 1_000
const POLL = 30

export class Programs {
  private readonly built = new Map<string, Program>()
  private readonly failed = new Set<string>()
  private readonly queue: Building[] = []
  private readonly parallel: KHR_parallel_shader_compile | null
  private idle = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param built called when a variant can be used */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly vertex: string,
    private readonly ready: () => void,
  ) {
    this.parallel = gl.getExtension('KHR_parallel_shader_compile')
  }

  /** The program, built now if it is not there yet. @throws Error with the driver's log */
  get(source: string, label: string, vertex = this.vertex): { program: Program; isNew: boolean } {
    const known = this.built.get(source)
    if (known !== undefined) return { program: known, isNew: false }
    const program = createProgram(this.gl, vertex, source, label)
    this.built.set(source, program)
    return { program, isNew: true }
  }

  isBuilt(source: string): boolean {
    return this.built.has(source)
  }

  /** Has a program built meanwhile, unless it is there, under way, or was tried in vain. */
  request(source: string, label: string): void {
    if (this.built.has(source) || this.failed.has(source) || this.queue.some((entry) => entry.source === source)) return
    this.queue.push({ source, label, unfinished: null, linking: false })
    if (this.queue.length === 1) this.whenIdle()
  }

  /** Forgets everything; after a lost context the handles mean nothing. */
  clear(): void {
    cancelIdleCallback(this.idle)
    clearTimeout(this.timer)
    this.queue.length = 0
    this.failed.clear()
    this.built.clear()
  }

  dispose(): void {
    for (const { handle } of this.built.values()) this.gl.deleteProgram(handle)
    for (const { unfinished } of this.queue) if (unfinished !== null) this.gl.deleteProgram(unfinished.handle)
    this.clear()
  }

  private whenIdle(): void {
    this.idle = requestIdleCallback(() => this.proceed(), { timeout: IDLE_TIMEOUT })
  }

  /** One piece of work: compile, then link, then look whether that is done. */
  private proceed(): void {
    const { gl, parallel } = this
    const [entry] = this.queue
    if (entry === undefined || gl.isContextLost()) return
    if (entry.unfinished === null) {
      entry.unfinished = startProgram(gl, this.vertex, entry.source, entry.label)
      if (parallel === null) return this.whenIdle()
    }
    if (!entry.linking) {
      gl.linkProgram(entry.unfinished.handle)
      entry.linking = true
      return this.lookLater()
    }
    if (parallel !== null && gl.getProgramParameter(entry.unfinished.handle, parallel.COMPLETION_STATUS_KHR) !== true)
      return this.lookLater()
    this.finish(entry, entry.unfinished)
  }

  private lookLater(): void {
    if (this.parallel === null) this.whenIdle()
    else this.timer = setTimeout(() => this.proceed(), POLL)
  }

  private finish({ source, label }: Building, unfinished: UnfinishedProgram): void {
    this.queue.shift()
    try {
      this.built.set(source, finishProgram(this.gl, unfinished))
      this.ready()
    } catch (error) {
      // the picture does not need it: the general shader gives the same one
      this.failed.add(source)
      console.error(`${label} is not used:`, error)
    }
    if (this.queue.length > 0) this.whenIdle()
  }
}
