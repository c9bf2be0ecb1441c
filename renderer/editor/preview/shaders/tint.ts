import type { Effect } from './effect'

const fragment = `
void main() {
  vec3 colour = texture(uSource, vUv).rgb;
  float light = dot(colour, LUMINANCE);
  outColor = vec4(mix(colour, uTint * (0.25 + 0.9 * light), uStrength), 1.0);
}`

/** How much of the picture one tint replaces, and how much any number of them. */
const ALONE = 0.3
const TOGETHER = 0.45

/** Share that each of `count` tints takes, so that what the clip shows is still seen through all of them. */
export function tintStrength(count: number): number {
  if (count < 1) return 0
  const together = TOGETHER - (TOGETHER - ALONE) / count
  return 1 - (1 - together) ** (1 / count)
}

/** Hue in degrees, the same for the same name on every machine (FNV-1a). */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 360
}

function rgbOfHue(hue: number): [number, number, number] {
  const channel = (shift: number) => {
    const k = (shift + hue / 30) % 12
    return 0.55 - 0.45 * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [channel(0), channel(8), channel(4)]
}

/** An effect that the project names and that has no shader of its own: a tint by its name. */
export function tint(name: string): Effect {
  return { name, passes: [{ fragment, taps: 1 }], tint: rgbOfHue(hueOf(name)) }
}
