/** Finds the known name that somebody probably meant. */
import leven from 'leven'

/** Longer names are not compared: the cost is quadratic, and nobody mistypes a name of that length. */
const MAX_LENGTH = 80

/**
 * The name nearest to `found`, or undefined when none is near: at most one edit in three characters, case not counted.
 * Else the first name that begins like it.
 */
export function suggest(found: string, known: Iterable<string>): string | undefined {
  if (found.length === 0 || found.length > MAX_LENGTH) return undefined
  const names = [...known]
  const most = Math.max(1, Math.floor(found.length / 3))
  return (
    nearest(found, names, () => most) ?? (found.length < 3 ? undefined : names.find((name) => name.startsWith(found)))
  )
}

/**
 * The name with the fewest edits from `found`, the first of several, case not counted. An edit is a letter added, dropped
 * or changed (Levenshtein's distance); two neighbours swapped, and nothing else, is one too.
 * @param most edits that a name may be away
 * @returns undefined when each is farther away
 */
export function nearest<Name extends string>(
  found: string,
  known: readonly Name[],
  most: (name: Name) => number,
): Name | undefined {
  let best: Name | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const name of known) {
    const limit = Math.min(most(name), fewest - 1)
    const edits = editsBetween(found.toLowerCase(), name.toLowerCase(), limit)
    if (edits > limit) continue
    best = name
    fewest = edits
  }
  return best
}

/** @returns edits, or more than `limit` when there are more */
function editsBetween(a: string, b: string, limit: number): number {
  return isSwap(a, b) ? 1 : leven(a, b, { maxDistance: limit + 1 })
}

/** Two neighbours of one stand the other way round in the other. */
function isSwap(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  if (at < 0 || a.length !== b.length) return false
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}
