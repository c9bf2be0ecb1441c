import { describe, expect, it } from 'vitest'
import type { FileStats } from '../../../main/files/file-system'
import { hashOf, identityOf, isSameFile, knownByContent, sinceThen } from '../../../main/files/identity'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const STATS: FileStats = {
  kind: 'file',
  size: 3,
  mode: 0o644,
  uid: 0,
  gid: 0,
  device: 1n,
  inode: 2n,
  modified: 3n,
}
const KNOWN = identityOf(STATS, hashOf(bytes('abc')))

/** What became of it, and how often its content had to be read. */
function look(now: FileStats | undefined | Error, content: string | Error = 'abc', known = KNOWN) {
  let reads = 0
  const stat = (): FileStats | undefined => {
    if (now instanceof Error) throw now
    return now
  }
  const read = (): Uint8Array => {
    reads++
    if (content instanceof Error) throw content
    return bytes(content)
  }
  return [sinceThen('a.json', known, read, { stat }), reads]
}

it('the hash is SHA-256', () => {
  // FIPS 180-2, appendix B.1
  expect(hashOf(bytes('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

describe('a file since it was last seen', () => {
  it.each<[string, Parameters<typeof look>, unknown[]]>([
    ['is the same without a look at its content', [STATS], ['same', 0]],
    ['is the same where only its time is new', [{ ...STATS, modified: 9n }], ['same', 1]],
    ['is another one of the same size', [{ ...STATS, modified: 9n }, 'abd'], ['changed', 1]],
    ['is another one where its size is', [{ ...STATS, size: 4 }], ['changed', 0]],
    ['is a folder now', [{ ...STATS, kind: 'folder' }], ['changed', 0]],
    ['is gone', [undefined], ['gone', 0]],
    ['cannot be looked at: that it is the same nobody knows', [new Error('EACCES')], ['changed', 0]],
    ['cannot be read', [{ ...STATS, inode: 9n }, new Error('EIO')], ['changed', 1]],
  ])('%s', (_what, asked, found) => {
    expect(look(...asked)).toEqual(found)
  })

  it('is known by its content where nothing else was noted down', () => {
    const known = knownByContent(3, hashOf(bytes('abc')))
    expect([look(STATS, 'abc', known), look(STATS, 'abd', known)]).toEqual([
      ['same', 1],
      ['changed', 1],
    ])
  })
})

describe('two paths', () => {
  const disk: Record<string, FileStats | undefined> = {
    '/a/project.json': STATS,
    '/b/link.json': STATS,
    '/a/other.json': { ...STATS, inode: 9n },
    '/elsewhere/project.json': { ...STATS, device: 9n },
    '/share/one': { ...STATS, inode: 0n },
    '/share/two': { ...STATS, inode: 0n },
  }
  const stat = (path: string): FileStats | undefined => {
    if (path === '/locked/file') throw new Error('EACCES')
    return disk[path]
  }
  it.each([
    ['/a/project.json', '/a/../a/./project.json', true],
    ['/a/project.json', '/b/link.json', true],
    ['/a/project.json', '/a/other.json', false],
    ['/a/project.json', '/elsewhere/project.json', false],
    ['/share/one', '/share/two', false],
    ['/a/project.json', '/locked/file', false],
    ['/locked/file', '/locked/file', true],
    ['/a/new', '/b/new', false],
    ['/a/new', '/a/new', true],
  ])('%s and %s lead to one file: %s', (one, other, is) => {
    expect([isSameFile(one, other, { stat }), isSameFile(other, one, { stat })]).toEqual([is, is])
  })
})
