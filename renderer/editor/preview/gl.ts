/** The little of WebGL2 that the preview needs, with errors that say what the driver said. */
import type { Volume } from './colour-tables'

/** Of a picture, in its elements. */
export interface Size {
  width: number
  height: number
}

export interface Program {
  handle: WebGLProgram
  uniform(name: string): WebGLUniformLocation | null
  /** GL's number of a uniform's type; null: the shader does not read it */
  type(name: string): number | null
}

/** A program whose shaders are being compiled or linked; nothing has asked yet whether that worked. */
export interface UnfinishedProgram {
  handle: WebGLProgram
  shaders: WebGLShader[]
  label: string
}

/** Begins to compile; asks for no result, which would wait for it. */
export function startProgram(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
  label: string,
): UnfinishedProgram {
  const handle = gl.createProgram()
  const start = (kind: number, source: string): WebGLShader => {
    const shader = gl.createShader(kind)
    if (shader === null) throw new Error(`No shader for ${label}: the graphics context is lost`)
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(handle, shader)
    return shader
  }
  return { handle, shaders: [start(gl.VERTEX_SHADER, vertex), start(gl.FRAGMENT_SHADER, fragment)], label }
}

/** @throws Error with the driver's log when the shaders do not compile or link */
export function finishProgram(gl: WebGL2RenderingContext, { handle, shaders, label }: UnfinishedProgram): Program {
  const linked = gl.getProgramParameter(handle, gl.LINK_STATUS) || gl.isContextLost()
  const logs = linked ? [] : [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(handle)]
  for (const shader of shaders) gl.deleteShader(shader)
  if (!linked) {
    gl.deleteProgram(handle)
    throw new Error(`The program of ${label} cannot be built: ${logs.find((log) => log) ?? 'no reason given'}`)
  }
  return programOf(gl, handle)
}

/** @throws Error with the driver's log when the shaders do not compile or link */
export function createProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string, label: string): Program {
  const unfinished = startProgram(gl, vertex, fragment, label)
  gl.linkProgram(unfinished.handle)
  return finishProgram(gl, unfinished)
}

function programOf(gl: WebGL2RenderingContext, handle: WebGLProgram): Program {
  const locations = new Map<string, WebGLUniformLocation | null>()
  // what a program has never changes; to ask the driver at each draw would cost more than the draw
  const types = new Map<string, number>()
  const count = gl.getProgramParameter(handle, gl.ACTIVE_UNIFORMS) as number
  for (let index = 0; index < count; index++) {
    const info = gl.getActiveUniform(handle, index)
    if (info !== null) types.set(info.name, info.type)
  }
  return {
    handle,
    type: (name) => types.get(name) ?? null,
    uniform(name) {
      const known = locations.get(name)
      if (known !== undefined) return known
      const location = gl.getUniformLocation(handle, name)
      locations.set(name, location)
      return location
    },
  }
}

/** Binds a constant by its type; one that the shader does not read is left out. */
export function bindConstant(gl: WebGL2RenderingContext, program: Program, name: string, values: number[]): void {
  const location = program.uniform(name)
  const type = program.type(name)
  if (location === null || type === null) return
  if (type === gl.FLOAT) gl.uniform1fv(location, values)
  else if (type === gl.FLOAT_VEC2) gl.uniform2fv(location, values)
  else if (type === gl.FLOAT_VEC3) gl.uniform3fv(location, values)
  else if (type === gl.FLOAT_VEC4) gl.uniform4fv(location, values)
  else if (type === gl.INT || type === gl.BOOL) gl.uniform1iv(location, values)
  else if (type === gl.UNSIGNED_INT) gl.uniform1uiv(location, values)
  else throw new Error(`The constant ${name} has a type that the preview does not bind: 0x${type.toString(16)}`)
}

export function createTexture(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}

/** A volume with linear filtering, 16 bit floats, filled once. */
export function createVolume(gl: WebGL2RenderingContext, { width, height, depth, texels }: Volume): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_3D, texture)
  gl.texStorage3D(gl.TEXTURE_3D, 1, gl.RGBA16F, width, height, depth)
  gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, 0, width, height, depth, gl.RGBA, gl.FLOAT, texels)
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_3D, filter, gl.LINEAR)
  for (const edge of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
    gl.texParameteri(gl.TEXTURE_3D, edge, gl.CLAMP_TO_EDGE)
  return texture
}

/** A picture that can be drawn into and read from. */
export interface Target {
  texture: WebGLTexture
  framebuffer: WebGLFramebuffer
}

export function createTarget(gl: WebGL2RenderingContext, width: number, height: number): Target {
  const texture = createTexture(gl)
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height)
  const framebuffer = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  return { texture, framebuffer }
}

export function deleteTarget(gl: WebGL2RenderingContext, target: Target): void {
  gl.deleteTexture(target.texture)
  gl.deleteFramebuffer(target.framebuffer)
}
