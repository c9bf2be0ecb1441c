import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeFileSystem } from '../../../main/files/file-system'
import { descriptorOf, partialName, targetOf } from '../../../main/files/target'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-target-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a path that names a descriptor', () => {
  it.each([
    ['/dev/stdin', 0],
    ['/dev/stdout', 1],
    ['/dev/../dev/stderr', 2],
    ['/dev/fd/17', 17],
    ['/proc/self/fd/3', 3],
    ['/dev/fd/x', undefined],
    ['/dev/null', undefined],
    ['/dev/fd/12345678901', undefined],
  ])('%s: %s', (path, descriptor) => {
    expect(descriptorOf(path)).toBe(descriptor)
  })

  it('is written straight only where streams are expected', () => {
    expect(targetOf('/dev/fd/17', true, nodeFileSystem)).toEqual({ kind: 'descriptor', descriptor: 17 })
  })
})

describe.skipIf(process.platform === 'win32')('where a path leads', () => {
  const links = (count: number): string => {
    for (let i = 0; i < count; i++) symlinkSync(`l${i + 1}`, join(folder, `l${i}`))
    return join(folder, 'l0')
  }

  it('is the file at the end of its links, also one that is not there yet', () => {
    const path = links(3)
    expect(targetOf(path, false, nodeFileSystem)).toEqual({ kind: 'file', path: join(folder, 'l3'), before: undefined })
    writeFileSync(join(folder, 'l3'), 'x')
    const target = targetOf(path, false, nodeFileSystem)
    expect(target).toMatchObject({ kind: 'file', before: { size: 1 } })
    expect('path' in target && basename(target.path)).toBe('l3')
  })

  it('is nowhere where links lead to each other', () => {
    symlinkSync('b', join(folder, 'a'))
    symlinkSync('a', join(folder, 'b'))
    expect(() => targetOf(join(folder, 'a'), false, nodeFileSystem)).toThrow(/cannot be written: .*ELOOP/)
  })

  it('is no folder, and a device only where streams are expected', () => {
    mkdirSync(join(folder, 'd'))
    expect(() => targetOf(join(folder, 'd'), true, nodeFileSystem)).toThrow(
      'found a folder; expected a file. Give the name of a file in it.',
    )
    expect(targetOf('/dev/null', true, nodeFileSystem)).toEqual({ kind: 'stream', path: '/dev/null' })
    expect(() => targetOf('/dev/null', false, nodeFileSystem)).toThrow('found a device; expected a file')
  })
})

describe('a name for what was written so far', () => {
  const named = (target: string, taken: readonly string[]): string => {
    const there = nodeFileSystem.stat(tmpdir())
    return basename(partialName(target, { statLink: (path) => (taken.includes(basename(path)) ? there : undefined) }))
  }

  it('is beside the target, with a number where there is one already', () => {
    expect([named('/x/a.json', []), named('/x/a.json', ['a.json.partial', 'a.json.partial-2'])]).toEqual([
      'a.json.partial',
      'a.json.partial-3',
    ])
  })

  it('is no longer than a name may be, and has no half of a character', () => {
    const name = named(`/x/${'é'.repeat(127)}`, [])
    // 255 bytes less 8 for ".partial" leave 247: 123 characters of two bytes
    expect(name).toBe(`${'é'.repeat(123)}.partial`)
  })
})
