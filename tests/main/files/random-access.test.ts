import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Beginning, openFile, openStream, type RandomAccess } from '../../../main/files/random-access'

let folder: string
let temporary: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'random-access-'))
  // other processes have temporary files too
  temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const content = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) % 251)
/** files of this process that have no name any more */
const nameless = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      const to = readlinkSync(`/proc/self/fd/${fd}`)
      return to.startsWith(temporary) && to.endsWith(' (deleted)')
    } catch {
      // the folder itself
      return false
    }
  }).length
const named = (): string[] => readdirSync(temporary)

const streamed = (path: string, beginning: Beginning): Promise<RandomAccess> =>
  openStream(path, createReadStream(path, { highWaterMark: 1000 }), beginning)

const ANY = { bytes: 16, look: () => {} }

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

function file(bytes: Uint8Array): string {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return path
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('a file is read from anywhere in it, and no further than its end', async () => {
  const opened = await openFile(file(content), ANY)
  expect(opened.size).toBe(content.length)
  expect(same(opened.read(2_999_990, 100), content.subarray(2_999_990))).toBe(true)
  expect(opened.read(1234, 5)).toEqual(content.subarray(1234, 1239))
  expect(opened.read(4_000_000, 5)).toHaveLength(0)
  opened.close()
})

test('what is packed with gzip is unpacked, from a file and from a stream, and leaves nothing behind, also of a process that is killed', async () => {
  const packed = gzipSync(content)
  for (const opening of [openFile, streamed]) {
    const opened = await opening(file(packed), ANY)
    expect(opened.size).toBe(content.length)
    expect(same(opened.read(0, content.length), content)).toBe(true)
    expect([named(), nameless()]).toEqual([[], 1])
    opened.close()
    expect([named(), nameless()]).toEqual([[], 0])
  }
})

test('a stream is read from anywhere once it has ended', async () => {
  const opened = await openStream('<stdin>', pieces(content, 70_000), ANY)
  expect(opened.read(1_500_000, 10)).toEqual(content.subarray(1_500_000, 1_500_010))
  opened.close()
})

test('packed data that is cut or spoiled is said, with how far it went, and leaves nothing behind', async () => {
  const packed = gzipSync(content)
  const spoiled = packed.slice()
  spoiled[500] = (spoiled[500] as number) ^ 0xff
  for (const bad of [packed.subarray(0, packed.length / 2), spoiled])
    await expect(openFile(file(bad), ANY)).rejects.toThrow(/gzip data that is damaged, after \d+ bytes/)
  expect([named(), nameless()]).toEqual([[], 0])
})

test('a folder, and nothing at all, are refused in words', async () => {
  await expect(openFile(folder, ANY)).rejects.toThrow('found a folder; expected a file')
  await expect(openFile(join(folder, 'none'), ANY)).rejects.toThrow('no such file or directory')
})

/** What has no end. */
async function* endless(told: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let bytes = 1000; ; bytes += 1000) {
    told(bytes)
    yield new Uint8Array(1000)
  }
}

test('what need not be read further is refused by its beginning, packed or not: what has no end fills no disk', async () => {
  let asked = 0
  const seen: number[] = []
  const refused = {
    bytes: 2500,
    look: (first: Uint8Array) => {
      seen.push(first.length)
      throw new Error('found something else')
    },
  }
  const stream = endless((bytes) => {
    asked = bytes
  })
  await expect(openStream('<stdin>', stream, refused)).rejects.toThrow('found something else')
  expect(asked).toBe(3000)
  // whoever wrote it is not read from any more
  expect(await stream.next()).toEqual({ done: true, value: undefined })
  await expect(openFile(file(gzipSync(content)), refused)).rejects.toThrow('found something else')
  await expect(openStream('<stdin>', pieces(content.subarray(0, 7), 3), refused)).rejects.toThrow('something else')
  await expect(openStream('<stdin>', pieces(content.subarray(0, 0), 1), refused)).rejects.toThrow('else')
  expect(seen).toEqual([2500, 2500, 7, 0])
  expect([named(), nameless()]).toEqual([[], 0])
})

test('a folder of temporary files that takes none is said in words, with what to do', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'none'))
  await expect(openStream('<stdin>', pieces(content, 1000), ANY)).rejects.toThrow(
    `<stdin> cannot be read: it cannot be kept in the folder of temporary files, ${join(folder, 'none')}, while it is read: no such file or directory (ENOENT). Free some room there, or name another folder (TMPDIR, on Windows TEMP).`,
  )
})
