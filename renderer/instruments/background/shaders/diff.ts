/** Two shader sources side by side (BP-26). Pure. */
import { diffArrays, diffWordsWithSpace } from 'diff'

/** A piece of a line; `differs`: the other side has not got it. */
interface LinePart {
  text: string
  differs: boolean
}

export interface SourceLine {
  /** from 1 */
  number: number
  parts: LinePart[]
}

/** A row of both; null: nothing stands against the other side. */
export interface SourceRow {
  left: SourceLine | null
  right: SourceLine | null
  same: boolean
}

export interface SourceDiff {
  rows: SourceRow[]
  removed: number
  added: number
}

const linesOf = (source: string): string[] => source.replace(/\n$/, '').split('\n')

export function diffSources(left: string, right: string): SourceDiff {
  const diff: SourceDiff = { rows: [], removed: 0, added: 0 }
  const place = { left: 1, right: 1 }
  let removed: string[] = []
  const flush = (added: readonly string[]): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      diff.rows.push(changedRow(removed[at] ?? null, added[at] ?? null, place))
    diff.removed += removed.length
    diff.added += added.length
    removed = []
  }
  for (const part of diffArrays(linesOf(left), linesOf(right))) {
    if (part.removed) removed = part.value
    else if (part.added) flush(part.value)
    else {
      flush([])
      for (const text of part.value) diff.rows.push(sameRow(text, place))
    }
  }
  flush([])
  return diff
}

function sameRow(text: string, place: { left: number; right: number }): SourceRow {
  const parts = [{ text, differs: false }]
  return { left: { number: place.left++, parts }, right: { number: place.right++, parts }, same: true }
}

function changedRow(left: string | null, right: string | null, place: { left: number; right: number }): SourceRow {
  const [leftParts, rightParts] = wordParts(left, right)
  return {
    left: left === null ? null : { number: place.left++, parts: leftParts },
    right: right === null ? null : { number: place.right++, parts: rightParts },
    same: false,
  }
}

/** What differs within two lines that stand against each other; of a line alone nothing is marked further. */
function wordParts(left: string | null, right: string | null): [LinePart[], LinePart[]] {
  if (left === null || right === null) {
    const whole = (text: string | null): LinePart[] => (text === null ? [] : [{ text, differs: false }])
    return [whole(left), whole(right)]
  }
  const parts = diffWordsWithSpace(left, right)
  const side = (leftOut: 'added' | 'removed'): LinePart[] =>
    parts
      .filter((part) => !part[leftOut])
      .map(({ value, added, removed }) => ({ text: value, differs: added || removed }))
  return [side('added'), side('removed')]
}
