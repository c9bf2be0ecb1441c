/**
 * The source of a pass. Beside its constants a pass may read what the preview binds:
 *
 * - `uSource`: the picture before the pass; `uOriginal`: the one before the effect's first pass
 * - `uHistory1`, `uHistory2`: what `uOriginal` was one and two frames of the clip before
 * - `uNext`: the shot that follows
 * - `uTable`: tables of colours, one for each of COLOUR_LOOKS behind the other, COLOUR_TABLE_POINTS along every edge
 * - `uTexel`: the size of one picture element; `uFrame`: the number of the clip's frame; `uStrength`: of a tint
 *
 * Nothing is written for the sake of the compiler: that a variant gives the bits of its general shader is the
 * specialiser's matter (BP-25).
 */
import type { ConstantType, EffectConstant, EffectPassSource } from './built-in-effect'

const INPUTS: Readonly<Record<string, string>> = {
  uSource: 'sampler2D',
  uOriginal: 'sampler2D',
  uHistory1: 'sampler2D',
  uHistory2: 'sampler2D',
  uNext: 'sampler2D',
  // GLSL ES has no default precision for samplers of volumes
  uTable: 'highp sampler3D',
  uTexel: 'vec2',
  uFrame: 'float',
  uStrength: 'float',
}

/** Pieces that several effects share, each put in where its name is read. */
const SHARED: Readonly<Record<string, string>> = {
  LUMINANCE: 'const vec3 LUMINANCE = vec3(0.2126, 0.7152, 0.0722);',
  // lengths are meant for a picture of 360 lines, so that a coarser one looks the same
  lineScale: 'vec2 lineScale() {\n  return max(1.0, 1.0 / (360.0 * uTexel.y)) * uTexel;\n}',
  noise: 'float noise(vec2 p) {\n  return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453);\n}',
  mirrored: 'vec2 mirrored(vec2 uv) {\n  return 1.0 - abs(1.0 - abs(uv));\n}',
}

/** @param body functions of the pass, `main` last; it writes to `outColor` and reads its place from `vUv` */
export function pass(name: string, constants: readonly EffectConstant[], body: string): EffectPassSource {
  const pieces = Object.keys(SHARED).filter((piece) => reads(body, piece))
  const code = [...pieces.map((piece) => SHARED[piece] as string), body.trim()].join('\n')
  const inputs = Object.keys(INPUTS).filter((input) => reads(code, input))
  const own = constants.filter((constant) => reads(code, constant.name))
  const uniforms = [
    ...inputs.map((input) => `uniform ${INPUTS[input]} ${input};`),
    ...own.map((constant) => `uniform ${constant.type} ${constant.name};`),
  ]
  const source = `#version 300 es
precision highp float;
precision highp int;
${uniforms.join('\n')}
in vec2 vUv;
out vec4 outColor;
${code}
`
  return {
    name,
    source,
    constants: Object.fromEntries(own.map(({ name, type }): [string, ConstantType] => [name, type])),
  }
}

function reads(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(code)
}
