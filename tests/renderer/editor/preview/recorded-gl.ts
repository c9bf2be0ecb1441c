/**
 * A WebGL2 context that remembers what was drawn instead of drawing it. Shaders are not run: what one reads is what it
 * declares. The GPU is done with what it was given when the test says so.
 */
import { vi } from 'vitest'

/** Something that lives on the GPU until it is deleted. */
interface Held {
  readonly kind: 'texture' | 'framebuffer' | 'buffer' | 'program' | 'shader' | 'sync' | 'query'
  readonly number: number
}

interface Texture extends Held {
  width: number
  height: number
}

/** One draw, with the state that mattered. */
export interface Draw {
  vertex: string
  fragment: string
  /** the texture that it was drawn into */
  into: Texture | undefined
  viewport: readonly number[]
  /** x, y, width, height, outside of which nothing was drawn; null: everywhere */
  scissor: readonly number[] | null
  /** what the program's uniforms had: numbers, of samplers the texture */
  uniforms: Record<string, unknown>
}

const NAMES = [
  ...['VERTEX_SHADER', 'FRAGMENT_SHADER', 'LINK_STATUS', 'ACTIVE_UNIFORMS', 'SCISSOR_TEST', 'TRIANGLES'],
  ...['TEXTURE_2D', 'TEXTURE_3D', 'TEXTURE_MIN_FILTER', 'TEXTURE_MAG_FILTER', 'TEXTURE_WRAP_S', 'TEXTURE_WRAP_T'],
  ...['TEXTURE_WRAP_R', 'LINEAR', 'LINEAR_MIPMAP_LINEAR', 'CLAMP_TO_EDGE', 'RGBA', 'RGBA8', 'RGBA16F'],
  ...['UNSIGNED_BYTE', 'FRAMEBUFFER', 'COLOR_ATTACHMENT0', 'PIXEL_PACK_BUFFER', 'STREAM_READ'],
  ...['SYNC_GPU_COMMANDS_COMPLETE', 'SYNC_STATUS', 'SIGNALED', 'UNSIGNALED', 'QUERY_RESULT', 'QUERY_RESULT_AVAILABLE'],
  ...['FLOAT', 'FLOAT_VEC2', 'FLOAT_VEC3', 'FLOAT_VEC4', 'INT', 'BOOL', 'UNSIGNED_INT', 'SAMPLER_2D', 'SAMPLER_3D'],
  // the last, as units are counted from it
  'TEXTURE0',
] as const

const GL = Object.fromEntries(NAMES.map((name, at) => [name, at + 1])) as Record<(typeof NAMES)[number], number>

const TYPES: Readonly<Record<string, number>> = {
  float: GL.FLOAT,
  vec2: GL.FLOAT_VEC2,
  vec3: GL.FLOAT_VEC3,
  vec4: GL.FLOAT_VEC4,
  int: GL.INT,
  bool: GL.BOOL,
  uint: GL.UNSIGNED_INT,
  sampler2D: GL.SAMPLER_2D,
  sampler3D: GL.SAMPLER_3D,
}

interface ProgramState {
  vertex: string
  fragment: string
  declared: { name: string; type: number }[]
  set: Map<string, unknown>
}

/** The members of a context that the Preview uses; one that is missing fails as what is not there. */
class RecordedGl {
  readonly draws: Draw[] = []
  /** the texture that was read into memory, with width and height */
  readonly reads: (readonly [Texture | undefined, number, number])[] = []
  lost = false
  /** why no program can be built; '': each can */
  log = ''
  /** of KHR_parallel_shader_compile: whether a program is built meanwhile; null: the extension is not there */
  parallel: boolean | null = null
  /** EXT_disjoint_timer_query_webgl2: ns that a query gives, and whether the GPU's clock was disturbed; null: it is not there */
  clock: { elapsed: number; isDisturbed: boolean } | null = null
  /** of the next pictures that are read: each of their bytes */
  byte = 0
  private readonly alive = new Set<Held>()
  private last = 0
  private done = 0
  private readonly sources = new Map<Held, { kind: number; text: string }>()
  private readonly programs = new Map<Held, ProgramState>()
  private readonly attached = new Map<Held, Texture>()
  private readonly units = new Map<string, Texture>()
  private unit = 0
  private program: ProgramState | undefined
  private framebuffer: Held | undefined
  private bound: Texture | undefined
  private size: readonly number[] = []
  private box: readonly number[] = []
  private scissors = false
  private readonly filled = new Map<Held, number>()
  private buffer: Held | null = null

  /** All that was given to the GPU by now is done. */
  finish(): void {
    this.done = this.last
  }
  /** How many of a kind are held. */
  held(kind: Held['kind']): number {
    return [...this.alive].filter((each) => each.kind === kind).length
  }

  isContextLost(): boolean {
    return this.lost
  }
  getExtension(name: string): object | null {
    if (name === 'KHR_parallel_shader_compile') return this.parallel === null ? null : { COMPLETION_STATUS_KHR: -1 }
    return this.clock === null ? null : { TIME_ELAPSED_EXT: -2, GPU_DISJOINT_EXT: -3 }
  }
  createQuery = (): Held => this.made({ kind: 'query', number: ++this.last })
  beginQuery(): void {}
  endQuery(): void {}
  getQueryParameter(query: Held, what: number): unknown {
    return what === GL.QUERY_RESULT ? this.clock?.elapsed : query.number <= this.done
  }
  getParameter(): unknown {
    return this.clock?.isDisturbed
  }
  flush(): void {}

  createTexture = (): Texture => this.made({ kind: 'texture', number: ++this.last, width: 0, height: 0 })
  createFramebuffer = (): Held => this.made({ kind: 'framebuffer', number: ++this.last })
  createBuffer = (): Held => this.made({ kind: 'buffer', number: ++this.last })
  createShader(kind: number): Held {
    const shader = this.made<Held>({ kind: 'shader', number: ++this.last })
    this.sources.set(shader, { kind, text: '' })
    return shader
  }
  createProgram(): Held {
    const program = this.made<Held>({ kind: 'program', number: ++this.last })
    this.programs.set(program, { vertex: '', fragment: '', declared: [], set: new Map() })
    return program
  }
  fenceSync = (): Held => this.made({ kind: 'sync', number: ++this.last })
  deleteTexture = (held: Held | null): void => this.free(held)
  deleteFramebuffer = (held: Held | null): void => this.free(held)
  deleteBuffer = (held: Held | null): void => this.free(held)
  deleteShader = (held: Held | null): void => this.free(held)
  deleteProgram = (held: Held | null): void => this.free(held)
  deleteSync = (held: Held | null): void => this.free(held)
  deleteQuery = (held: Held | null): void => this.free(held)

  shaderSource(shader: Held, text: string): void {
    this.sources.set(shader, { kind: this.sources.get(shader)!.kind, text })
  }
  compileShader(): void {}
  attachShader(program: Held, shader: Held): void {
    const { kind, text } = this.sources.get(shader)!
    const state = this.programs.get(program)!
    if (kind === GL.VERTEX_SHADER) state.vertex = text
    else state.fragment = text
  }
  linkProgram(program: Held): void {
    const state = this.programs.get(program)!
    state.declared = [...state.fragment.matchAll(/\buniform\s+(\w+)\s+(\w+)/g)].map(([, type, name]) => ({
      name: name!,
      type: TYPES[type!]!,
    }))
  }
  getProgramParameter(program: Held, what: number): unknown {
    if (what === -1) return this.parallel
    return what === GL.LINK_STATUS ? this.log === '' : this.programs.get(program)!.declared.length
  }
  getShaderInfoLog(): string {
    return ''
  }
  getProgramInfoLog(): string {
    return this.log
  }
  getActiveUniform(program: Held, index: number): unknown {
    return this.programs.get(program)!.declared[index]
  }
  getUniformLocation(program: Held, name: string): { name: string; type: number } | null {
    return this.programs.get(program)!.declared.find((each) => each.name === name) ?? null
  }
  useProgram(program: Held): void {
    this.program = this.programs.get(program)
  }
  uniform1i = (at: { name: string; type: number } | null, unit: number): void => this.set(at, unit)
  uniform1f = (at: { name: string; type: number } | null, value: number): void => this.set(at, value)
  uniform2f = (at: { name: string; type: number } | null, x: number, y: number): void => this.set(at, [x, y])
  uniform1fv = (at: { name: string; type: number } | null, values: number[]): void => this.set(at, values)
  uniform3fv = (at: { name: string; type: number } | null, values: number[]): void => this.set(at, values)

  activeTexture(unit: number): void {
    this.unit = unit - GL.TEXTURE0
  }
  bindTexture(target: number, texture: Texture): void {
    this.bound = texture
    this.units.set(`${target} ${this.unit}`, texture)
  }
  texParameteri(): void {}
  generateMipmap(): void {}
  texStorage2D(_target: number, _levels: number, _format: number, width: number, height: number): void {
    Object.assign(this.bound!, { width, height })
  }
  texStorage3D(_target: number, _levels: number, _format: number, width: number, height: number): void {
    Object.assign(this.bound!, { width, height })
  }
  texSubImage3D(): void {}
  texImage2D(...given: readonly unknown[]): void {
    const { width, height } = given.at(-1) as { width: number; height: number }
    Object.assign(this.bound!, { width, height })
  }
  bindFramebuffer(_target: number, framebuffer: Held): void {
    this.framebuffer = framebuffer
  }
  framebufferTexture2D(_target: number, _at: number, _kind: number, texture: Texture): void {
    this.attached.set(this.framebuffer!, texture)
  }

  enable(): void {
    this.scissors = true
  }
  disable(): void {
    this.scissors = false
  }
  scissor(...box: number[]): void {
    this.box = box
  }
  viewport(...size: number[]): void {
    this.size = size
  }
  drawArrays(_kind: number, from: number, count: number): void {
    if (from !== 0 || count !== 3) throw new Error(`expected one triangle, found ${count} corners from ${from}`)
    const { vertex, fragment, set, declared } = this.program!
    const uniforms = Object.fromEntries(
      [...set].map(([name, value]) => {
        const type = declared.find((each) => each.name === name)?.type
        if (type === GL.SAMPLER_2D) return [name, this.units.get(`${GL.TEXTURE_2D} ${value}`)]
        return [name, type === GL.SAMPLER_3D ? this.units.get(`${GL.TEXTURE_3D} ${value}`) : value]
      }),
    )
    const scissor = this.scissors ? this.box : null
    this.draws.push({ vertex, fragment, into: this.target(), viewport: this.size, scissor, uniforms })
  }

  bindBuffer(_target: number, buffer: Held | null): void {
    this.buffer = buffer
  }
  bufferData(): void {}
  readPixels(_x: number, _y: number, width: number, height: number): void {
    this.reads.push([this.target(), width, height])
    this.filled.set(this.buffer!, this.byte)
  }
  getBufferSubData(_target: number, _from: number, bytes: Uint8ClampedArray): void {
    bytes.fill(this.filled.get(this.buffer!)!)
  }
  getSyncParameter(sync: Held): number {
    return sync.number <= this.done ? GL.SIGNALED : GL.UNSIGNALED
  }

  private target(): Texture | undefined {
    return this.framebuffer === undefined ? undefined : this.attached.get(this.framebuffer)
  }
  private set(at: { name: string } | null, value: unknown): void {
    if (at !== null) this.program!.set.set(at.name, value)
  }
  private made<T extends Held>(held: T): T {
    this.alive.add(held)
    return held
  }
  private free(held: Held | null): void {
    if (held !== null) this.alive.delete(held)
  }
}

export interface Graphics {
  gl: RecordedGl
  /** the surface that the Preview draws on */
  surface(): EventTarget
}

/** Stands in for the graphics of the page until `vi.unstubAllGlobals`. @param offers false: there is no WebGL2 */
export function stubGraphics(offers = true): Graphics {
  const gl = Object.assign(new RecordedGl(), GL)
  let made: EventTarget | undefined
  vi.stubGlobal(
    'OffscreenCanvas',
    class extends EventTarget {
      constructor() {
        super()
        made = this
      }
      getContext(kind: string) {
        return kind === 'webgl2' && offers ? gl : null
      }
    },
  )
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray
      constructor(
        readonly width: number,
        readonly height: number,
      ) {
        this.data = new Uint8ClampedArray(width * height * 4)
      }
    },
  )
  return { gl, surface: () => made! }
}
