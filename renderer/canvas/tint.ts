/** FNV-1a: the same for the same name on every machine. @param seed others give others */
function hashOf(name: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** %, dark to light: names whose hues are alike are told apart by it */
const LIGHTS = [36, 52, 70]
/** of it, by which no two of the effects that are built in look alike */
const SEED = 768

/** An effect's colour beside its name, the same wherever it is: its span, its packets, its memory. A CSS colour. */
export const tintOf = (effect: string): string =>
  `hsl(${hashOf(effect, 0) % 360} 65% ${LIGHTS[(hashOf(effect, SEED) >>> 11) % LIGHTS.length]}%)`
