/** The fields of an event one after the other: packed, pointers as wide as the record says. */
import type { LogRecord } from './records'

/** What a field that is not there is read as: a shorter record than its layout occurs. */
const MISSING = 0

export class PayloadFields {
  readonly #record: LogRecord
  #at = 0

  constructor(record: LogRecord) {
    this.#record = record
  }

  /** Whether there is another field of so many bytes. */
  has(bytes: number): boolean {
    return this.#at + bytes <= this.#record.payload.length
  }

  /** 8 bits, unsigned. */
  u8(): number {
    return this.#take(1, (at) => this.#record.payload.u8(at))
  }

  /** 16 bits, unsigned. */
  u16(): number {
    return this.#take(2, (at) => this.#record.payload.u16(at))
  }

  /** 32 bits, unsigned. */
  u32(): number {
    return this.#take(4, (at) => this.#record.payload.u32(at))
  }

  flag(): boolean {
    return this.u32() !== 0
  }

  /** A size, 64 bits; infinite where it is none that a number can hold. */
  u64(): number {
    return this.#take(8, (at) => this.#record.payload.size(at))
  }

  /** An address, which is a name and no number. */
  pointer(): string {
    const { payload, pointer } = this.#record
    const value = this.#take<number | bigint>(pointer, (at) => (pointer === 8 ? payload.u64(at) : payload.u32(at)))
    // that of a field which is not there is a number
    return value === MISSING || value === 0n ? '' : value.toString(16)
  }

  /** As `pointer`, where it is a process’s id. */
  processNumber(): number {
    const text = this.pointer()
    return text === '' || text.length > 8 ? 0 : Number.parseInt(text, 16)
  }

  skip(bytes: number): void {
    this.#at += bytes
  }

  skipPointers(count: number): void {
    this.#at += count * this.#record.pointer
  }

  #take<Value extends number | bigint>(bytes: number, read: (at: number) => Value): Value | typeof MISSING {
    if (!this.has(bytes)) {
      this.#at = this.#record.payload.length
      return MISSING
    }
    const value = read(this.#at)
    this.#at += bytes
    return value
  }
}
