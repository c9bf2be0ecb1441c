/** Perfetto's protobuf form, decoded field by field with the library's reader. */
import protobuf from 'protobufjs/minimal.js'
import { expect, it } from 'vitest'
import { ProtobufForm } from '../../../../main/session/perfetto/protobuf-form'

function decoded(reader: protobuf.Reader, type: number): Uint8Array | bigint {
  if (type === 2) return reader.bytes()
  return BigInt(String(type === 1 ? reader.fixed64() : reader.uint64()))
}

/** Fields of a message by number, of each all values, undecoded where they are messages. */
function message(bytes: Uint8Array): Map<number, (Uint8Array | bigint)[]> {
  const reader = protobuf.Reader.create(bytes)
  const fields = new Map<number, (Uint8Array | bigint)[]>()
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    const value = decoded(reader, tag & 7)
    const values = fields.get(tag >>> 3)
    if (values === undefined) fields.set(tag >>> 3, [value])
    else values.push(value)
  }
  return fields
}

const nested = (value: Uint8Array | bigint | undefined) => message(value as Uint8Array)
const text = (value: Uint8Array | bigint | undefined) => new TextDecoder().decode(value as Uint8Array)

function formed(write: (form: ProtobufForm) => void): Map<number, (Uint8Array | bigint)[]>[] {
  const pieces: Uint8Array[] = []
  const form = new ProtobufForm((piece) => pieces.push(Buffer.from(piece)))
  write(form)
  form.end()
  return (message(Buffer.concat(pieces)).get(1) ?? []).map(nested)
}

const process = { id: 1, name: 'GPU' }
const thread = { id: 2, process, name: '3d slot 0' }

it('names what was said once by number, also after it has forgotten all of them to need no more memory [LB-17]', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `name ${i % 15_000}`)
  const packets = formed((form) => {
    form.process(process)
    form.thread(thread)
    for (const [at, name] of names.entries()) form.instant(thread, { name, category: 'c', at, fields: { n: at } })
  })
  let known = new Map<bigint, string>()
  let cleared = 0
  const found: string[] = []
  for (const packet of packets) {
    if (((packet.get(13)?.[0] as bigint) & 1n) === 1n) {
      known = new Map()
      cleared++
    }
    for (const entry of (packet.get(12) ?? []).flatMap((interned) => nested(interned).get(2) ?? [])) {
      known.set(nested(entry).get(1)?.[0] as bigint, text(nested(entry).get(2)?.[0]))
    }
    const event = packet.get(11)?.[0]
    if (event !== undefined) found.push(known.get(nested(event).get(10)?.[0] as bigint) ?? 'unknown')
    expect(known.size).toBeLessThanOrEqual(8192)
  }
  expect(found).toEqual(names)
  expect(cleared).toBeGreaterThan(1)
})

it('has nanoseconds that are exact beyond what a number holds, and every kind of annotation [LB-17]', () => {
  const at = Number.MAX_SAFE_INTEGER - 7
  const [, packet] = formed((form) => {
    form.thread(thread)
    form.instant(thread, { name: 'n', category: 'c', at, fields: { s: 'ä', b: true, i: -5, d: 0.5, l: ['x', 'y'] } })
  })
  expect(packet?.get(8)).toEqual([BigInt(at) * 1000n])
  const annotations = nested(packet?.get(11)?.[0]).get(4)?.map(nested) ?? []
  expect(annotations).toHaveLength(5)
  const [s, b, i, d, l] = annotations
  expect(text(s?.get(6)?.[0])).toBe('ä')
  expect(b?.get(2)).toEqual([1n])
  expect(BigInt.asIntN(64, i?.get(4)?.[0] as bigint)).toBe(-5n)
  expect(d?.get(5)).toEqual([0x3fe0_0000_0000_0000n])
  expect(l?.get(12)?.map((value) => text(nested(value).get(6)?.[0]))).toEqual(['x', 'y'])
})
