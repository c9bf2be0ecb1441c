/** Where the things stand that are wrong, found in one walk through the text: a tree of it would take fifty times its memory. */
import { visit } from 'jsonc-parser'
import type { Issue, Path } from './problems'

type Segment = string | number

/** A path that is asked for, or the beginning of one. */
interface Wanted {
  /** of the value; undefined: it is not there, or not reached yet */
  offset?: number
  /** of its field's name */
  key?: number
  parts: Map<Segment, Wanted>
}

/** An object or a list that the walk is in. */
interface Open {
  /** null: nothing in it is asked for */
  wanted: Wanted | null
  /** of the value that comes next: its field's name, or its place in the list */
  segment: Segment
  key?: number
}

/**
 * @param text JSON without mistakes
 * @returns for each issue the index in the text of its value, or of what is nearest around it that is there
 */
export function offsetsOf(text: string, issues: readonly Issue[]): number[] {
  const root: Wanted = { parts: new Map() }
  for (const { path } of issues) want(root, path)
  walk(text, root)
  return issues.map((issue) => offsetOf(root, issue))
}

/** A symbol is no part of a JSON text's paths. */
const segment = (part: Path[number]): Segment => (typeof part === 'number' ? part : String(part))

function want(root: Wanted, path: Path): void {
  let at = root
  for (const part of path) {
    const known = at.parts.get(segment(part))
    const next = known ?? { parts: new Map<Segment, Wanted>() }
    if (known === undefined) at.parts.set(segment(part), next)
    at = next
  }
}

function walk(text: string, root: Wanted): void {
  const open: Open[] = []
  /** A value begins. @returns what of it is asked for */
  const begin = (offset: number): Wanted | null => {
    const around = open.at(-1)
    const wanted = around === undefined ? root : around.wanted?.parts.get(around.segment)
    // of a field that stands twice the first counts
    if (wanted === undefined || wanted.offset !== undefined) return null
    wanted.offset = offset
    if (around?.key !== undefined) wanted.key = around.key
    return wanted
  }
  const enter = (offset: number, first: Segment): boolean => {
    const wanted = begin(offset)
    open.push({ wanted, segment: first })
    return wanted !== null && wanted.parts.size > 0
  }
  const leave = (): void => void open.pop()
  visit(text, {
    onObjectBegin: (offset) => enter(offset, ''),
    onObjectProperty: (name, offset) => {
      const around = open.at(-1) as Open
      around.segment = name
      around.key = offset
    },
    onObjectEnd: leave,
    onArrayBegin: (offset) => enter(offset, 0),
    onSeparator: (character) => {
      const around = open.at(-1) as Open
      if (character === ',' && typeof around.segment === 'number') around.segment++
    },
    onArrayEnd: leave,
    onLiteralValue: (_value, offset) => void begin(offset),
  })
}

function offsetOf(root: Wanted, { path, atKey }: Issue): number {
  let found = root
  for (const [index, part] of path.entries()) {
    const next = found.parts.get(segment(part))
    if (next?.offset === undefined) break
    found = next
    if (atKey === true && index === path.length - 1) return next.key ?? found.offset ?? 0
  }
  return found.offset ?? 0
}
