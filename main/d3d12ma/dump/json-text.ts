/** JSON with one line for each object in a list, as D3D12MA writes allocations: a dump stays readable, and half as long. */

/** @returns the text, ending with a newline */
export function jsonText(value: object): string {
  const parts: string[] = []
  write(value, '\n', parts)
  parts.push('\n')
  return parts.join('')
}

/** @param newline a line's end and the indentation of what is written */
function write(value: unknown, newline: string, parts: string[]): void {
  if (Array.isArray(value)) writeList(value, newline, parts)
  else if (typeof value === 'object' && value !== null) writeFields(Object.entries(value), newline, parts)
  else parts.push(JSON.stringify(value))
}

function writeFields(fields: [string, unknown][], newline: string, parts: string[]): void {
  const inner = `${newline}  `
  for (const [i, [name, value]] of fields.entries()) {
    parts.push(i === 0 ? '{' : ',', inner, JSON.stringify(name), ': ')
    write(value, inner, parts)
  }
  parts.push(fields.length === 0 ? '{}' : `${newline}}`)
}

function writeList(items: unknown[], newline: string, parts: string[]): void {
  const inner = `${newline}  `
  for (const [i, item] of items.entries()) {
    parts.push(i === 0 ? '[' : ',', inner)
    if (isFlat(item)) parts.push(JSON.stringify(item))
    else write(item, inner, parts)
  }
  parts.push(items.length === 0 ? '[]' : `${newline}]`)
}

/** Nothing in it has parts of its own. */
function isFlat(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return true
  for (const field in item) if (typeof (item as Record<string, unknown>)[field] === 'object') return false
  return true
}
