import type { Effect } from './effect'

/** Unsharp mask over the four neighbours. */
export const sharpen: Effect = {
  name: 'Sharpen',
  passes: [
    {
      fragment: `
void main() {
  vec3 centre = texture(uSource, vUv).rgb;
  vec3 around = texture(uSource, vUv + vec2(uTexel.x, 0.0)).rgb + texture(uSource, vUv - vec2(uTexel.x, 0.0)).rgb
    + texture(uSource, vUv + vec2(0.0, uTexel.y)).rgb + texture(uSource, vUv - vec2(0.0, uTexel.y)).rgb;
  outColor = vec4(clamp(centre + 1.4 * (centre - around * 0.25), 0.0, 1.0), 1.0);
}`,
      taps: 5,
    },
  ],
}
