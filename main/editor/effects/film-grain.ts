import { type BuiltInEffect, real, toggle, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  real('amount', 'Amount', 0.12, [0, 1, 0.01]),
  real('size', 'Size of a grain', 1.5, [1, 6, 0.1]),
  wholeConstant('octaves', 'Sizes of grain', 2, 1, 4),
  toggle('coloured', 'Coloured', false),
  toggle('animated', 'Changes with each frame', true),
]

const body = `
void main() {
  vec3 colour = texture(uSource, vUv).rgb;
  float frame = 0.0;
  if (animated) {
    frame = mod(uFrame, 61.0);
  }
  vec2 at = vUv / (lineScale() * size);
  vec3 grain = vec3(0.0);
  float weight = 1.0;
  for (int i = 0; i < octaves; i++) {
    vec2 cell = floor(at) + frame * vec2(17.0, 29.0);
    if (coloured) {
      grain += (vec3(noise(cell), noise(cell + 61.0), noise(cell + 113.0)) - 0.5) * weight;
    } else {
      grain += vec3(noise(cell) - 0.5) * weight;
    }
    at *= 0.53;
    weight *= 0.6;
  }
  // most is seen in the middle tones
  float light = dot(colour, LUMINANCE);
  float response = 4.0 * light * (1.0 - light) + 0.25;
  outColor = vec4(clamp(colour + grain * (response * amount), 0.0, 1.0), 1.0);
}`

export const filmGrain: BuiltInEffect = {
  name: 'Film grain',
  description: 'Adds the grain of film, strongest in the middle tones.',
  constants,
  passes: [pass('grain', constants, body)],
  gpuTime: 900,
  resources: (project) => [
    picture('pattern', { ...project, width: 512, height: 512 }, { format: 'R8G8B8A8_UNORM', layers: 16 }),
    picture('result', project),
  ],
}
