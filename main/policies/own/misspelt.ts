/** Functions of a policy of one's own that are called for no event, by a slip in their names (LB-15). */
import leven from 'leven'

export interface Misspelt {
  readonly name: string
  /** the event that is meant */
  readonly meant: string
  readonly line: number
}

/** longer ones are no slip of an event's name */
const MOST_LETTERS = 20
/** a part of an event's name, from its beginning or to its end, has at least so many */
const LEAST_LETTERS = 4

/**
 * @param others names and lines of functions that are of no event, as the policy's side says: nothing of it is trusted
 * @param missing events that the policy has no function for
 * @returns those that are at most one edit in three letters away from such an event, or are its beginning or its end, case
 * not counted; with the nearest
 */
export function misspeltOf(others: unknown, missing: readonly string[]): Misspelt[] {
  if (!Array.isArray(others)) return []
  return others.flatMap((other: unknown) => {
    if (!Array.isArray(other)) return []
    const [name, line]: readonly unknown[] = other
    if (typeof name !== 'string' || name.length > MOST_LETTERS) return []
    const meant = nearest(name, missing)
    return meant === null ? [] : [{ name, meant, line: Number.isSafeInteger(line) ? Number(line) : 1 }]
  })
}

function nearest(name: string, events: readonly string[]): string | null {
  const small = name.toLowerCase()
  let best: string | null = null
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const event of events) {
    const edits = leven(small, event.toLowerCase())
    if (edits >= fewest) continue
    best = event
    fewest = edits
  }
  if (best !== null || small.length < LEAST_LETTERS) return best
  return (
    events
      .map((event) => [event, event.toLowerCase()] as const)
      .find(([, text]) => text.startsWith(small) || text.endsWith(small))?.[0] ?? null
  )
}
