/** The little of WebGL2 that the preview needs, with errors that say what the driver said. */

export interface Program {
  handle: WebGLProgram
  uniform(name: string): WebGLUniformLocation | null
}

function compile(gl: WebGL2RenderingContext, kind: number, source: string, label: string): WebGLShader {
  const shader = gl.createShader(kind)
  if (shader === null) throw new Error(`No shader for ${label}: the graphics context is lost`)
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(`The shader of ${label} does not compile: ${gl.getShaderInfoLog(shader) ?? 'no reason given'}`)
  }
  return shader
}

/** @throws Error with the driver's log when the shaders do not compile or link */
export function createProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string, label: string): Program {
  const handle = gl.createProgram()
  const shaders = [compile(gl, gl.VERTEX_SHADER, vertex, label), compile(gl, gl.FRAGMENT_SHADER, fragment, label)]
  for (const shader of shaders) gl.attachShader(handle, shader)
  gl.linkProgram(handle)
  for (const shader of shaders) gl.deleteShader(shader)
  if (!gl.getProgramParameter(handle, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`The program of ${label} does not link: ${gl.getProgramInfoLog(handle) ?? 'no reason given'}`)
  }
  const locations = new Map<string, WebGLUniformLocation | null>()
  return {
    handle,
    uniform(name) {
      const known = locations.get(name)
      if (known !== undefined) return known
      const location = gl.getUniformLocation(handle, name)
      locations.set(name, location)
      return location
    },
  }
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
