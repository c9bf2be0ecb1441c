import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

const constants = [
  wholeConstant('kind', 'Kind: 0 dissolve, 1 wipe, 2 iris, 3 push, 4 blinds', 1, 0, 4),
  real('progress', 'Progress', 0.5, [0, 1, 0.01]),
  real('softness', 'Softness', 0.08, [0.001, 0.5, 0.001]),
  wholeConstant('blinds', 'Blinds', 8, 2, 24),
]

const body = `
void main() {
  vec2 from = vUv;
  vec2 to = vUv;
  float share = progress;
  if (kind == 3) {
    from.x += progress;
    to.x += progress - 1.0;
    share = step(1.0, from.x);
  } else if (kind != 0) {
    float place = vUv.x;
    if (kind == 2) {
      place = length((vUv - 0.5) * vec2(uTexel.y / uTexel.x, 1.0)) / length(vec2(0.5 * uTexel.y / uTexel.x, 0.5));
    } else if (kind == 4) {
      place = fract(vUv.y * float(blinds));
    }
    float front = progress * (1.0 + softness);
    share = 1.0 - smoothstep(front - softness, front, place);
  }
  outColor = vec4(mix(texture(uSource, from).rgb, texture(uNext, to).rgb, share), 1.0);
}`

export const transition: BuiltInEffect = {
  name: 'Transition',
  description: 'Leads over to the next shot, by dissolve, wipe, iris, push or blinds.',
  constants,
  passes: [pass('blend', constants, body)],
  gpuTime: 1_400,
  resources: (project) => [picture('from', project), picture('to', project), picture('result', project)],
}
