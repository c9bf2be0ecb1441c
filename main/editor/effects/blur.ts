import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { buffer, picture } from './memory'
import { pass } from './pass'

const constants = [
  wholeConstant('radius', 'Radius', 8, 1, 24),
  real('sigma', 'Sigma', 4, [0.5, 16, 0.1]),
  wholeConstant('steps', 'Steps to each side', 8, 1, 24),
  wholeConstant('edges', 'Edges: 0 stretched, 1 mirrored', 0, 0, 1),
]

const along = (direction: string): string => `
void main() {
  vec2 reach = ${direction} * lineScale();
  float spacing = float(radius) / float(steps);
  vec3 sum = vec3(0.0);
  float total = 0.0;
  for (int i = -steps; i <= steps; i++) {
    // beyond three sigma a weight is next to nothing
    if (float(abs(i) * radius) <= 3.0 * sigma * float(steps)) {
      float away = float(i) * spacing;
      float weight = exp(-away * away / (2.0 * sigma * sigma));
      vec2 uv = vUv + reach * away;
      if (edges == 1) {
        uv = mirrored(uv);
      }
      sum += texture(uSource, uv).rgb * weight;
      total += weight;
    }
  }
  outColor = vec4(sum / total, 1.0);
}`

export const blur: BuiltInEffect = {
  name: 'Blur',
  description: 'Softens the picture with a Gaussian in two passes, one across and one down.',
  constants,
  passes: [pass('across', constants, along('vec2(1.0, 0.0)')), pass('down', constants, along('vec2(0.0, 1.0)'))],
  gpuTime: 2_000,
  resources: (project) => [picture('main', project), picture('scratch', project), buffer('kernel', 64 * 1024)],
}
