import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  real('barrel', 'Barrel (below 0: pincushion)', 0.22, [-0.5, 0.8, 0.01]),
  real('edge', 'At the edge', 0.08, [-0.5, 0.5, 0.01]),
  real('dispersion', 'Dispersion', 0.008, [0, 0.1, 0.001]),
  wholeConstant('samples', 'Colours between red and blue', 5, 1, 12),
  wholeConstant('outside', 'Outside: 0 black, 1 mirrored', 0, 0, 1),
]

const body = `
vec2 bent(vec2 uv, float more) {
  vec2 p = (uv - 0.5) * vec2(uTexel.y / uTexel.x, 1.0);
  float square = dot(p, p);
  float scale = 1.0 + (barrel + more) * square + edge * square * square;
  return (uv - 0.5) * scale + 0.5;
}
vec3 read(vec2 uv) {
  if (outside == 1) {
    return texture(uSource, mirrored(uv)).rgb;
  }
  vec2 inside = step(vec2(0.0), uv) * step(uv, vec2(1.0));
  return texture(uSource, uv).rgb * (inside.x * inside.y);
}
void main() {
  vec3 result = vec3(0.0);
  if (samples <= 1 || dispersion <= 0.0) {
    result = read(bent(vUv, 0.0));
  } else {
    vec3 total = vec3(0.0);
    float between = float(samples) - 1.0;
    for (int i = 0; i < samples; i++) {
      float place = float(i) / between;
      // red, green and blue overlap along the spectrum
      vec3 share = max(1.0 - abs(place * 2.0 - vec3(0.0, 1.0, 2.0)), 0.0);
      if (samples == 2) {
        share.g = 0.5 * (share.r + share.b);
      }
      result += read(bent(vUv, (place - 0.5) * dispersion * 8.0)) * share;
      total += share;
    }
    result /= total;
  }
  outColor = vec4(result, 1.0);
}`

export const lensDistortion: BuiltInEffect = {
  name: 'Lens distortion',
  description: 'Bends straight lines and parts the colours, as a simple wide lens does.',
  constants,
  passes: [pass('bend', constants, body)],
  gpuTime: 1_600,
  resources: (project) => [
    picture('map', project, { format: 'R32_FLOAT', divisor: 4, layers: 2 }),
    picture('result', project),
  ],
}
