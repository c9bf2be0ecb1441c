import type { Effect } from './effect'

export const invert: Effect = {
  name: 'Invert',
  passes: [
    {
      fragment: `
void main() {
  outColor = vec4(1.0 - texture(uSource, vUv).rgb, 1.0);
}`,
      taps: 1,
    },
  ],
}
