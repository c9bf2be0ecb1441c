import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  real('inner', 'Inner radius', 0.28, [0, 1, 0.01]),
  real('outer', 'Outer radius', 0.78, [0.1, 1.5, 0.01]),
  real('strength', 'Strength', 0.88, [0, 1, 0.01]),
  wholeConstant('shape', 'Shape: 0 oval, 1 circle, 2 frame', 0, 0, 2),
]

const body = `
void main() {
  vec2 fromCentre = vUv - 0.5;
  float away = 0.0;
  if (shape == 2) {
    away = max(abs(fromCentre.x), abs(fromCentre.y)) * 1.4;
  } else if (shape == 1) {
    away = length(fromCentre * vec2(uTexel.y / uTexel.x, 1.0));
  } else {
    away = length(fromCentre * vec2(1.15, 1.0));
  }
  float shade = 1.0 - smoothstep(inner, outer, away) * strength;
  outColor = vec4(texture(uSource, vUv).rgb * shade, 1.0);
}`

export const vignette: BuiltInEffect = {
  name: 'Vignette',
  description: 'Darkens the picture towards its edges.',
  constants,
  passes: [pass('shade', constants, body)],
  gpuTime: 700,
  resources: (project) => [picture('shaded', project)],
}
