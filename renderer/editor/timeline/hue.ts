/** Hue of an effect's clip in degrees, the same for the same name on every machine (FNV-1a); a tint has it as well. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 360
}
