/** The lines of a text file of any length, a piece at a time. */
import { badLine, type CaptureFile } from '../capture'

/** bytes that are read at once */
const CHUNK = 256 * 1024
/** bytes; the longest line that a scenario could take in has fewer */
const LONGEST_LINE = 16 * 1024 * 1024

const LF = 0x0a
const CR = 0x0d

export interface FileLine {
  /** from 1 */
  number: number
  text: string
  /** bytes of the file up to the line's end */
  end: number
}

/**
 * Lines end with LF or CRLF; blank ones are counted and left out; a byte order mark is none of the text.
 * @throws CaptureError for a line that is too long or no UTF-8
 */
export function* linesOf(file: CaptureFile): Generator<FileLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest: Uint8Array[] = []
  let restLength = 0
  let number = 1
  const take = (last: Uint8Array, end: number): FileLine | null => {
    const bytes = restLength === 0 ? last : Buffer.concat([...rest, last])
    rest = []
    restLength = 0
    const own = bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes
    if (own.length === 0) return null
    const text = decoded(decoder, own, number)
    return text.trim() === '' ? null : { number, text, end }
  }
  for (let offset = 0; offset < file.size; ) {
    const chunk = file.read(offset, CHUNK)
    if (chunk.length === 0) break
    let from = 0
    for (let to = chunk.indexOf(LF); to >= 0; to = chunk.indexOf(LF, from)) {
      // a file can have millions that are empty: they cost no more than their bytes
      for (; restLength === 0 && chunk[from] === LF; from++) number++
      if (from > to) to = chunk.indexOf(LF, from)
      if (to < 0) break
      const line = take(chunk.subarray(from, to), offset + to + 1)
      if (line !== null) yield line
      number++
      from = to + 1
    }
    // kept beyond the next read
    rest.push(chunk.slice(from))
    restLength += chunk.length - from
    if (restLength > LONGEST_LINE)
      throw badLine(number, '', `more than ${LONGEST_LINE} bytes`, `a line of at most ${LONGEST_LINE} bytes`)
    offset += chunk.length
  }
  const line = take(new Uint8Array(0), file.size)
  if (line !== null) yield line
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, line: number): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw badLine(line, '', 'bytes that are not UTF-8', 'UTF-8 text')
  }
}
