/** A data folder that cannot be used costs what is remembered, not the run. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf, self } from '../../../main/files/owner'
import { chooseDataFolder } from '../../../main/shell/data-folder'
import { installFaults } from '../files/faulty'
import { deadOwner } from './hot-exit/rig'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-data-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the data folder', () => {
  test('is made with the folders above it, tried, and left empty', () => {
    const wanted = join(folder, 'a', 'b')
    expect(chooseDataFolder(wanted, false)).toEqual({ ok: true, folder: wanted, forgetful: null })
    expect(readdirSync(wanted)).toEqual([])
    expect(chooseDataFolder(wanted, true)).toEqual({ ok: true, folder: wanted, forgetful: null })
  })

  const file = (name: string): string => {
    writeFileSync(join(folder, name), 'a file')
    return join(folder, name)
  }
  const pipe = (): string => {
    spawnSync('mkfifo', [join(folder, 'pipe')])
    return join(folder, 'pipe')
  }

  test.each<[string, () => string, RegExp]>([
    ['a file', () => file('f'), /found a file; expected a folder/],
    ['below a file', () => join(file('f'), 'data'), /not a directory/],
    ['a pipe', pipe, /found a named pipe; expected a folder/],
    ['in /proc', () => '/proc/trimline', /no such file or directory/],
    ['a folder of /proc', () => '/proc/self', /./],
    ['a device', () => '/dev/null', /found a device; expected a folder/],
    ['a name that is too long', () => join(folder, 'n'.repeat(300)), /name too long/],
  ])('that is %s: with nobody there it is refused; else one for this run takes its place', (_what, make, why) => {
    const wanted = make()
    expect(chooseDataFolder(wanted, true)).toEqual({ ok: false, message: expect.stringMatching(why) })
    const chosen = chooseDataFolder(wanted, false)
    if (!chosen.ok) expect.unreachable(chosen.message)
    expect(chosen.forgetful).toMatch(why)
    expect(chosen.forgetful).toContain(`The data folder ${wanted} cannot be used: `)
    expect(chosen.forgetful).toContain('Nothing is remembered after this run. Give a folder that can be written to')
    expect(existsSync(chosen.folder)).toBe(true)
    rmSync(chosen.folder, { recursive: true })
  })

  test('for one run only is the person’s who has given it since, as advised: another run leaves it [SC-12]', () => {
    const ended = join(tmpdir(), `trimline-data-${idOf(deadOwner())}-fedcba`)
    mkdirSync(ended)
    try {
      expect(chooseDataFolder(`${ended}/`, false)).toMatchObject({ ok: true, forgetful: null })
      writeFileSync(join(ended, 'settings.json'), '{}')
      const next = chooseDataFolder('/dev/null', false)
      if (!next.ok) expect.unreachable(next.message)
      rmSync(next.folder, { recursive: true })
      expect(existsSync(join(ended, 'settings.json'))).toBe(true)
    } finally {
      rmSync(ended, { recursive: true, force: true })
    }
  })

  test('for one run only stays, with unsaved changes of a run that died, and is said to be there [SC-12]', () => {
    const ended = join(tmpdir(), `trimline-data-${idOf(deadOwner())}-abcdef`)
    mkdirSync(join(ended, 'recovery'), { recursive: true })
    writeFileSync(join(ended, 'recovery', 'kept.json'), '{}')
    try {
      const next = chooseDataFolder('/dev/null', false)
      if (!next.ok) expect.unreachable(next.message)
      rmSync(next.folder, { recursive: true })
      expect(existsSync(join(ended, 'recovery', 'kept.json'))).toBe(true)
      expect(next.forgetful).toContain(`--user-data-dir=DIR. Give ${ended} to have back unsaved changes of a run`)
      if (process.getuid?.() !== 0) return
      // somebody else's are not this person's to have
      chownSync(ended, 4711, 4711)
      const later = chooseDataFolder('/dev/null', false)
      if (!later.ok) expect.unreachable(later.message)
      rmSync(later.folder, { recursive: true })
      expect(later.forgetful).not.toContain(ended)
    } finally {
      rmSync(ended, { recursive: true, force: true })
    }
  })

  test('for one run only goes with the next such run, when its own has ended', () => {
    const chosen = chooseDataFolder('/dev/null', false)
    if (!chosen.ok) expect.unreachable(chosen.message)
    const dead = deadOwner()
    const ended = join(tmpdir(), `trimline-data-${idOf(dead)}-abcdef`)
    // of another run that has this run's number now
    const reused = join(tmpdir(), `trimline-data-${idOf({ ...self(), token: '1a2b' })}-abcdef`)
    const other = join(tmpdir(), `trimline-data-${dead.pid}`)
    for (const made of [ended, reused, other]) mkdirSync(made)
    const next = chooseDataFolder('/dev/null', false)
    if (!next.ok) expect.unreachable(next.message)
    expect([chosen.folder, ended, reused, other, next.folder].map((path) => existsSync(path))).toEqual([
      true,
      false,
      process.platform !== 'linux',
      true,
      true,
    ])
    for (const made of [chosen.folder, other, next.folder]) rmSync(made, { recursive: true })
  })

  test('for one run only stays while a run of another container uses it, whose number nobody has here', () => {
    const dead = deadOwner()
    const place = `00000000${dead.place?.slice(8)}`
    const theirs = join(tmpdir(), `trimline-data-${idOf({ ...dead, place })}-abcdef`)
    mkdirSync(theirs)
    try {
      const next = chooseDataFolder('/dev/null', false)
      if (!next.ok) expect.unreachable(next.message)
      rmSync(next.folder, { recursive: true })
      expect(existsSync(theirs)).toBe(true)
    } finally {
      rmSync(theirs, { recursive: true, force: true })
    }
  })

  test('that may only be read', () => {
    chmodSync(folder, 0o500)
    const restore = installFaults(({ name, path }) =>
      name === 'open' && path.startsWith(folder) ? { code: 'EROFS' } : undefined,
    )
    const chosen = chooseDataFolder(folder, true)
    restore()
    expect(chosen).toEqual({
      ok: false,
      message: expect.stringContaining('cannot be used: read-only file system (EROFS)'),
    })
  })
})
