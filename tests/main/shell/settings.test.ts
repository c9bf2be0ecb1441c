import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AtomicFile } from '../../../main/files/atomic-file'
import { nodeFileSystem } from '../../../main/files/file-system'
import {
  DEFAULT_SETTINGS,
  MAX_RECENT,
  parseSettings,
  SettingsFile,
  type SettingsTrouble,
} from '../../../main/shell/settings'
import { installFaults } from '../files/faulty'

let folder: string
let path: string
let logged: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-settings-'))
  path = join(folder, 'sub', 'settings.json')
  logged = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    logged += String(text)
    return true
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** What the person is told, from the beginning, also later on. */
function toldBy(settings: SettingsFile): SettingsTrouble[] {
  const told: SettingsTrouble[] = []
  settings.watch((trouble) => told.push(trouble))
  return told
}

const WINDOW = { x: -10, y: 20, width: 1440, height: 900, maximized: true, fullScreen: false }

describe('settings', () => {
  test('the first run has the defaults and nothing to complain about', () => {
    expect(new SettingsFile(path).value).toEqual(DEFAULT_SETTINGS)
    expect(logged).toBe('')
  })

  test('what is changed is there in the next run', () => {
    const settings = new SettingsFile(path)
    settings.update({ theme: 'light', window: WINDOW })
    settings.addRecent('/a.json')
    expect(new SettingsFile(path).value).toEqual({
      version: 1,
      theme: 'light',
      recent: ['/a.json'],
      window: WINDOW,
      startPage: true,
    })
  })

  test('recent projects: latest first, each once, at most ten', () => {
    const settings = new SettingsFile(path)
    for (let i = 0; i < 12; i++) settings.addRecent(`/${i}.json`)
    settings.addRecent('/5.json')
    expect(settings.value.recent).toHaveLength(MAX_RECENT)
    expect(settings.value.recent.slice(0, 3)).toEqual(['/5.json', '/11.json', '/10.json'])
    settings.removeRecent('/11.json')
    expect(settings.value.recent.slice(0, 2)).toEqual(['/5.json', '/10.json'])
  })

  test('a file of before there was a start page is as good as one of today', () => {
    const { startPage: _, ...before } = DEFAULT_SETTINGS
    expect(parseSettings(JSON.stringify({ ...before, window: WINDOW }))).toEqual({
      ok: true,
      settings: { ...DEFAULT_SETTINGS, window: WINDOW },
    })
  })

  const BAD: [string, string | Buffer, RegExp][] = [
    ['cut off', '{"version":1,"theme":"dark"', /not JSON/],
    ['of no version', JSON.stringify({ ...DEFAULT_SETTINGS, version: undefined }), /version/],
    ['of version 0', JSON.stringify({ ...DEFAULT_SETTINGS, version: 0 }), /version/],
    ['with a bad value', JSON.stringify({ ...DEFAULT_SETTINGS, theme: 'pink' }), /theme/],
    ['with an unknown field', JSON.stringify({ ...DEFAULT_SETTINGS, colour: 1 }), /colour/],
    ['with an impossible window', JSON.stringify({ ...DEFAULT_SETTINGS, window: { ...WINDOW, width: -1 } }), /width/],
    ['that is no object', 'null', /found null; expected an object/],
    ['that is a list', '[]', /found \[\]; expected an object/],
    [
      'with a window that is no place',
      JSON.stringify({ ...DEFAULT_SETTINGS, window: 3 }),
      /window: found 3; expected an/,
    ],
    [
      'with a window that is half a place',
      JSON.stringify({ ...DEFAULT_SETTINGS, window: { ...WINDOW, maximized: undefined } }),
      /window\.maximized: found nothing; expected true or false/,
    ],
    [
      'with a window between pixels',
      JSON.stringify({ ...DEFAULT_SETTINGS, window: { ...WINDOW, x: 0.5 } }),
      /window\.x: found 0\.5; expected a whole number from -100000 to 100000/,
    ],
    [
      'with a window of more than any screen',
      JSON.stringify({ ...DEFAULT_SETTINGS, window: { ...WINDOW, height: 100_001 } }),
      /window\.height: found 100001; expected/,
    ],
    [
      'with too many recent projects',
      JSON.stringify({ ...DEFAULT_SETTINGS, recent: Array(MAX_RECENT + 1).fill('/a.json') }),
      /recent: found .*; expected at most 10 paths/,
    ],
    [
      'with a recent project that has no name',
      JSON.stringify({ ...DEFAULT_SETTINGS, recent: ['/a.json', ''] }),
      /recent\[1\]: found ""; expected a path/,
    ],
    [
      'with a start page that is neither there nor not',
      JSON.stringify({ ...DEFAULT_SETTINGS, startPage: 1 }),
      /startPage: found 1; expected true or false/,
    ],
    ['without a theme', JSON.stringify({ ...DEFAULT_SETTINGS, theme: undefined }), /theme: found nothing; expected/],
    ['that is no text', Buffer.from([0x7b, 0xff, 0x7d]), /no UTF-8/],
    ['that is far too large', ' '.repeat(1024 * 1024 + 1), /found 1048577 bytes; expected at most 1048576/],
  ]

  test.each(BAD)('a file %s: the defaults, said once, and it is kept before it is replaced', (_what, text, why) => {
    path = join(folder, 'settings.json')
    writeFileSync(path, text)
    writeFileSync(`${path}.damaged-1`, 'of an earlier time')
    const settings = new SettingsFile(path)
    expect(settings.value).toEqual(DEFAULT_SETTINGS)
    expect(logged).toContain(`the settings in ${path} are damaged, the defaults are used: `)
    const told = toldBy(settings)
    expect(told).toEqual([{ about: 'damaged', text: expect.stringMatching(why) }])
    expect(told[0]?.text).toContain(`The file is kept as ${path}.damaged-2 before it is replaced: `)
    expect(readdirSync(folder).sort()).toEqual(['settings.json', 'settings.json.damaged-1'])
    settings.update({ theme: 'dark' })
    settings.update({ theme: 'light' })
    expect(parseSettings(readFileSync(path, 'utf8'))).toMatchObject({ ok: true, settings: { theme: 'light' } })
    expect(readFileSync(`${path}.damaged-2`).equals(Buffer.from(text))).toBe(true)
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('of an earlier time')
    expect(readdirSync(folder)).toHaveLength(3)
    // once, and never again: the file is good now
    expect([told.length, toldBy(new SettingsFile(path))]).toEqual([1, []])
  })

  test('a file of a newer app is not called damaged, and is kept before it is replaced', () => {
    path = join(folder, 'settings.json')
    const text = JSON.stringify({ version: 2, look: 'dark' })
    writeFileSync(path, text)
    const settings = new SettingsFile(path)
    expect(settings.value).toEqual(DEFAULT_SETTINGS)
    expect(logged).toContain(`the settings in ${path} are of a newer Trimline, the defaults are used: `)
    expect(toldBy(settings).map((trouble) => trouble.text)).toEqual([
      `The settings are of a newer Trimline, and begin anew. The file is kept as ${path}.newer-1 before it is replaced: found version 2; expected version 1`,
    ])
    settings.update({ theme: 'dark' })
    expect(readFileSync(`${path}.newer-1`, 'utf8')).toBe(text)
    expect(readdirSync(folder).sort()).toEqual(['settings.json', 'settings.json.newer-1'])
  })

  test('a damaged file that cannot be kept is not replaced', () => {
    path = join(folder, 'settings.json')
    writeFileSync(path, 'damaged')
    const settings = new SettingsFile(path)
    const told = toldBy(settings)
    const restore = installFaults(({ name }) => (name === 'rename' ? { code: 'EACCES' } : undefined))
    settings.update({ theme: 'dark' })
    restore()
    expect(told.map(({ about }) => about)).toEqual(['damaged', 'unwritten'])
    expect(readFileSync(path, 'utf8')).toBe('damaged')
    settings.update({ theme: 'dark' })
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('damaged')
    expect(told.at(-1)).toEqual({ about: 'unwritten', text: null })
  })

  describe('what is done about a damaged file is decided when it is replaced', () => {
    let settings: SettingsFile
    let told: SettingsTrouble[]
    beforeEach(() => {
      path = join(folder, 'settings.json')
      writeFileSync(path, 'damaged')
      settings = new SettingsFile(path)
      told = toldBy(settings)
    })

    test('a name that another program has taken since then is not replaced, and the new one is said', () => {
      writeFileSync(`${path}.damaged-1`, 'of another program')
      settings.update({ theme: 'dark' })
      expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('of another program')
      expect(readFileSync(`${path}.damaged-2`, 'utf8')).toBe('damaged')
      expect(told).toHaveLength(2)
      expect(told[1]?.text).toContain(`The file is kept as ${path}.damaged-2 before it is replaced: `)
    })

    test('a file that somebody has removed since then is written, and nothing more is said of it', () => {
      rmSync(path)
      settings.update({ theme: 'dark' })
      expect(told.slice(1)).toEqual([{ about: 'damaged', text: null }])
      expect(new SettingsFile(path).value.theme).toBe('dark')
      expect(readdirSync(folder)).toEqual(['settings.json'])
    })

    test('a file that goes in the very moment is written all the same', () => {
      const restore = installFaults(({ name }) => {
        if (name === 'rename' && readFileSync(path, 'utf8') === 'damaged') {
          restore()
          rmSync(path)
          return { code: 'ENOENT' }
        }
        return undefined
      })
      settings.update({ theme: 'dark' })
      expect(told.slice(1)).toEqual([])
      expect(new SettingsFile(path).value.theme).toBe('dark')
    })

    test('a file that another program has mended since then is changed, not kept aside', () => {
      writeFileSync(path, JSON.stringify({ ...DEFAULT_SETTINGS, recent: ['/theirs.json'] }))
      settings.update({ theme: 'dark' })
      expect(new SettingsFile(path).value).toMatchObject({ theme: 'dark', recent: ['/theirs.json'] })
      expect(readdirSync(folder)).toEqual(['settings.json'])
      expect(told.slice(1)).toEqual([{ about: 'damaged', text: null }])
    })

    test('a file that is damaged in another way since then is said once more', () => {
      writeFileSync(path, '{"version":0}')
      settings.update({ theme: 'dark' })
      expect(told.map(({ text }) => /version/.test(text ?? ''))).toEqual([false, true])
      expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('{"version":0}')
    })
  })

  test('a pipe, a folder or a device in its place does not hang the start', () => {
    path = join(folder, 'settings.json')
    spawnSync('mkfifo', [path])
    const settings = new SettingsFile(path)
    expect([settings.value, toldBy(settings)]).toEqual([
      DEFAULT_SETTINGS,
      [{ about: 'damaged', text: expect.stringMatching(/found a named pipe; expected a file/) }],
    ])
    settings.update({ theme: 'dark' })
    expect(new SettingsFile(path).value.theme).toBe('dark')
  })

  test('what another program has written since then is changed, not overwritten', () => {
    const settings = new SettingsFile(path)
    settings.addRecent('/ours.json')
    const other = new SettingsFile(path)
    other.update({ window: WINDOW })
    other.addRecent('/theirs.json')
    settings.update({ theme: 'dark' })
    expect(new SettingsFile(path).value).toEqual({
      version: 1,
      theme: 'dark',
      recent: ['/theirs.json', '/ours.json'],
      window: WINDOW,
      startPage: true,
    })
    writeFileSync(path, 'damaged by another program')
    const told = toldBy(settings)
    settings.update({ theme: 'light' })
    expect(told).toHaveLength(1)
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('damaged by another program')
    expect(new SettingsFile(path).value).toMatchObject({ theme: 'light', window: WINDOW })
  })

  test('left-over temporary files of killed saves go at the start', () => {
    path = join(folder, 'settings.json')
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const file = new AtomicFile(path)
    const mine = readdirSync(folder)[0]!
    const left = mine.replace(`-${process.pid}-`, `-${dead}-`)
    writeFileSync(join(folder, left), 'half of it')
    new SettingsFile(path)
    expect(readdirSync(folder)).toEqual([mine])
    file.discard()
  })

  test('nothing is read or written where nothing is to be remembered', () => {
    const settings = new SettingsFile(null)
    settings.update({ theme: 'dark' })
    settings.addRecent('/a.json')
    expect(settings.value).toMatchObject({ theme: 'dark', recent: ['/a.json'] })
    expect([readdirSync(folder), toldBy(settings)]).toEqual([[], []])
  })

  test('a folder that cannot be written costs the memory, not the run', () => {
    writeFileSync(join(folder, 'sub'), 'a file where the folder should be')
    const settings = new SettingsFile(path)
    settings.update({ theme: 'dark' })
    expect(settings.value.theme).toBe('dark')
    expect(logged).toContain('cannot write the settings')
    const told = toldBy(settings)
    expect(told).toEqual([
      { about: 'unwritten', text: expect.stringMatching(/are not remembered: .*(ENOTDIR|EEXIST)/) },
    ])
    settings.update({ theme: 'light' })
    expect(told).toHaveLength(1)
    rmSync(join(folder, 'sub'))
    settings.update({ theme: 'dark' })
    expect(told.at(-1)).toEqual({ about: 'unwritten', text: null })
    expect(new SettingsFile(path).value.theme).toBe('dark')
  })

  test('what cannot be written has the advice of the data folder, as nobody chooses where it is saved [SC-12]', () => {
    mkdirSync(join(folder, 'sub'))
    const settings = new SettingsFile(path)
    vi.spyOn(nodeFileSystem, 'write').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    settings.update({ theme: 'dark' })
    const why = `${path} cannot be written: no space left on device (ENOSPC). Give a folder that can be written to with --user-data-dir=DIR.`
    expect(toldBy(settings)).toEqual([
      { about: 'unwritten', text: `Theme, window and recent projects are not remembered: ${why}` },
    ])
    vi.restoreAllMocks()
  })
})
