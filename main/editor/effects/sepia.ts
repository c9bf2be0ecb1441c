import { type BuiltInEffect, real, toggle } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [real('amount', 'Amount', 1, [0, 1, 0.01]), toggle('faded', 'Faded blacks', true)]

const body = `
void main() {
  vec3 colour = texture(uSource, vUv).rgb;
  vec3 toned = dot(colour, LUMINANCE) * vec3(1.20, 1.00, 0.74);
  if (faded) {
    toned += vec3(0.05, 0.02, 0.0);
  }
  if (amount < 1.0) {
    toned = mix(colour, toned, amount);
  }
  outColor = vec4(clamp(toned, 0.0, 1.0), 1.0);
}`

export const sepia: BuiltInEffect = {
  name: 'Sepia',
  description: 'Tones the picture brown, as old prints are.',
  constants,
  passes: [pass('tone', constants, body)],
  gpuTime: 800,
  resources: (project) => [picture('toned', project)],
}
