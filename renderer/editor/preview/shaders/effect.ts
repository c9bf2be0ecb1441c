/**
 * An effect on the clip is a chain of full-screen passes in GLSL ES 3.00. Every pass reads `uSource`, the picture
 * before it, and may read `uOriginal`, the picture before the effect's first pass.
 */
export interface EffectPass {
  /** body of the fragment shader, after PASS_HEADER */
  fragment: string
  /** texture reads per pixel: what the pass costs, for the choice of resolution */
  taps: number
}

export interface Effect {
  name: string
  passes: readonly EffectPass[]
  /** uniform `uTint`, for effects that have no shader of their own; `uStrength` comes with the plan */
  tint?: readonly [number, number, number]
}

/** What every pass has. `uTexel` is the size of one picture element in texture coordinates. */
export const PASS_HEADER = `#version 300 es
precision highp float;
uniform sampler2D uSource;
uniform sampler2D uOriginal;
uniform vec2 uTexel;
uniform vec3 uTint;
uniform float uStrength;
in vec2 vUv;
out vec4 outColor;
const vec3 LUMINANCE = vec3(0.2126, 0.7152, 0.0722);
`

/** One triangle that covers the screen, without vertex buffers. */
const vertex = (y: string) => `#version 300 es
out vec2 vUv;
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  vUv = corner;
  gl_Position = vec4(corner.x * 2.0 - 1.0, ${y}, 0.0, 1.0);
}`

export const FULL_SCREEN_VERTEX = vertex('corner.y * 2.0 - 1.0')
/** What has vUv.y = 1, the top, is drawn at y = 0 of the target. */
export const FULL_SCREEN_VERTEX_TOP_DOWN = vertex('1.0 - corner.y * 2.0')
