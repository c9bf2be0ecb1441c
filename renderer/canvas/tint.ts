/** Hue of an effect in degrees, the same for the same name on every machine (FNV-1a). */
function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 360
}

/** An effect's colour beside its name, the same wherever it is: its span, its packets, its memory. A CSS colour. */
export const tintOf = (effect: string): string => `hsl(${hueOf(effect)} 65% 50%)`
