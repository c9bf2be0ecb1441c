import { describe, expect, it } from 'vitest'
import type { CaptureFile } from '../../../../../main/session/imports/capture'
import { readRdf } from '../../../../../main/session/imports/rmv/rdf'

interface Given {
  name: string
  header?: Uint8Array
  data?: Uint8Array
  compression?: number
}

/** A file of 32 bytes, the chunks' headers and data, then the index, 64 bytes a chunk. */
function rdf(chunks: readonly Given[], change: (view: DataView, index: number) => void = () => {}): CaptureFile {
  const parts: Uint8Array[] = []
  let end = 32
  const put = (part: Uint8Array): number => {
    parts.push(part)
    end += part.length
    return end - part.length
  }
  const entries = chunks.map(({ name, header = new Uint8Array(0), data = new Uint8Array(0), compression = 0 }) => {
    const entry = new Uint8Array(64)
    const view = new DataView(entry.buffer)
    entry.set(new TextEncoder().encode(name))
    view.setUint8(16, compression)
    for (const [at, part] of [
      [24, header],
      [40, data],
    ] as const) {
      view.setBigUint64(at, BigInt(put(part)), true)
      view.setBigUint64(at + 8, BigInt(part.length), true)
    }
    return entry
  })
  const index = end
  const bytes = Buffer.concat([new Uint8Array(32), ...parts, ...entries])
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  view.setUint32(8, 3, true)
  view.setBigUint64(16, BigInt(index), true)
  view.setBigUint64(24, BigInt(entries.length * 64), true)
  change(view, index)
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}

/** What stands before tokens: the stream's number and its version. */
function streamHeader(index: number, major: number, minor: number): Uint8Array {
  const bytes = new Uint8Array(24)
  const view = new DataView(bytes.buffer)
  view.setUint32(16, index, true)
  view.setUint16(20, major, true)
  view.setUint16(22, minor, true)
  return bytes
}

const text = (content: string, length = content.length) => new TextEncoder().encode(content.padEnd(length, '\0'))

describe('the chunks of an RDF file [LB-19]', () => {
  it('of tokens are streams by their numbers, in the order of these, each of the parts in the order of the file', () => {
    const { streams } = readRdf(
      rdf([
        { name: 'RmtData', header: streamHeader(7, 1, 6), data: new Uint8Array(10) },
        { name: 'RmtData', header: streamHeader(2, 1, 7), data: new Uint8Array(20) },
        { name: 'RmtData', header: streamHeader(7, 1, 6), data: new Uint8Array(30) },
      ]),
    )
    // 32 bytes of header, then 24 and 10, 24 and 20, 24 and 30
    expect(streams).toEqual([
      { index: 2, version: 17, parts: [{ offset: 90, stored: 20, plain: null }] },
      {
        index: 7,
        version: 16,
        parts: [
          { offset: 56, stored: 10, plain: null },
          { offset: 134, stored: 30, plain: null },
        ],
      },
    ])
  })

  it('of segments have their heap, base and size; what is left over at the end is none', () => {
    const data = new Uint8Array(24 + 23)
    const view = new DataView(data.buffer)
    view.setInt32(0, 2, true)
    view.setBigUint64(8, 0x1000n, true)
    view.setBigUint64(16, 8n * 2n ** 30n, true)
    expect(readRdf(rdf([{ name: 'GpuMemSegment', data }])).segments).toEqual([{ heap: 2, base: 4096, size: 2 ** 33 }])
  })

  it('name the GPU: the system’s own name for it, wherever it stands, before the adapter’s', () => {
    const adapter = { name: 'AdapterInfo', data: text(' Adapter ', 140) }
    const system = (content: string) => ({ name: 'SystemInfo', data: text(content) })
    expect(readRdf(rdf([adapter])).gpu).toBe('Adapter')
    expect(readRdf(rdf([adapter, system('{"gpus":[{"name":"System"}]}')])).gpu).toBe('System')
    expect(readRdf(rdf([system('{"gpus":[{"name":"System"}]}'), adapter])).gpu).toBe('System')
    for (const content of ['not JSON', 'null', '{"gpus":[]}', '{"gpus":[{"name":3}]}', '{"gpus":[{"name":"  "}]}'])
      expect(readRdf(rdf([adapter, system(content)])).gpu).toBe('Adapter')
  })

  it('that nobody knows are counted without their names; snapshots are counted', () => {
    const { snapshots, others } = readRdf(
      rdf([{ name: 'RmvSnapshotData' }, { name: 'Secret' }, { name: 'RmvSnapshotData' }, { name: 'Other' }]),
    )
    expect([snapshots, [...others]]).toEqual([2, [['unknown chunk', 2]]])
  })
})

describe('an RDF file that is malformed is refused, and where it is [LB-19]', () => {
  const one = [{ name: 'RmtData', header: streamHeader(1, 1, 6), data: new Uint8Array(10) }]
  // 32 + 24 + 10 bytes, then the index of 64: 130 in all

  it.each<[string, (view: DataView, index: number) => void, string]>([
    ['another version', (view) => view.setUint32(8, 4, true), 'offset 8: found version 4; expected version 3'],
    ['an index of half an entry', (view) => view.setBigUint64(24, 96n, true), 'offset 24: found an index of 96 bytes'],
    ['an index behind the end', (view) => view.setBigUint64(16, 67n, true), 'offset 16: found an index from 67 to 131'],
    ['another compression', (view, index) => view.setUint8(index + 16, 2), 'offset 82: found compression 2'],
    [
      'a header behind the end',
      (view, index) => view.setBigUint64(index + 24, 107n, true),
      'offset 90: found a header from 107 to 131; expected a place within the file’s 130 bytes',
    ],
    [
      'data behind the end',
      (view, index) => view.setBigUint64(index + 48, 99n, true),
      'offset 106: found data from 56 to 155',
    ],
    [
      'a header where no number reaches',
      (view, index) => view.setBigUint64(index + 24, 0xffff_ffff_0000_0000n, true),
      'offset 90: found a header from 18446744069414584320 to 18446744069414584344; expected a place within',
    ],
    [
      'data of more bytes than a number holds',
      (view, index) => view.setBigUint64(index + 48, 2n ** 53n + 1n, true),
      'offset 106: found data from 56 to 9007199254741049',
    ],
    [
      'an index of more bytes than a number holds',
      (view) => view.setBigUint64(24, 2n ** 63n, true),
      'offset 24: found an index of 9223372036854775808 bytes',
    ],
    [
      'an index where no number reaches',
      (view) => view.setBigUint64(16, 2n ** 64n - 1n, true),
      'offset 16: found an index from 18446744073709551615 to 18446744073709551679',
    ],
    [
      'a stream’s header that is too short',
      (view, index) => view.setBigUint64(index + 32, 23n, true),
      'offset 32: found a header of 23 bytes; expected 24 bytes before tokens',
    ],
  ])('%s', (_what, change, said) => {
    expect(() => readRdf(rdf(one, change))).toThrow(said)
  })

  it('fewer bytes than its own header', () => {
    expect(() => readRdf({ size: 31, read: () => new Uint8Array(31) })).toThrow('offset 31: found the end of the file')
  })

  it('not for where parts are that are empty', () => {
    const change = (view: DataView, index: number) => view.setBigUint64(index + 40, 2n ** 62n, true)
    expect(readRdf(rdf([{ name: 'RmvSnapshotData' }], change)).snapshots).toBe(1)
  })
})
