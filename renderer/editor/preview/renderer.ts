import { CLIP } from './clip'
import { costOf, type PlannedPass, planPasses, TARGETS } from './effects'
import { createProgram, createTarget, createTexture, deleteTarget, type Program, type Target } from './gl'
import { drawLettering } from './lettering'
import { MOVING, Resolution, STILL } from './resolution'
import { CLIP_FRAGMENT } from './shaders/clip'
import { FULL_SCREEN_VERTEX, PASS_HEADER } from './shaders/effect'

const SHOW_FRAGMENT = `${PASS_HEADER}
void main() {
  outColor = texture(uSource, vUv);
}`

/** What one picture is made of. */
export interface Picture {
  /** effect names in order */
  stack: readonly string[]
  /** 0 to 1 through the clip */
  phase: number
  /** others follow, so it has to be ready soon; a still one may take longer and be finer */
  moving: boolean
}

export interface Size {
  width: number
  height: number
}

interface InFlight {
  sync: WebGLSync
  started: number
  /** when it was last seen unfinished */
  looked: number
  pixels: number
  cost: number
}

/**
 * Draws the clip and its effects. Nothing here waits for the GPU: a fence tells, at a later animation frame, that a
 * picture is done, and until then no other one is begun, so that a slow GPU is never given more than one.
 */
export class PreviewRenderer {
  private readonly gl: WebGL2RenderingContext
  private readonly resolution = new Resolution()
  private readonly programs = new Map<string, Program>()
  private targets: Target[] = []
  private width = 0
  private height = 0
  private lettering: WebGLTexture
  private inFlight: InFlight | null = null
  /** a program was compiled for the picture under way, so that its time says nothing about the next one */
  private compiled = false

  /** @throws Error when the canvas has no WebGL2, or a shader fails */
  constructor(private readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      preserveDrawingBuffer: true,
    })
    if (gl === null) throw new Error('This system offers no WebGL2, which the preview needs')
    this.gl = gl
    this.lettering = createTexture(gl)
    this.upload()
  }

  /** After a lost context came back: everything on the GPU is gone and made again when it is next needed. */
  restore(): void {
    this.programs.clear()
    this.targets = []
    this.inFlight = null
    this.lettering = createTexture(this.gl)
    this.upload()
  }

  /** Whether the GPU has finished the picture before; looks, never waits. `now` in ms. */
  ready(now: number): boolean {
    const { gl, inFlight } = this
    if (inFlight === null) return true
    if (gl.getSyncParameter(inFlight.sync, gl.SYNC_STATUS) !== gl.SIGNALED) {
      inFlight.looked = now
      return false
    }
    gl.deleteSync(inFlight.sync)
    this.inFlight = null
    // It ended somewhere between the last two looks.
    const took = (inFlight.looked + now) / 2 - inFlight.started
    if (!this.compiled) this.resolution.measured(took, inFlight.pixels, inFlight.cost)
    this.compiled = false
    return true
  }

  /** The internal size that suits this picture by what was measured so far. */
  sizeFor(picture: Picture): Size {
    const { width, height } = this.canvas
    const budget = picture.moving ? MOVING : STILL
    const scale = this.resolution.choose(width * height, costOf(planPasses(picture.stack)), budget)
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  }

  /** Draws one picture. @returns the internal size that was used */
  draw(picture: Picture, now: number): Size {
    const { gl } = this
    const plan = planPasses(picture.stack)
    const size = this.sizeFor(picture)
    this.resize(size)
    this.drawClip(picture.phase)
    for (const step of plan) this.drawPass(step)
    this.show(plan.at(-1)?.target ?? 0)
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
    const pixels = this.width * this.height
    if (sync !== null) this.inFlight = { sync, started: now, looked: now, pixels, cost: costOf(plan) }
    return size
  }

  /** Frees what the GPU holds for this canvas. */
  dispose(): void {
    const { gl } = this
    for (const target of this.targets) deleteTarget(gl, target)
    for (const program of this.programs.values()) gl.deleteProgram(program.handle)
    gl.deleteTexture(this.lettering)
    if (this.inFlight) gl.deleteSync(this.inFlight.sync)
    this.targets = []
    this.programs.clear()
    this.inFlight = null
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
  private use(fragment: string, label: string): Program {
    let program = this.programs.get(fragment)
    if (program === undefined) {
      program = createProgram(this.gl, FULL_SCREEN_VERTEX, fragment, label)
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

  private drawInto(target: Target | null): void {
    const { gl, canvas } = this
    gl.bindFramebuffer(gl.FRAMEBUFFER, target?.framebuffer ?? null)
    gl.viewport(0, 0, target ? this.width : canvas.width, target ? this.height : canvas.height)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  private drawClip(phase: number): void {
    const { gl } = this
    const program = this.use(CLIP_FRAGMENT, `the clip ${CLIP.title}`)
    this.bind(program, 0, 'uLettering', this.lettering)
    gl.uniform1f(program.uniform('uPhase'), phase)
    gl.uniform2f(program.uniform('uResolution'), this.width, this.height)
    this.drawInto(this.targets[0]!)
  }

  private drawPass(step: PlannedPass): void {
    const { gl } = this
    const program = this.use(PASS_HEADER + step.effect.passes[step.pass]!.fragment, step.effect.name)
    this.bind(program, 0, 'uSource', this.targets[step.source]!.texture)
    this.bind(program, 1, 'uOriginal', this.targets[step.original]!.texture)
    gl.uniform2f(program.uniform('uTexel'), 1 / this.width, 1 / this.height)
    if (step.effect.tint) gl.uniform3fv(program.uniform('uTint'), [...step.effect.tint])
    this.drawInto(this.targets[step.target]!)
  }

  private show(target: number): void {
    const program = this.use(SHOW_FRAGMENT, 'the screen')
    this.bind(program, 0, 'uSource', this.targets[target]!.texture)
    this.drawInto(null)
  }
}
