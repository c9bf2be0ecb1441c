import type { Effect } from './effect'

/** What is brighter than the threshold, spread along one axis. */
const spread = (direction: string, read: string) => `
vec3 bright(vec2 uv) {
  vec3 colour = texture(uSource, uv).rgb;
  return colour * smoothstep(0.55, 0.95, dot(colour, LUMINANCE));
}
vec3 plain(vec2 uv) {
  return texture(uSource, uv).rgb;
}
void main() {
  vec2 reach = ${direction} * max(1.0, 1.0 / (360.0 * uTexel.y)) * uTexel * 3.0;
  vec3 sum = ${read}(vUv) * 0.24;
  sum += (${read}(vUv + reach) + ${read}(vUv - reach)) * 0.18;
  sum += (${read}(vUv + reach * 2.0) + ${read}(vUv - reach * 2.0)) * 0.12;
  sum += (${read}(vUv + reach * 3.0) + ${read}(vUv - reach * 3.0)) * 0.08;
  outColor = vec4(sum, 1.0);
}`

/** The light that spreads is added to the picture by screen blending. */
const combine = `
void main() {
  vec3 light = texture(uSource, vUv).rgb * 1.2;
  vec3 picture = texture(uOriginal, vUv).rgb;
  outColor = vec4(1.0 - (1.0 - picture) * (1.0 - clamp(light, 0.0, 1.0)), 1.0);
}`

export const bloom: Effect = {
  name: 'Bloom',
  passes: [
    { fragment: spread('vec2(1.0, 0.0)', 'bright'), taps: 7 },
    { fragment: spread('vec2(0.0, 1.0)', 'plain'), taps: 7 },
    { fragment: combine, taps: 2 },
  ],
}
