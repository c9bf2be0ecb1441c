import { type BuiltInEffect, colour, real, toggle, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  colour('key', 'Key colour', [0.16, 0.2, 0.44]),
  real('similarity', 'Similarity', 0.07, [0.01, 0.5, 0.005]),
  real('softness', 'Softness', 0.04, [0.005, 0.3, 0.005]),
  toggle('despill', 'Suppress spill', true),
  wholeConstant('refine', 'Steps of refinement', 1, 0, 3),
  wholeConstant('shown', 'Shows: 0 result, 1 matte', 0, 0, 1),
]

const matte = `
vec2 chroma(vec3 colour) {
  float light = dot(colour, LUMINANCE);
  return vec2(colour.b - light, colour.r - light) * vec2(0.5389, 0.6350);
}
float opaque(vec2 uv) {
  float away = distance(chroma(texture(uSource, uv).rgb), chroma(key));
  return smoothstep(similarity, similarity + softness, away);
}
void main() {
  float alpha = opaque(vUv);
  if (refine > 0) {
    vec2 reach = lineScale();
    float sum = alpha;
    float weights = 1.0;
    for (int i = 1; i <= refine; i++) {
      vec2 away = reach * float(i);
      sum += opaque(vUv + vec2(away.x, 0.0)) + opaque(vUv - vec2(away.x, 0.0));
      sum += opaque(vUv + vec2(0.0, away.y)) + opaque(vUv - vec2(0.0, away.y));
      weights += 4.0;
    }
    alpha = sum / weights;
  }
  outColor = vec4(vec3(alpha), 1.0);
}`

const combine = `
void main() {
  vec3 colour = texture(uOriginal, vUv).rgb;
  float alpha = texture(uSource, vUv).r;
  if (shown == 1) {
    outColor = vec4(vec3(alpha), 1.0);
  } else {
    if (despill) {
      // the key's strongest channel is held to the others
      float spill = max(0.0, dot(colour, key) - dot(colour.brg, key));
      colour -= key * spill * (1.0 - alpha);
    }
    vec2 tile = floor(vUv * vec2(uTexel.y / uTexel.x, 1.0) * 12.0);
    vec3 backdrop = mod(tile.x + tile.y, 2.0) < 1.0 ? vec3(0.16, 0.46, 0.24) : vec3(0.20, 0.54, 0.29);
    outColor = vec4(mix(backdrop, clamp(colour, 0.0, 1.0), alpha), 1.0);
  }
}`

export const chromaKey: BuiltInEffect = {
  name: 'Chroma key',
  description: 'Makes one colour transparent and puts a studio backdrop behind the picture.',
  constants,
  passes: [pass('matte', constants, matte), pass('combine', constants, combine)],
  gpuTime: 1_800,
  resources: (project) => [
    picture('matte', project, { format: 'R8_UNORM' }),
    picture('backdrop', project),
    picture('result', project),
  ],
}
