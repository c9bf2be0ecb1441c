import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  wholeConstant('mode', 'Weights: 0 Rec. 709, 1 Rec. 601, 2 mean, 3 lightness', 0, 0, 3),
  real('amount', 'Amount', 1, [0, 1, 0.01]),
]

const body = `
void main() {
  vec3 colour = texture(uSource, vUv).rgb;
  float light = dot(colour, LUMINANCE);
  if (mode == 1) {
    light = dot(colour, vec3(0.299, 0.587, 0.114));
  } else if (mode == 2) {
    light = dot(colour, vec3(0.3333333));
  } else if (mode == 3) {
    light = 0.5 * (max(colour.r, max(colour.g, colour.b)) + min(colour.r, min(colour.g, colour.b)));
  }
  vec3 result = vec3(light);
  if (amount < 1.0) {
    result = mix(colour, result, amount);
  }
  outColor = vec4(result, 1.0);
}`

export const grayscale: BuiltInEffect = {
  name: 'Grayscale',
  description: 'Takes the colour away and keeps the light, weighted as the eye sees it.',
  constants,
  passes: [pass('convert', constants, body)],
  gpuTime: 1_000,
  resources: (project) => [picture('convert', project, { resident: false })],
}
