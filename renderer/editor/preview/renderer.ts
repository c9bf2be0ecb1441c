import type { PipelineView } from '../../../preload/contract'
import type { PixelDifference } from '../../store/measured'
import { setPixelDifference, useStore } from '../../store/store'
import { usableVariants } from '../../store/variants'
import { type Cursor, nextChunk, nextWork, START } from './chunks'
import { CLIP, CLIP_FRAMES } from './clip'
import { colourTables } from './colour-tables'
import {
  bindConstant,
  createTarget,
  createTexture,
  createVolume,
  deleteTarget,
  type Program,
  type Size,
  type Target,
} from './gl'
import { IdentityCheck, type Pair, stepWith } from './identity'
import { drawLettering } from './lettering'
import { Measurement } from './measurement'
import { type ClipStep, costOf, costOfStep, type PassStep, type Plan, planOf } from './plan'
import { Programs } from './programs'
import { Readback } from './readback'
import { Resolution } from './resolution'
import { CLIP_FRAGMENT } from './shaders/clip'
import { STILL_FRAGMENT } from './shaders/still'
import { FULL_SCREEN_VERTEX, FULL_SCREEN_VERTEX_TOP_DOWN } from './shaders/vertex'
import { StillTextures } from './stills'

/** What one picture is made of. */
export interface Picture {
  /** effect names in order */
  stack: readonly string[]
  /** every PSO of the app's, with its variants */
  pipelines: readonly PipelineView[]
  /** of the footage */
  frame: number
  /** an imported clip, by its name; null: nothing is there [the sample footage] */
  media?: string | null | undefined
}

/** A picture under way. */
interface Job {
  plan: Plan
  /** work of one row, for each step */
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
  private readonly programs: Programs
  private readonly measurement: Measurement
  private readonly identity: IdentityCheck
  private targets: Target[] = []
  private width = 1
  private height = 1
  private lettering: WebGLTexture
  /** what the picture that was begun last is of */
  private media: string | null | undefined
  private readonly stills: StillTextures
  /** made when a shader first asks for it */
  private tables: WebGLTexture | null = null
  private job: Job | null = null
  private inFlight: InFlight | null = null
  /** a program was compiled for what is under way, so that its time says nothing about the next one */
  private compiled = false
  /** work of the next chunk of a fine picture */
  private chunk = 0

  /**
   * @param variantsChanged called when a variant can be used from now on, or no more
   * @param differs told of a variant that is not used any more, as its pixels are not those of the general shader
   * @throws Error when there is no WebGL2, or a shader fails
   */
  constructor(
    private readonly variantsChanged: () => void,
    private readonly differs: (pair: Pair, difference: PixelDifference) => void,
  ) {
    const gl = this.surface.getContext('webgl2', { alpha: false, antialias: false, depth: false })
    if (gl === null) throw new Error('This system offers no WebGL2, which the preview needs')
    this.gl = gl
    this.readback = new Readback(gl)
    this.programs = new Programs(gl, FULL_SCREEN_VERTEX, variantsChanged)
    this.measurement = new Measurement(gl)
    this.identity = new IdentityCheck(gl, (pair, difference) => this.compared(pair, difference))
    this.lettering = createTexture(gl)
    this.stills = new StillTextures(gl)
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
    this.measurement.forget()
    this.identity.forget()
    this.targets = []
    this.readback.dispose()
    this.inFlight = null
    this.job = null
    this.lettering = createTexture(this.gl)
    this.tables = null
    this.stills.forget()
    this.upload()
  }

  /** Whether the GPU has finished what it was given; looks, never waits. `now` in ms. */
  ready(now: number): boolean {
    const { gl, inFlight, job } = this
    if (this.measurement.isUnderWay || this.identity.isUnderWay) return false
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
    const plan = this.planOf(picture)
    const scale = this.resolution.choose(full.width * full.height * costOf(plan))
    const scaled = (edge: number) => Math.max(1, Math.round(edge * scale))
    this.begin(plan, { width: scaled(full.width), height: scaled(full.height) }, true)
    this.proceed(now)
  }

  /** Begins a picture of just this size; `proceed` draws a chunk of it each time, until it can be taken. */
  drawFine(picture: Picture, size: Size, now: number): void {
    this.begin(this.planOf(picture), size, false)
    if (this.job !== null && this.chunk === 0) this.chunk = nextWork(0, 0, this.totalWork(this.job))
    this.proceed(now)
  }

  /** Whether a picture was begun that is not wholly drawn. Beginning another one drops it. */
  get unfinished(): boolean {
    return this.job !== null && this.job.cursor.pass < this.job.rowWork.length
  }

  /** Whether the GPU was given something that was not yet taken or finished. */
  get busy(): boolean {
    const { job, inFlight, measurement, identity } = this
    return job !== null || inFlight !== null || measurement.isUnderWay || identity.isUnderWay
  }

  /**
   * Compares a variant of the picture with its general shader, or measures one of its programs, general shaders and the
   * variants that match in turn; call only when `ready` and nothing else is to be drawn.
   * @returns ms until there is something to do again; null: everything was compared and measured
   */
  examine(picture: Picture): number | null {
    if (this.targets.length === 0) return null
    const general = passesOf(planOf(picture.stack, picture.pipelines, picture.frame, () => null))
    const pair = this.identity.next(general, (source) => this.programs.isBuilt(source))
    if (pair !== null) {
      this.identity.begin(pair, (step, size, target) => this.drawPass(step, size, target))
      return 0
    }
    // those that match and are not in use, too: which of them is changes as better ones come
    const steps = general.flatMap((step) => [step, ...usableVariants(step.pipeline).map(stepWith(step))])
    const next = this.measurement.next(steps.filter(({ source }) => this.programs.isBuilt(source)))
    if (next === null) return null
    const { pause } = this.measurement
    if (pause === 0) this.measurement.begin(next, (size, target) => this.drawPass(next, size, target))
    return pause
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
      const step = job.plan.steps[pass]
      if (step?.kind === 'clip') this.drawClip(step)
      else if (step !== undefined) this.drawPass(step)
    }
    gl.disable(gl.SCISSOR_TEST)
    // The last step, whose picture it is, has left its target bound.
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
    this.programs.dispose()
    this.measurement.dispose()
    this.identity.dispose()
    gl.deleteTexture(this.lettering)
    this.stills.dispose()
    gl.deleteTexture(this.tables)
    this.readback.dispose()
    if (this.inFlight) gl.deleteSync(this.inFlight.sync)
    this.targets = []
    this.inFlight = null
    this.job = null
  }

  /** Of the picture under way. */
  private get size(): Size {
    return { width: this.width, height: this.height }
  }

  /** Draws with a variant where its program is built; one that is not yet is asked for. None that was seen to differ. */
  private planOf({ stack, pipelines, frame, media }: Picture): Plan {
    this.media = media
    const { differences } = useStore.getState().measured
    return planOf(stack, pipelines, frame, (pipeline) => {
      for (const variant of usableVariants(pipeline)) {
        if ((differences.get(variant.source)?.bytes ?? 0) > 0) continue
        if (this.programs.isBuilt(variant.source)) return variant
        this.programs.request(variant.source, `${pipeline.name}, variant ${variant.id}`)
      }
      return null
    })
  }

  private compared(pair: Pair, difference: PixelDifference): void {
    setPixelDifference(pair.variant.source, difference)
    if (difference.bytes === 0) return
    this.differs(pair, difference)
    this.variantsChanged()
  }

  private begin(plan: Plan, size: Size, whole: boolean): void {
    this.resize(size, plan.targets)
    const rowWork = plan.steps.map((step) => costOfStep(step) * size.width)
    this.stills.dropGone()
    this.job = { plan, rowWork, cursor: START, whole }
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

  private resize({ width, height }: Size, count: number): void {
    const same = width === this.width && height === this.height
    // a few more than are needed stay: the next picture may need them
    if (same && this.targets.length >= count) return
    if (!same) for (const target of this.targets.splice(0)) deleteTarget(this.gl, target)
    while (this.targets.length < count) this.targets.push(createTarget(this.gl, width, height))
    this.width = width
    this.height = height
  }

  private use(vertex: string, fragment: string, label: string): Program {
    const { program, isNew } = this.programs.get(fragment, label, vertex)
    this.compiled ||= isNew
    this.gl.useProgram(program.handle)
    return program
  }

  private bind(program: Program, unit: number, name: string, texture: WebGLTexture): void {
    const { gl } = this
    gl.activeTexture(gl.TEXTURE0 + unit)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.uniform1i(program.uniform(name), unit)
  }

  private bindTables(program: Program, unit: number): void {
    const { gl } = this
    gl.activeTexture(gl.TEXTURE0 + unit)
    this.tables ??= createVolume(gl, colourTables())
    gl.bindTexture(gl.TEXTURE_3D, this.tables)
    gl.uniform1i(program.uniform('uTable'), unit)
  }

  /** The clip is drawn with its top row at y = 0, which is how pictures lie in memory; no effect minds. */
  private drawClip({ frame, shot, target }: ClipStep): void {
    const { gl, media } = this
    const into = this.targets[target]!
    const still = media === undefined || media === null ? null : this.stills.of(media)
    if (media === null || still !== null) {
      const stillProgram = this.use(FULL_SCREEN_VERTEX_TOP_DOWN, STILL_FRAGMENT, 'a picture clip')
      // where nothing is there, any but the target: a draw that could read what it draws into is refused
      this.bind(stillProgram, 0, 'uPicture', still?.texture ?? this.lettering)
      // 0: nothing is there, and the picture is black
      const shape = still === null ? 0 : still.width / still.height
      gl.uniform1f(stillProgram.uniform('uShape'), (shape * this.height) / this.width)
      return this.drawInto(into)
    }
    const program = this.use(FULL_SCREEN_VERTEX_TOP_DOWN, CLIP_FRAGMENT, `the clip ${CLIP.title}`)
    this.bind(program, 0, 'uLettering', this.lettering)
    gl.uniform1f(program.uniform('uPhase'), frame / CLIP_FRAMES)
    gl.uniform1f(program.uniform('uShot'), shot)
    gl.uniform2f(program.uniform('uResolution'), this.width, this.height)
    this.drawInto(into)
  }

  /** @param size of what is drawn into, for a measurement; otherwise the picture's */
  private drawPass(step: PassStep, size: Size = this.size, into?: Target): void {
    const { gl } = this
    const { pipeline, source, inputs, frame, strength } = step
    const program = this.use(FULL_SCREEN_VERTEX, source, pipeline.name)
    inputs.forEach(({ name, target }, unit) => {
      // a measurement may read what an earlier picture has left
      this.bind(program, unit, name, this.targets[target % this.targets.length]!.texture)
    })
    if (program.uniform('uTable') !== null) this.bindTables(program, inputs.length)
    // lengths are those of the clip, so that a picture looks the same at whatever size it is computed
    gl.uniform2f(program.uniform('uTexel'), 1 / CLIP.width, 1 / CLIP.height)
    gl.uniform1f(program.uniform('uFrame'), frame)
    gl.uniform1f(program.uniform('uStrength'), strength)
    for (const [name, values] of Object.entries(pipeline.constants)) bindConstant(gl, program, name, values)
    this.drawInto(into ?? this.targets[step.target]!, size)
  }

  private drawInto(target: Target, { width, height }: Size = this.size): void {
    const { gl } = this
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer)
    gl.viewport(0, 0, width, height)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }
}

function passesOf({ steps }: Plan): PassStep[] {
  return steps.filter((step) => step.kind === 'pass')
}
