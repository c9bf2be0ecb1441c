import type { Effect } from './effect'

/** Relative luminance of Rec. 709. */
export const grayscale: Effect = {
  name: 'Grayscale',
  passes: [
    {
      fragment: `
void main() {
  outColor = vec4(vec3(dot(texture(uSource, vUv).rgb, LUMINANCE)), 1.0);
}`,
      taps: 1,
    },
  ],
}
