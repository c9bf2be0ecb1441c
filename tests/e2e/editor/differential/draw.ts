/** Draws a general shader and its variants in the page and compares every bit of what comes out (BP-25). */
import type { Page } from '@playwright/test'
import { COLOUR_LOOKS, COLOUR_TABLE_POINTS, type ConstantValues } from '../../../../preload/contract'

/** A general shader and its variants, each for the constants that are bound. */
export interface Case {
  label: string
  general: string
  /** of the constants, by name */
  types: Record<string, string>
  draws: { constants: ConstantValues; variant: string }[]
}

export interface Outcome {
  label: string
  constants: ConstantValues
  variant: string
  /** components of which the bits differ; two NaNs are equal, as GLSL leaves their bits open */
  different: number
  /** the first of them: pixel and component, and both values */
  first: string | null
  /** components that are neither 0 nor 1 and no NaN */
  telling: number
  /** how many values the components have */
  values: number
  /** what the driver says against the general shader or the variant */
  problem: string | null
  /** the problem is the general shader's own */
  invalid: boolean
  /** the renderer compiles the general shader and then does not draw it, as ANGLE where `if (true) discard` is all it is */
  undrawn: boolean
}

export interface Drawing {
  /** of what is drawn */
  size: readonly [width: number, height: number]
  /** of the pictures that are read: by an odd factor larger, so that filtering has its part */
  pictures: readonly [width: number, height: number]
  /** of a target of vec4 */
  components: 'floats' | 'bytes'
}

/** As little as shows every bit: for very many shaders. */
export const FLOATS: Drawing = { size: [24, 16], pictures: [29, 19], components: 'floats' }
/** As the app draws: enough pixels for edges and gradients. */
export const BYTES: Drawing = { size: [128, 72], pictures: [149, 83], components: 'bytes' }

/** What the drivers of this run are asked for: `TRIMLINE_ANGLE=gl` draws with the system's OpenGL. */
export function angleArguments(): string[] {
  const angle = process.env.TRIMLINE_ANGLE
  return angle === undefined || angle === '' ? [] : ['--use-gl=angle', `--use-angle=${angle}`, '--ignore-gpu-blocklist']
}

/** The name of the renderer that draws. */
export function rendererOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
    const info = gl?.getExtension('WEBGL_debug_renderer_info')
    return gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : 'none'
  })
}

/** Makes what `compare` draws with; once for a page. */
export async function prepare(page: Page, drawing: Drawing): Promise<void> {
  const volume = { points: COLOUR_TABLE_POINTS, looks: COLOUR_LOOKS.length }
  await page.evaluate(
    ({ volume, drawing: { size, pictures, components } }) => {
      const [width, height] = size
      const gl = new OffscreenCanvas(width, height).getContext('webgl2', { antialias: false, depth: false })
      if (gl === null || gl.getExtension('EXT_color_buffer_float') === null)
        throw new Error('found no WebGL2 with 32-bit float targets in the page; expected it of any renderer of the app')
      const shader = (kind: number, source: string): WebGLShader => {
        const made = gl.createShader(kind) as WebGLShader
        gl.shaderSource(made, source)
        gl.compileShader(made)
        return made
      }
      const vertex = shader(
        gl.VERTEX_SHADER,
        `#version 300 es
out vec2 vUv;
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  vUv = corner;
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`,
      )
      const parameters = (target: number, names: number[], value: number) => {
        for (const name of names) gl.texParameteri(target, name, value)
      }
      /** Gradients, edges and noise. */
      const picture = (seed: number, unit: number): void => {
        const [w, h] = pictures
        let state = seed
        const noisy = (value: number): number => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0
          return Math.min(255, Math.max(0, value + (state / 2 ** 32 - 0.5) * 60))
        }
        const bytes = new Uint8Array(w * h * 4)
        for (let i = 0; i < w * h; i++) {
          const [x, y] = [(i % w) / w, Math.floor(i / w) / h]
          const edge = Math.floor(x * 9 + seed) % 2 === Math.floor(y * 5) % 2 ? 90 : 0
          bytes.set([noisy(x * 190 + edge), noisy(y * 170 + edge), noisy((1 - x * y) * 150 + edge), 255], i * 4)
        }
        gl.activeTexture(gl.TEXTURE0 + unit)
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
        parameters(gl.TEXTURE_2D, [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER], gl.LINEAR)
        parameters(gl.TEXTURE_2D, [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T], gl.CLAMP_TO_EDGE)
      }
      const inputs = ['uSource', 'uOriginal', 'uHistory1', 'uHistory2', 'uNext']
      inputs.forEach((_, unit) => void picture(unit + 1, unit))
      gl.activeTexture(gl.TEXTURE0 + inputs.length)
      gl.bindTexture(gl.TEXTURE_3D, gl.createTexture())
      const { points, looks } = volume
      // colours at random: what a variant reads elsewhere in the volume is seen
      const colours = new Uint8Array(points ** 3 * looks * 4).map((_, i) => (Math.imul(i, 2654435761) >>> 8) & 255)
      gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGBA, points, points, points * looks, 0, gl.RGBA, gl.UNSIGNED_BYTE, colours)
      parameters(gl.TEXTURE_3D, [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER], gl.LINEAR)
      parameters(gl.TEXTURE_3D, [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R], gl.CLAMP_TO_EDGE)

      const target = (format: number): WebGLFramebuffer => {
        const texture = gl.createTexture()
        gl.activeTexture(gl.TEXTURE0 + inputs.length + 1)
        gl.bindTexture(gl.TEXTURE_2D, texture)
        gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height)
        const framebuffer = gl.createFramebuffer() as WebGLFramebuffer
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
        return framebuffer
      }
      const format = components === 'floats' ? gl.RGBA32F : gl.RGBA8
      const targets = { vec4: target(format), ivec4: target(gl.RGBA32I), uvec4: target(gl.RGBA32UI) }

      const program = (source: string): WebGLProgram => {
        const made = gl.createProgram() as WebGLProgram
        const fragment = shader(gl.FRAGMENT_SHADER, source)
        gl.attachShader(made, vertex)
        gl.attachShader(made, fragment)
        gl.linkProgram(made)
        const linked = gl.getProgramParameter(made, gl.LINK_STATUS)
        const log = linked ? '' : `${gl.getShaderInfoLog(fragment)}\n${gl.getProgramInfoLog(made)}`
        gl.deleteShader(fragment)
        if (!linked) gl.deleteProgram(made)
        if (!linked) throw new Error(log)
        return made
      }
      const bind = (made: WebGLProgram, types: Record<string, string>, constants: Record<string, number[]>): void => {
        const at = (name: string) => gl.getUniformLocation(made, name)
        inputs.forEach((name, unit) => void gl.uniform1i(at(name), unit))
        gl.uniform1i(at('uTable'), inputs.length)
        gl.uniform2f(at('uTexel'), 1 / width, 1 / height)
        gl.uniform1f(at('uFrame'), 7)
        gl.uniform1f(at('uStrength'), 0.3)
        for (const [name, values] of Object.entries(constants)) {
          const type = types[name] ?? ''
          const set = {
            float: () => gl.uniform1fv(at(name), values),
            vec2: () => gl.uniform2fv(at(name), values),
            vec3: () => gl.uniform3fv(at(name), values),
            vec4: () => gl.uniform4fv(at(name), values),
            int: () => gl.uniform1iv(at(name), values),
            bool: () => gl.uniform1iv(at(name), values),
            ivec2: () => gl.uniform2iv(at(name), values),
            uint: () => gl.uniform1uiv(at(name), values),
          }[type]
          if (set !== undefined) set()
        }
      }
      /** Every component as its 32 bits. */
      const draw = (made: WebGLProgram, kind: keyof typeof targets, bound: () => void): Uint32Array => {
        const e0 = gl.getError()
        gl.useProgram(made)
        const e1 = gl.getError()
        bound()
        const e2 = gl.getError()
        if (e0 + e1 + e2 !== 0) throw new Error(`GL errors ${e0} ${e1} ${e2}`)
        gl.bindFramebuffer(gl.FRAMEBUFFER, targets[kind])
        gl.viewport(0, 0, width, height)
        const bits = new Uint32Array(width * height * 4)
        // what is discarded leaves this
        if (kind === 'vec4') gl.clearBufferfv(gl.COLOR, 0, [7, 7, 7, 7])
        else if (kind === 'ivec4') gl.clearBufferiv(gl.COLOR, 0, [7, 7, 7, 7])
        else gl.clearBufferuiv(gl.COLOR, 0, [7, 7, 7, 7])
        gl.drawArrays(gl.TRIANGLES, 0, 3)
        const error = gl.getError()
        if (gl.isContextLost())
          throw new Error('the context was lost in drawing: the GPU process ended, or was too slow')
        if (error !== 0) throw new Error(`GL error ${error} in drawing`)
        const bytes = new Uint8Array(components === 'bytes' ? bits.length : 0)
        if (kind === 'vec4' && components === 'bytes') {
          gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
          bits.set(bytes)
        } else if (kind === 'vec4') gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, new Float32Array(bits.buffer))
        else if (kind === 'ivec4')
          gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.INT, new Int32Array(bits.buffer))
        else gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, bits)
        return bits
      }
      const compareBits = (a: Uint32Array, b: Uint32Array, isFloat: boolean) => {
        const [x, y] = [new Float32Array(a.buffer), new Float32Array(b.buffer)]
        let [different, telling, first] = [0, 0, null as string | null]
        for (let i = 0; i < a.length; i++) {
          const value = x[i] as number
          if (isFloat ? value !== 0 && value !== 1 && value !== 7 && !Number.isNaN(value) : (a[i] as number) > 1)
            telling++
          if (a[i] === b[i] || (isFloat && Number.isNaN(value) && Number.isNaN(y[i]))) continue
          different++
          const values = isFloat ? `${value} and ${y[i]}` : `${a[i]} and ${b[i]}`
          first ??= `pixel ${(i >> 2) % width}, ${Math.floor((i >> 2) / width)} component ${i & 3}: ${values}`
        }
        return { different, first, telling, values: new Set(a).size }
      }
      const compareAll = (given: Case[]): Outcome[] =>
        given.flatMap(({ label, general, types, draws }) => {
          const kind = (/\bout (?:highp )?([iu]?vec4)\b/.exec(general)?.[1] ?? 'vec4') as keyof typeof targets
          const none = { different: 0, first: null, telling: 0, values: 0 }
          let made: WebGLProgram | null = null
          try {
            made = program(general)
          } catch (error) {
            const problem = `general shader: ${error instanceof Error ? error.message : String(error)}`
            return draws.map((one) => ({ label, ...one, ...none, problem, invalid: true, undrawn: false }))
          }
          const outcomes = draws.map(({ constants, variant }) => {
            let expected: Uint32Array
            try {
              expected = draw(made, kind, () => bind(made, types, constants))
            } catch (error) {
              const problem = `general shader: ${error instanceof Error ? error.message : String(error)}`
              // of what comes after a lost context nothing is proved
              return { label, constants, variant, ...none, problem, invalid: false, undrawn: !gl.isContextLost() }
            }
            try {
              const second = program(variant)
              const found = draw(second, kind, () => bind(second, types, constants))
              gl.deleteProgram(second)
              const error = gl.getError()
              const problem = error === 0 ? null : `GL error ${error}`
              return {
                label,
                constants,
                variant,
                ...compareBits(expected, found, kind === 'vec4' && components === 'floats'),
                problem,
                invalid: false,
                undrawn: false,
              }
            } catch (error) {
              const problem = `variant: ${error instanceof Error ? error.message : String(error)}`
              return { label, constants, variant, ...none, problem, invalid: false, undrawn: false }
            }
          })
          gl.deleteProgram(made)
          return outcomes
        })
      Object.assign(window, { compareAll })
    },
    { volume, drawing },
  )
}

export function compare(page: Page, cases: Case[]): Promise<Outcome[]> {
  return page.evaluate((given) => {
    const { compareAll } = window as unknown as { compareAll(cases: typeof given): Outcome[] }
    return compareAll(given)
  }, cases)
}
