import { type BuiltInEffect, real, toggle, wholeConstant } from './built-in-effect'
import { buffer, picture, weights } from './memory'
import { pass } from './pass'

const constants = [
  wholeConstant('samples', 'Samples of the background', 12, 4, 24),
  real('sensitivity', 'Threshold', 0.3, [0.02, 0.6, 0.005]),
  wholeConstant('smoothing', 'Steps of smoothing', 2, 0, 4),
  wholeConstant('background', 'Instead: 0 studio, 1 blurred, 2 checkerboard', 0, 0, 2),
  toggle('shadow', 'Shadow behind what is kept', true),
]

/** What goes on along a line is background: the more a place differs from its line, the more it is in front. */
const segment = `
void main() {
  vec3 centre = texture(uSource, vUv).rgb;
  vec3 sum = vec3(0.0);
  float total = 0.0;
  float spacing = 1.0 / float(samples);
  for (int i = 0; i < samples; i++) {
    vec3 other = texture(uSource, vec2((float(i) + 0.5) * spacing, vUv.y)).rgb;
    vec3 difference = other - centre;
    float weight = 1.0 / (0.05 + dot(difference, difference));
    sum += difference * difference;
    total += weight;
  }
  float alike = total * spacing * 0.05;
  float apart = 1.0 - alike;
  float alpha = smoothstep(sensitivity, sensitivity * 2.0 + 0.2, apart);
  outColor = vec4(alpha, length(sum) * 0.1, apart, 1.0);
}`

const combine = `
float matte(vec2 uv) {
  return texture(uSource, uv).r;
}
void main() {
  vec3 colour = texture(uOriginal, vUv).rgb;
  float alpha = matte(vUv);
  vec2 reach = lineScale();
  if (smoothing > 0) {
    float sum = alpha;
    float total = 1.0;
    for (int i = 1; i <= smoothing; i++) {
      vec2 away = reach * float(i);
      sum += matte(vUv + away) + matte(vUv - away);
      sum += matte(vUv + vec2(away.x, -away.y)) + matte(vUv - vec2(away.x, -away.y));
      total += 4.0;
    }
    alpha = smoothstep(0.25, 0.75, sum / total);
  }
  vec3 behind = mix(vec3(0.20, 0.22, 0.27), vec3(0.72, 0.76, 0.82), vUv.y);
  if (background == 1) {
    behind = vec3(0.0);
    for (int i = -3; i <= 3; i++) {
      behind += texture(uOriginal, vUv + vec2(reach.x * float(i) * 4.0, 0.0)).rgb;
    }
    behind *= 0.1;
  } else if (background == 2) {
    vec2 tile = floor(vUv * vec2(uTexel.y / uTexel.x, 1.0) * 20.0);
    behind = mod(tile.x + tile.y, 2.0) < 1.0 ? vec3(0.55) : vec3(0.75);
  }
  if (shadow) {
    behind *= 1.0 - 0.45 * matte(vUv + reach * vec2(-5.0, 4.0));
  }
  outColor = vec4(mix(behind, colour, alpha), 1.0);
}`

export const backgroundRemoval: BuiltInEffect = {
  name: 'Background removal',
  description: 'Tells what is in front from what is behind, and puts a studio behind it.',
  constants,
  passes: [pass('segment', constants, segment), pass('combine', constants, combine)],
  gpuTime: 18_000,
  resources: (project) => [
    weights('encoder weights', 320),
    weights('decoder weights', 192),
    picture('features', project, { format: 'R16G16B16A16_FLOAT', divisor: 4, layers: 64, resident: false }),
    picture('matte', project, { format: 'R16_FLOAT', resident: false }),
    picture('result', project, { resident: false }),
    buffer('workspace', 64 * 1024 * 1024, false),
  ],
}
