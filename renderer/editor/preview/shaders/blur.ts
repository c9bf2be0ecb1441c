import type { Effect } from './effect'

/**
 * Separable Gaussian of 17 taps in 9 reads a direction: the linear filter reads two neighbours at once. The radius
 * is a share of the picture's height, so that a smaller internal resolution looks the same.
 */
const gaussian = (direction: string) => `
void main() {
  const float weights[5] = float[5](0.1964825502, 0.2969069647, 0.0944703979, 0.0103813624, 0.0002);
  const float offsets[5] = float[5](0.0, 1.4117647059, 3.2941176471, 5.1764705882, 7.06);
  // 17 taps are meant for a picture of 360 lines.
  vec2 reach = ${direction} * max(1.0, 1.0 / (360.0 * uTexel.y)) * uTexel;
  vec3 sum = texture(uSource, vUv).rgb * weights[0];
  for (int i = 1; i < 5; i++) {
    sum += texture(uSource, vUv + reach * offsets[i]).rgb * weights[i];
    sum += texture(uSource, vUv - reach * offsets[i]).rgb * weights[i];
  }
  outColor = vec4(sum, 1.0);
}`

export const blur: Effect = {
  name: 'Blur',
  passes: [
    { fragment: gaussian('vec2(1.0, 0.0)'), taps: 9 },
    { fragment: gaussian('vec2(0.0, 1.0)'), taps: 9 },
  ],
}
