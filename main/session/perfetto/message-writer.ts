/** Writes one protobuf message, field by field. */
import { toUSVString } from 'node:util'
import protobuf from 'protobufjs/minimal.js'

/** as the encoding numbers them */
const WireType = { varint: 0, bit64: 1, lengthDelimited: 2 } as const

export class MessageWriter {
  private readonly writer = protobuf.Writer.create()

  /** uint32, uint64 and enumerations @param field its id in the message @param value at most 64 bits */
  uint(field: number, value: number | bigint): this {
    this.tag(field, WireType.varint).uint64(exact(value))
    return this
  }

  /** int32 and int64 @param field its id in the message @param value at most 64 bits */
  int(field: number, value: number): this {
    this.tag(field, WireType.varint).int64(value)
    return this
  }

  /** @param field its id in the message */
  bool(field: number, value: boolean): this {
    this.tag(field, WireType.varint).bool(value)
    return this
  }

  /** @param field its id in the message @param value 64 bits, unsigned */
  fixed64(field: number, value: number): this {
    this.tag(field, WireType.bit64).fixed64(value)
    return this
  }

  /** @param field its id in the message @param value 64 bits */
  double(field: number, value: number): this {
    this.tag(field, WireType.bit64).double(value)
    return this
  }

  /** Half a character, which UTF-8 has no bytes for, is U+FFFD. @param field its id in the message */
  string(field: number, value: string): this {
    this.tag(field, WireType.lengthDelimited).string(toUSVString(value))
    return this
  }

  /** @param field its id in the message */
  bytes(field: number, value: Uint8Array): this {
    this.tag(field, WireType.lengthDelimited).bytes(value)
    return this
  }

  /** What follows is of a message of its own, until `end`. @param field its id in the message */
  begin(field: number): this {
    this.tag(field, WireType.lengthDelimited).fork()
    return this
  }

  end(): this {
    this.writer.ldelim()
    return this
  }

  finish(): Uint8Array {
    return this.writer.finish()
  }

  private tag(field: number, type: number): protobuf.Writer {
    return this.writer.uint32((field << 3) | type)
  }
}

/** The library takes whole numbers beyond 2⁵³ as texts. */
function exact(value: number | bigint): number | string {
  return typeof value === 'bigint' ? String(value) : value
}
