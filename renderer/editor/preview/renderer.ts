import { type Cursor, nextChunk, nextWork, START } from './chunks'
import { CLIP } from './clip'
import { CLIP_COST, costOf, costOfPass, type PlannedPass, planPasses, TARGETS } from './effects'
import { createProgram, createTarget, createTexture, deleteTarget, type Program, type Target } from './gl'
import { drawLettering } from './lettering'
import { Readback } from './readback'
import { Resolution } from './resolution'
import { CLIP_FRAGMENT } from './shaders/clip'
import { FULL_SCREEN_VERTEX, FULL_SCREEN_VERTEX_TOP_DOWN, PASS_HEADER } from './shaders/effect'

/** What one picture is made of. */
export interface Picture {
  /** effect names in order */
  stack: readonly string[]
  /** 0 to 1 through the clip */
  phase: number
}

export interface Size {
  width: number
  height: number
}

/** A picture under way: pass 0 is the clip, pass n the plan's n − 1. */
interface Job {
  phase: number
  plan: readonly PlannedPass[]
  /** work of one row, for each pass */
  rowWork: readonly number[]
  cursor: Cursor
  /** drawn at once, so that its time tells what size the next one may have */
  whole: boolean
}

interface InFlight {
  sync: WebGLSync
  started: number
  /** when it was last seen unfinished */
  looked: number
}

/**
 * Draws the clip and its effects. Nothing here waits for the GPU: a fence tells, at a later animation frame, that what
 * was asked for is done, and until then nothing else is begun, so that a slow GPU is never given more than one piece
 * of work. Pictures end up in memory (`take`), not on a canvas.
 */
export class PreviewRenderer {
  private readonly gl: WebGL2RenderingContext
  private readonly surface = new OffscreenCanvas(1, 1)
  private readonly resolution = new Resolution()
  private readonly readback: Readback
  private readonly programs = new Map<string, Program>()
  private targets: Target[] = []
  private width = 0
  private height = 0
  private lettering: WebGLTexture
  private job: Job | null = null
  private inFlight: InFlight | null = null
  /** a program was compiled for what is under way, so that its time says nothing about the next one */
  private compiled = false
  /** work of the next chunk of a fine picture */
  private chunk = 0

  /** @throws Error when there is no WebGL2, or a shader fails */
  constructor() {
    const gl = this.surface.getContext('webgl2', { alpha: false, antialias: false, depth: false })
    if (gl === null) throw new Error('This system offers no WebGL2, which the preview needs')
    this.gl = gl
    this.readback = new Readback(gl)
    this.lettering = createTexture(gl)
    this.upload()
  }

  /** Tells when the graphics context is lost and when it is back; then `restore` has to be called. */
  watch(lost: () => void, restored: () => void): void {
    this.surface.addEventListener('webglcontextlost', (event) => {
      event.preventDefault()
      lost()
    })
    this.surface.addEventListener('webglcontextrestored', restored)
  }

  get lost(): boolean {
    return this.gl.isContextLost()
  }

  /** After a lost context came back: everything on the GPU is gone and made again when it is next needed. */
  restore(): void {
    this.programs.clear()
    this.targets = []
    this.readback.dispose()
    this.inFlight = null
    this.job = null
    this.lettering = createTexture(this.gl)
    this.upload()
  }

  /** Whether the GPU has finished what it was given; looks, never waits. `now` in ms. */
  ready(now: number): boolean {
    const { gl, inFlight, job } = this
    if (inFlight === null) return true
    if (gl.getSyncParameter(inFlight.sync, gl.SYNC_STATUS) !== gl.SIGNALED) {
      inFlight.looked = now
      return false
    }
    gl.deleteSync(inFlight.sync)
    this.inFlight = null
    // It ended somewhere between the last two looks.
    const took = (inFlight.looked + now) / 2 - inFlight.started
    if (job !== null && !this.compiled) {
      const total = this.totalWork(job)
      if (job.whole) this.resolution.measured(took, total)
      else this.chunk = nextWork(this.chunk, took, total)
    }
    this.compiled = false
    return true
  }

  /** Begins a picture that others follow, as fine as it can be soon, up to `full`. */
  drawSoon(picture: Picture, full: Size, now: number): void {
    const plan = planPasses(picture.stack)
    const scale = this.resolution.choose(full.width * full.height * costOf(plan))
    const scaled = (edge: number) => Math.max(1, Math.round(edge * scale))
    this.begin(picture, plan, { width: scaled(full.width), height: scaled(full.height) }, true)
    this.proceed(now)
  }

  /** Begins a picture of just this size; `proceed` draws a chunk of it each time, until it can be taken. */
  drawFine(picture: Picture, size: Size, now: number): void {
    this.begin(picture, planPasses(picture.stack), size, false)
    if (this.job !== null && this.chunk === 0) this.chunk = nextWork(0, 0, this.totalWork(this.job))
    this.proceed(now)
  }

  /** Whether a picture was begun that is not wholly drawn. Beginning another one drops it. */
  get unfinished(): boolean {
    return this.job !== null && this.job.cursor.pass < this.job.rowWork.length
  }

  /** Whether the GPU was given something that was not yet taken or finished. */
  get busy(): boolean {
    return this.job !== null || this.inFlight !== null
  }

  /** Draws the next chunk of the picture that was begun. */
  proceed(now: number): void {
    const { gl, job } = this
    if (job === null) return
    const { bands, next } = nextChunk(job.cursor, job.rowWork, this.height, job.whole ? Infinity : this.chunk)
    job.cursor = next
    gl.enable(gl.SCISSOR_TEST)
    for (const { pass, from, to } of bands) {
      gl.scissor(0, from, this.width, to - from)
      const step = job.plan[pass - 1]
      if (step === undefined) this.drawClip(job.phase)
      else this.drawPass(step)
    }
    gl.disable(gl.SCISSOR_TEST)
    // The last pass has left its target bound.
    if (!this.unfinished) this.readback.begin(this.width, this.height)
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
    if (sync !== null) this.inFlight = { sync, started: now, looked: now }
  }

  /** The picture, once, when it is done; call only when `ready`. It is overwritten after the next picture is begun. */
  take(): ImageData | null {
    if (this.job === null || this.unfinished) return null
    this.job = null
    return this.readback.receive()
  }

  /** Frees what the GPU holds for the preview. */
  dispose(): void {
    const { gl } = this
    for (const target of this.targets) deleteTarget(gl, target)
    for (const program of this.programs.values()) gl.deleteProgram(program.handle)
    gl.deleteTexture(this.lettering)
    this.readback.dispose()
    if (this.inFlight) gl.deleteSync(this.inFlight.sync)
    this.targets = []
    this.programs.clear()
    this.inFlight = null
    this.job = null
  }

  private begin(picture: Picture, plan: readonly PlannedPass[], size: Size, whole: boolean): void {
    this.resize(size)
    const rowWork = [CLIP_COST, ...plan.map(costOfPass)].map((cost) => cost * size.width)
    this.job = { phase: picture.phase, plan, rowWork, cursor: START, whole }
  }

  private totalWork(job: Job): number {
    return job.rowWork.reduce((sum, work) => sum + work * this.height, 0)
  }

  private upload(): void {
    const { gl } = this
    gl.bindTexture(gl.TEXTURE_2D, this.lettering)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, drawLettering())
    // The title is drawn smaller than it is: without smaller versions of it, it would break up.
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
    gl.generateMipmap(gl.TEXTURE_2D)
  }

  private resize({ width, height }: Size): void {
    if (width === this.width && height === this.height && this.targets.length === TARGETS) return
    for (const target of this.targets) deleteTarget(this.gl, target)
    this.targets = Array.from({ length: TARGETS }, () => createTarget(this.gl, width, height))
    this.width = width
    this.height = height
  }

  /** Programs are compiled when they are first needed and kept by their source. */
  private use(vertex: string, fragment: string, label: string): Program {
    let program = this.programs.get(fragment)
    if (program === undefined) {
      program = createProgram(this.gl, vertex, fragment, label)
      this.programs.set(fragment, program)
      this.compiled = true
    }
    this.gl.useProgram(program.handle)
    return program
  }

  private bind(program: Program, unit: number, name: string, texture: WebGLTexture): void {
    const { gl } = this
    gl.activeTexture(gl.TEXTURE0 + unit)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.uniform1i(program.uniform(name), unit)
  }

  private drawInto(target: Target): void {
    const { gl } = this
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer)
    gl.viewport(0, 0, this.width, this.height)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  /** The clip is drawn with its top row at y = 0, which is how pictures lie in memory; no effect minds. */
  private drawClip(phase: number): void {
    const { gl } = this
    const program = this.use(FULL_SCREEN_VERTEX_TOP_DOWN, CLIP_FRAGMENT, `the clip ${CLIP.title}`)
    this.bind(program, 0, 'uLettering', this.lettering)
    gl.uniform1f(program.uniform('uPhase'), phase)
    gl.uniform2f(program.uniform('uResolution'), this.width, this.height)
    this.drawInto(this.targets[0]!)
  }

  private drawPass(step: PlannedPass): void {
    const { gl } = this
    const fragment = PASS_HEADER + step.effect.passes[step.pass]!.fragment
    const program = this.use(FULL_SCREEN_VERTEX, fragment, step.effect.name)
    this.bind(program, 0, 'uSource', this.targets[step.source]!.texture)
    this.bind(program, 1, 'uOriginal', this.targets[step.original]!.texture)
    gl.uniform2f(program.uniform('uTexel'), 1 / this.width, 1 / this.height)
    if (step.effect.tint) {
      gl.uniform3fv(program.uniform('uTint'), [...step.effect.tint])
      gl.uniform1f(program.uniform('uStrength'), step.strength)
    }
    this.drawInto(this.targets[step.target]!)
  }
}
