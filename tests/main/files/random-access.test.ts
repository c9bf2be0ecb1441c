import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStream, openFile, openStream } from '../../../main/files/random-access'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'random-access-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const content = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) % 251)
const spooled = (): string[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith('trimline-capture-'))
    .toSorted()

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
  const opened = await openFile(file(content))
  expect(opened.size).toBe(content.length)
  expect(same(opened.read(2_999_990, 100), content.subarray(2_999_990))).toBe(true)
  expect(opened.read(1234, 5)).toEqual(content.subarray(1234, 1239))
  expect(opened.read(4_000_000, 5)).toHaveLength(0)
  opened.close()
})

test('what is packed with gzip is unpacked, from a file and from a stream, and leaves nothing behind', async () => {
  const before = spooled()
  const packed = gzipSync(content)
  for (const opened of [await openFile(file(packed)), await openStream('<stdin>', pieces(packed, 1000))]) {
    expect(opened.size).toBe(content.length)
    expect(same(opened.read(0, content.length), content)).toBe(true)
    opened.close()
  }
  expect(spooled()).toEqual(before)
})

test('a stream is read from anywhere once it has ended', async () => {
  const opened = await openStream('<stdin>', pieces(content, 70_000))
  expect(opened.read(1_500_000, 10)).toEqual(content.subarray(1_500_000, 1_500_010))
  opened.close()
})

test('packed data that is cut or spoiled is said, with how far it went, and leaves nothing behind', async () => {
  const before = spooled()
  const packed = gzipSync(content)
  const spoiled = packed.slice()
  spoiled[500] = (spoiled[500] as number) ^ 0xff
  for (const bad of [packed.subarray(0, packed.length / 2), spoiled])
    await expect(openFile(file(bad))).rejects.toThrow(/gzip data that is damaged, after \d+ bytes/)
  expect(spooled()).toEqual(before)
})

test('a folder, and nothing at all, are refused in words', async () => {
  await expect(openFile(folder)).rejects.toThrow('found a folder; expected a file')
  await expect(openFile(join(folder, 'none'))).rejects.toThrow('no such file or directory')
  expect(isStream(folder)).toBe(false)
})
