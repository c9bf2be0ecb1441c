import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  wholeConstant('frames', 'Earlier frames', 2, 0, 2),
  wholeConstant('radius', 'Radius', 1, 0, 3),
  real('strength', 'Strength', 0.12, [0.01, 0.5, 0.01]),
  real('motion', 'Tells motion from noise at', 0.18, [0.02, 0.6, 0.01]),
]

/** Earlier frames count where nothing moved, neighbours where they are alike. */
const body = `
float alike(vec3 a, vec3 b, float range) {
  vec3 difference = a - b;
  return exp(-dot(difference, difference) / (range * range));
}
void main() {
  vec3 centre = texture(uSource, vUv).rgb;
  vec3 sum = centre;
  float total = 1.0;
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      if (x == 0 && y == 0) {
        continue;
      }
      vec3 near = texture(uSource, vUv + uTexel * vec2(float(x), float(y))).rgb;
      float weight = alike(near, centre, strength);
      sum += near * weight;
      total += weight;
    }
  }
  if (frames >= 1) {
    vec3 before = texture(uHistory1, vUv).rgb;
    float weight = 2.0 * alike(before, centre, motion);
    sum += before * weight;
    total += weight;
  }
  if (frames >= 2) {
    vec3 before = texture(uHistory2, vUv).rgb;
    float weight = 2.0 * alike(before, centre, motion);
    sum += before * weight;
    total += weight;
  }
  outColor = vec4(sum / total, 1.0);
}`

export const denoise: BuiltInEffect = {
  name: 'Denoise',
  description: 'Removes noise with the help of the frames before and of alike neighbours.',
  constants,
  passes: [pass('average', constants, body)],
  gpuTime: 2_500,
  resources: (project) => [
    picture('history', project, { layers: 2 }),
    picture('motion', project, { format: 'R16_FLOAT', divisor: 2, layers: 2 }),
    picture('result', project),
  ],
}
