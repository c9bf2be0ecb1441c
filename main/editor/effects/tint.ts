import { type BuiltInEffect, colour } from './built-in-effect'
import { picture } from './memory'
import { pass } from './pass'

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

const body = `
void main() {
  vec3 picture = texture(uSource, vUv).rgb;
  float light = dot(picture, LUMINANCE);
  outColor = vec4(mix(picture, colour * (0.25 + 0.9 * light), uStrength), 1.0);
}`

/** Stands for an effect that the project names and that is none of the built-in ones: a tint by its name. */
export function tint(name: string): BuiltInEffect {
  const constants = [colour('colour', 'Colour', rgbOfHue(hueOf(name)))]
  return {
    name,
    description: 'A tint that stands for an effect which has no picture of its own.',
    constants,
    passes: [pass('tint', constants, body)],
    gpuTime: 500,
    resources: (project) => [picture('tinted', project)],
  }
}
