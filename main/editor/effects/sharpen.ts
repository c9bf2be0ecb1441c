import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  real('amount', 'Amount', 1.4, [0, 4, 0.05]),
  wholeConstant('radius', 'Radius', 1, 1, 3),
  real('threshold', 'Threshold', 0, [0, 0.25, 0.005]),
]

/** Unsharp mask: the difference from what lies around is added. */
const body = `
void main() {
  vec3 centre = texture(uSource, vUv).rgb;
  vec3 around = vec3(0.0);
  float total = 0.0;
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      if (x == 0 && y == 0) {
        continue;
      }
      // what is nearer weighs more
      float weight = 1.0 / (1.0 + float(x * x + y * y));
      around += texture(uSource, vUv + uTexel * vec2(float(x), float(y))).rgb * weight;
      total += weight;
    }
  }
  vec3 detail = centre - around / total;
  if (threshold > 0.0) {
    detail *= smoothstep(threshold, threshold + threshold, length(detail));
  }
  outColor = vec4(clamp(centre + amount * detail, 0.0, 1.0), 1.0);
}`

export const sharpen: BuiltInEffect = {
  name: 'Sharpen',
  description: 'Brings out edges with an unsharp mask, sparing noise below a threshold.',
  constants,
  passes: [pass('unsharp mask', constants, body)],
  gpuTime: 1_500,
  resources: (project) => [picture('mask', project), picture('result', project)],
}
