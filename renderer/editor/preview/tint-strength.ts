/** How much of the picture one tint replaces, and how much any number of them. */
const ALONE = 0.3
const TOGETHER = 0.45

/** Share that each of `count` tints takes, so that what the clip shows is still seen through all of them. */
export function tintStrength(count: number): number {
  if (count < 1) return 0
  const together = TOGETHER - (TOGETHER - ALONE) / count
  return 1 - (1 - together) ** (1 / count)
}
