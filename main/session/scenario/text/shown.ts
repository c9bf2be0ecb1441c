/**
 * Text from outside (files, names, paths, arguments, messages of other programs) as it may be shown in a terminal, a dialog
 * or a window: of bounded length, and without characters that steer a terminal, turn the direction of what stands
 * around them, break lines or are no characters at all. Everything that is shown and comes from outside goes through here.
 */

/** UTF-16 code units, the sign of what is left out included */
const MOST_OF_VALUE = 200
export const MOST_OF_LINE = 400
/** of a message; a dialog has room for no more */
export const MOST_LINES = 20

const LEFT_OUT = '…'

/**
 * C0 and C1 controls with DEL; marks, embeddings, overrides and isolates of direction; separators of lines and
 * paragraphs; halves of surrogate pairs.
 */
const UNSHOWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** One value, such as a name or what was found: all on one line, at most `most` code units. */
export function shownValue(text: string, most = MOST_OF_VALUE): string {
  // no more than can be shown is looked at: a name can have 60 MB; a pair that is cut here is past the end
  const looked = text.length > most ? text.slice(0, most + 1) : text
  const shown = looked.replace(UNSHOWN, escaped)
  return shown.length <= most && looked.length === text.length ? shown : clipped(looked, most)
}

/** Escapes and characters of two code units stay whole. */
function clipped(text: string, most: number): string {
  let shown = ''
  for (const character of text) {
    const piece = character.replace(UNSHOWN, escaped)
    if (shown.length + piece.length > most - LEFT_OUT.length) break
    shown += piece
  }
  return `${shown}${LEFT_OUT}`
}

/** A line of a message, of values that have been clipped already. */
export function shownLine(line: string): string {
  return shownValue(line, MOST_OF_LINE)
}

/** A message of several lines; of more than MOST_LINES the rest is counted. */
export function shownText(text: string): string {
  return shownLines(text.split('\n')).join('\n')
}

/** Lines fit for a terminal or a dialog: each clipped and escaped, the first 20 and how many more there are. */
export function shownLines(lines: readonly string[]): string[] {
  const shown = lines.slice(0, MOST_LINES).map(shownLine)
  return lines.length <= MOST_LINES ? shown : [...shown, `and ${lines.length - MOST_LINES} more`]
}
