import type { Effect } from './effect'

export const vignette: Effect = {
  name: 'Vignette',
  passes: [
    {
      fragment: `
void main() {
  vec2 fromCentre = (vUv - 0.5) * vec2(1.15, 1.0);
  float shade = 1.0 - smoothstep(0.28, 0.78, length(fromCentre)) * 0.88;
  outColor = vec4(texture(uSource, vUv).rgb * shade, 1.0);
}`,
      taps: 1,
    },
  ],
}
