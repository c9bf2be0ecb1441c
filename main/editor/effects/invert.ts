import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  wholeConstant('mode', 'Inverts: 0 colours, 1 light only, 2 above the middle (solarise)', 0, 0, 2),
  real('amount', 'Amount', 1, [0, 1, 0.01]),
]

const body = `
void main() {
  vec3 colour = texture(uSource, vUv).rgb;
  vec3 result = 1.0 - colour;
  if (mode == 1) {
    float light = dot(colour, LUMINANCE);
    result = clamp(colour + (1.0 - 2.0 * light), 0.0, 1.0);
  } else if (mode == 2) {
    result = min(colour, 1.0 - colour) * 2.0;
  }
  if (amount < 1.0) {
    result = mix(colour, result, amount);
  }
  outColor = vec4(result, 1.0);
}`

export const invert: BuiltInEffect = {
  name: 'Invert',
  description: 'Turns the picture into its negative.',
  constants,
  passes: [pass('negative', constants, body)],
  gpuTime: 500,
  resources: (project) => [picture('negative', project)],
}
