import type { Effect } from './effect'

export const sepia: Effect = {
  name: 'Sepia',
  passes: [
    {
      fragment: `
void main() {
  float light = dot(texture(uSource, vUv).rgb, LUMINANCE);
  outColor = vec4(clamp(light * vec3(1.20, 1.00, 0.74) + vec3(0.05, 0.02, 0.0), 0.0, 1.0), 1.0);
}`,
      taps: 1,
    },
  ],
}
