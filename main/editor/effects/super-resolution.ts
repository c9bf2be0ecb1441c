import { type BuiltInEffect, real, toggle, wholeConstant } from './built-in-effect'
import { buffer, picture, weights } from './memory'
import { pass } from './pass'

const constants = [
  wholeConstant('layers', 'Layers', 3, 1, 6),
  real('detail', 'Detail', 0.9, [0, 2, 0.05]),
  toggle('ringing', 'Hold to the neighbours', true),
  toggle('compare', 'Left half as it was', false),
]

/** Features of a 3 × 3 neighbourhood: gradients along both axes, and how far the centre stands out. */
const features = `
float light(vec2 offset) {
  return dot(texture(uSource, vUv + uTexel * offset).rgb, LUMINANCE);
}
void main() {
  float across = 0.0;
  float down = 0.0;
  float mean = 0.0;
  for (int i = -1; i <= 1; i++) {
    float left = light(vec2(-1.0, float(i)));
    float middle = light(vec2(0.0, float(i)));
    float right = light(vec2(1.0, float(i)));
    across += right - left;
    mean += left + middle + right;
    if (i != 0) {
      down += (left + middle + right) * float(i);
    }
  }
  float out_ = light(vec2(0.0)) * 9.0 - mean;
  outColor = vec4(vec3(across, down, out_ * 0.25) * 0.3 + 0.5, 1.0);
}`

/** Layers of convolution along the edge, each from what the one before has found. */
const reconstruct = `
void main() {
  vec3 centre = texture(uOriginal, vUv).rgb;
  vec3 found = texture(uSource, vUv).rgb - 0.5;
  vec2 gradient = found.xy / max(length(found.xy), 0.02);
  vec2 tangent = vec2(-gradient.y, gradient.x) * uTexel;
  vec2 normal = gradient * uTexel;
  vec3 value = centre;
  vec3 low = centre;
  vec3 high = centre;
  for (int layer = 1; layer <= layers; layer++) {
    float reach = float(layer) * 0.6;
    vec3 along = texture(uOriginal, vUv + tangent * reach).rgb + texture(uOriginal, vUv - tangent * reach).rgb;
    vec3 over = texture(uOriginal, vUv + normal * reach).rgb;
    vec3 under = texture(uOriginal, vUv - normal * reach).rgb;
    low = min(low, min(over, under));
    high = max(high, max(over, under));
    float edge = smoothstep(0.02, 0.2, length(found.xy));
    vec3 response = max(value * 2.0 - (over + under), vec3(-0.2)) + (along - value * 2.0) * (0.35 * edge);
    value += response * (detail / (1.0 + reach));
  }
  if (ringing) {
    value = clamp(value, low, high);
  }
  if (compare) {
    if (vUv.x < 0.5) {
      value = centre;
    }
    value = mix(vec3(1.0), value, step(uTexel.x, abs(vUv.x - 0.5)));
  }
  outColor = vec4(clamp(value, 0.0, 1.0), 1.0);
}`

export const superResolution: BuiltInEffect = {
  name: 'Super resolution',
  description: 'Finds finer detail with a network of convolutions that follow the edges.',
  constants,
  passes: [pass('features', constants, features), pass('reconstruct', constants, reconstruct)],
  gpuTime: 14_000,
  resources: (project) => [
    weights('weights', 384),
    picture('features', project, { format: 'R16G16B16A16_FLOAT', layers: 8, resident: false }),
    picture('result', { ...project, width: project.width * 2, height: project.height * 2 }, { resident: false }),
    buffer('workspace', 32 * 1024 * 1024, false),
  ],
}
