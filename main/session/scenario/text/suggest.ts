/** Finds the known name that somebody probably meant. */

/** Longer names are not compared: the cost is quadratic, and nobody mistypes a name of that length. */
const MAX_LENGTH = 80

/**
 * The name nearest to `found`, or undefined when none is near: at most one edit in three characters, case not counted.
 * An edit is a letter added, dropped or changed, or two neighbours swapped. Else the first name that begins like it.
 */
export function suggest(found: string, known: Iterable<string>): string | undefined {
  if (found.length === 0 || found.length > MAX_LENGTH) return undefined
  const names = [...known]
  return nearest(found, names) ?? (found.length < 3 ? undefined : names.find((name) => name.startsWith(found)))
}

function nearest(found: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(found.length / 3)) + 1
  for (const name of known) {
    if (Math.abs(name.length - found.length) >= bestDistance) continue
    const distance = editDistance(found.toLowerCase(), name.toLowerCase())
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

/** Optimal string alignment distance. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
