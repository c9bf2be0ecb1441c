/** Temporary files: known by their names, and removed when whoever wrote them is gone, never anybody else's. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeFileSystem } from '../../../main/files/file-system'
import { finished, removeLeftOvers, removeLeftOversOnce, temporaryFor } from '../../../main/files/temporary'
import { deadOwner } from '../shell/hot-exit/rig'
import { FaultyFiles } from './faulty'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-temporary-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The name of a temporary file of this process, and one of a process that has ended. */
function names(): { own: string; left: string } {
  const path = temporaryFor(join(folder, 'a.json'))
  finished(path)
  const own = basename(path)
  return { own, left: own.replace(`-${process.pid}-`, `-${deadOwner().pid}-`) }
}

const put = (...files: string[]) => {
  for (const file of files) writeFileSync(join(folder, file), '')
}

describe('the name of a temporary file', () => {
  test('stands beside the target, says whose it is, and is another each time', () => {
    const target = join(folder, 'x'.repeat(250))
    const paths = Array.from({ length: 20 }, () => temporaryFor(target))
    expect(new Set(paths).size).toBe(20)
    for (const path of paths) {
      expect(dirname(path)).toBe(folder)
      expect(basename(path)).toMatch(new RegExp(`^\\.trimline-[0-9a-f]{8}-${process.pid}-[0-9a-f]{12}\\.tmp$`))
      finished(path)
    }
  })
})

describe('what a writer has left', () => {
  test('goes, when the writer is gone; what is not called so stays', () => {
    const { left } = names()
    put(left, 'a.json', `${left}x`, left.slice(1), left.replace('.tmp', '.json'))
    expect(removeLeftOvers(folder, nodeFileSystem)).toBe(1)
    expect(readdirSync(folder)).not.toContain(left)
    expect(readdirSync(folder)).toHaveLength(4)
  })

  test('stays where it is of another machine, or is no file', () => {
    const { left } = names()
    const [, machine = ''] = /-([0-9a-f]{8})-/.exec(left) ?? []
    const elsewhere = left.replace(machine, machine === '00000000' ? '11111111' : '00000000')
    put(elsewhere)
    mkdirSync(join(folder, left))
    expect(removeLeftOvers(folder, nodeFileSystem)).toBe(0)
    expect(readdirSync(folder).sort()).toEqual([elsewhere, left].sort())
  })

  test('stays while this process writes it; it is of an earlier one of the same number where it is older than this', () => {
    const path = temporaryFor(join(folder, 'a.json'))
    const { own } = names()
    put(basename(path), own)
    const before = Date.now() / 1000 - process.uptime() - 60
    for (const name of [basename(path), own]) utimesSync(join(folder, name), before, before)
    expect(removeLeftOvers(folder, nodeFileSystem)).toBe(1)
    expect(readdirSync(folder)).toEqual([basename(path)])
    finished(path)
    expect(removeLeftOvers(folder, nodeFileSystem)).toBe(1)
  })

  test('stays where this process has written it and not said that it is done with it', () => {
    const { own } = names()
    put(own)
    // it is as young as this process: it may be written to still
    expect(removeLeftOvers(folder, nodeFileSystem)).toBe(0)
  })

  test('stays where it cannot be looked at or removed, and the others go', () => {
    const lefts = [names().left, names().left, names().left]
    put(...lefts)
    const failing = new FaultyFiles(({ name, path }) => {
      if (name === 'statLink' && path.endsWith(lefts[0] as string)) return { code: 'EACCES' }
      return name === 'remove' && path.endsWith(lefts[1] as string) ? { code: 'EROFS' } : undefined
    })
    expect(removeLeftOvers(folder, failing)).toBe(1)
    expect(readdirSync(folder).sort()).toEqual(lefts.slice(0, 2).sort())
  })

  test('is nothing in a folder that cannot be read', () => {
    expect(removeLeftOvers(join(folder, 'gone'), nodeFileSystem)).toBe(0)
  })
})

test('a folder is looked through once', () => {
  const files = new FaultyFiles(() => undefined)
  removeLeftOversOnce(folder, files)
  const { left } = names()
  put(left)
  removeLeftOversOnce(folder, files)
  expect([files.calls.filter(({ name }) => name === 'list').length, readdirSync(folder)]).toEqual([1, [left]])
})
