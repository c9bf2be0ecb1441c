/** The text of a dump file: D3D12MA gives UTF-16, with a mark at the start or without, others write UTF-8 (DF-23). */
import type { Problem } from '../scenario/text/problems'

/** A million allocations fit; what reads the text needs several times its size. */
export const MAX_DUMP_BYTES = 128 * 1024 * 1024
/** Text is short beside the values that it can stand for: so many fit in memory. */
const MAX_VALUES = 16_000_000

const NAMES = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16' } as const
type Encoding = keyof typeof NAMES

/**
 * @returns the text without a mark, and without the zeros that end a C string that was written whole
 * @throws what is no mistake of the text: an error of this program
 */
export function decodeDump(bytes: Uint8Array): { ok: true; text: string } | { ok: false; problem: Problem } {
  if (bytes.length > MAX_DUMP_BYTES)
    return refused(`${bytes.length} bytes`, `a memory dump of at most ${MAX_DUMP_BYTES} bytes`)
  if (bytes.length === 0) return refused('an empty file', 'a memory dump in JSON')
  const encoding = encodingOf(bytes)
  if (encoding === null) return refused('UTF-32 text', 'UTF-8 or UTF-16 text')
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (hasTooMany(text)) return refused(`more than ${MAX_VALUES} values`, 'a memory dump, which has fewer')
    return { ok: true, text: withoutZeros(text) }
  } catch (error) {
    // what the decoder throws for bytes that are no text of this encoding
    if (!(error instanceof TypeError)) throw error
    return refused(`bytes that are not ${NAMES[encoding]}`, 'a memory dump in UTF-8 or UTF-16')
  }
}

/** JSON begins with an ASCII character, so that zeros beside it tell where there is no mark. null: UTF-32 */
function encodingOf([a, b, c, d]: Uint8Array): Encoding | null {
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? null : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0 && b === 0) return null
  if (a === 0 && b !== undefined) return 'utf-16be'
  if (b === 0 && a !== undefined) return c === 0 && d === 0 ? null : 'utf-16le'
  return 'utf-8'
}

/** Each value but the first of an object or a list has a comma before it. */
function hasTooMany(text: string): boolean {
  let commas = 0
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) if (++commas > MAX_VALUES) return true
  return false
}

function withoutZeros(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return text.slice(0, end)
}

function refused(found: string, expected: string): { ok: false; problem: Problem } {
  return { ok: false, problem: { path: '', found, expected } }
}
