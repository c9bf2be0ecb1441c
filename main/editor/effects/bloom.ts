import { type BuiltInEffect, real, toggle, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  real('threshold', 'Threshold', 0.55, [0, 0.9, 0.01]),
  real('intensity', 'Intensity', 1.2, [0, 3, 0.05]),
  wholeConstant('steps', 'Steps to each side', 3, 1, 8),
  real('spread', 'Spread', 3, [1, 8, 0.1]),
  toggle('streaks', 'Anamorphic streaks', false),
]

/** What is bright, spread along one axis. */
const along = (direction: string, read: string): string => `
vec3 light(vec2 uv) {
  vec3 colour = texture(uSource, uv).rgb;
${read}
}
void main() {
  vec2 reach = ${direction} * lineScale() * spread;
  if (streaks) {
    reach *= vec2(3.0, 0.25);
  }
  vec3 sum = vec3(0.0);
  float total = 0.0;
  for (int i = -steps; i <= steps; i++) {
    float away = float(i) * spread;
    float weight = exp(-away * away / (4.0 * spread * spread));
    sum += light(vUv + reach * float(i)) * weight;
    total += weight;
  }
  outColor = vec4(sum / total, 1.0);
}`

const bright = '  return colour * smoothstep(threshold, 0.95, dot(colour, LUMINANCE));'

/** The light that spreads is added to the picture by screen blending. */
const combine = `
void main() {
  vec3 light = texture(uSource, vUv).rgb * intensity;
  vec3 picture = texture(uOriginal, vUv).rgb;
  outColor = vec4(1.0 - (1.0 - picture) * (1.0 - clamp(light, 0.0, 1.0)), 1.0);
}`

export const bloom: BuiltInEffect = {
  name: 'Bloom',
  description: 'Lets bright parts glow into what is around them.',
  constants,
  passes: [
    pass('bright parts across', constants, along('vec2(1.0, 0.0)', bright)),
    pass('down', constants, along('vec2(0.0, 1.0)', '  return colour;')),
    pass('combine', constants, combine),
  ],
  gpuTime: 3_000,
  resources: (project) => [
    picture('chain', project, { format: 'R16G16B16A16_FLOAT', divisor: 2, mips: true }),
    picture('scratch', project, { format: 'R16G16B16A16_FLOAT', divisor: 2 }),
    picture('result', project),
  ],
}
