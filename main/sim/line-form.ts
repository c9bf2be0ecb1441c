/**
 * The form of a line of the trace that comes again and again with other numbers: the bytes of the last such line, of which
 * only the digits that have changed are written anew. Its numbers are whole, and have as many digits as they had.
 */
import { putThree, putWhole } from './digits'

/** forms that are kept of each type of record; where there are more, the oldest goes */
const MOST = 16

/** what a new form costs, in lines that have one */
const COST = 8
const MOST_WORTH = 32 * COST
/** after each line that would have needed one */
const TRIED_AGAIN = 0.25

/** a character for each byte */
const byteByByte = new TextDecoder('latin1')

export class LineForm {
  /** where the digits of each number begin and end */
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  /** the numbers that have so many digits: from `least` to below `beyond` */
  private readonly least: number[] = []
  private readonly beyond: number[] = []
  /** what stands there, without the last three and the last six digits */
  private readonly thousands: number[] = []
  private readonly millions: number[] = []

  /**
   * @param bytes one line of that form
   * @param names of its numbers, in the order of their places
   */
  constructor(
    readonly bytes: Uint8Array,
    names: readonly string[],
  ) {
    const text = byteByByte.decode(bytes)
    for (const name of names) {
      const label = `"${name}":`
      // a quote in a text has a backslash before it: this is no text
      const start = text.indexOf(label) + label.length
      let end = start
      while (isDigit(bytes[end])) end++
      const digits = end - start
      this.starts.push(start)
      this.ends.push(end)
      this.least.push(digits === 1 ? 0 : 10 ** (digits - 1))
      // what is no whole number there has no form
      this.beyond.push(digits === 0 || !isEnd(bytes[end]) ? 0 : Math.min(10 ** digits, Number.MAX_SAFE_INTEGER))
      this.thousands.push(Number.NaN)
      this.millions.push(Number.NaN)
    }
  }

  /**
   * Number `index` is this.
   * @param value in any unit
   * @returns false: it is not so long, or not whole, and this is no form of its line
   */
  put(index: number, value: number): boolean {
    if (!(value >= (this.least[index] as number) && value < (this.beyond[index] as number))) return false
    if (Math.floor(value) !== value) return false
    const { bytes } = this
    const start = this.starts[index] as number
    const end = this.ends[index] as number
    if (end - start < 4) {
      putWhole(bytes, start, value)
      return true
    }
    const thousands = Math.floor(value / 1000)
    putThree(bytes, end - 3, value - thousands * 1000)
    if (thousands === this.thousands[index]) return true
    this.thousands[index] = thousands
    if (end - start < 7) {
      putWhole(bytes, start, thousands)
      return true
    }
    const millions = Math.floor(thousands / 1000)
    putThree(bytes, end - 6, thousands - millions * 1000)
    if (millions === this.millions[index]) return true
    this.millions[index] = millions
    putWhole(bytes, start, millions)
    return true
  }
}

/** Forms, by what of the record is no number that changes. */
export class LineForms<Key> {
  private readonly keys: Key[] = []
  private readonly forms: LineForm[] = []
  private next = 0
  /** by place: where the form was that came after it the last time; a frame's lines come in the same order as the last one's */
  private readonly after: number[] = []
  private last = 0
  /** lines that had a form lately, against those that needed a new one */
  private worth = MOST_WORTH

  /** @param isLike whether records are alike but for the numbers that change */
  constructor(private readonly isLike: (a: Key, b: Key) => boolean) {}

  /** @returns its index; -1: there is none yet */
  find(key: Key): number {
    const place = this.placeOf(key)
    if (place < 0) return -1
    if (this.worth < MOST_WORTH) this.worth++
    this.after[this.last] = place
    this.last = place
    return place
  }

  private placeOf(key: Key): number {
    const { keys } = this
    const expected = this.after[this.last] ?? 0
    if (expected < keys.length && this.isLike(keys[expected] as Key, key)) return expected
    for (let i = 0; i < keys.length; i++) if (this.isLike(keys[i] as Key, key)) return i
    return -1
  }

  /** Forms are made while most lines have one already: one that is used once costs more than it saves. */
  get mayKeep(): boolean {
    if (this.worth >= COST) return true
    this.worth += TRIED_AGAIN
    return false
  }

  /** @param place index */
  at(place: number): LineForm {
    return this.forms[place] as LineForm
  }

  /** @param place index where another of its kind is; -1: there is none */
  keep(key: Key, form: LineForm, place: number): void {
    const at = place >= 0 ? place : this.next++ % MOST
    this.worth -= COST
    if (at === this.after.length) this.after.push(at)
    this.keys[at] = key
    this.forms[at] = form
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57
}

/** A comma or a closing brace. */
function isEnd(byte: number | undefined): boolean {
  return byte === 44 || byte === 125
}
