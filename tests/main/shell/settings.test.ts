import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS, MAX_RECENT, parseSettings, SettingsFile } from '../../../main/shell/settings'

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
    expect(new SettingsFile(path).value).toEqual({ version: 1, theme: 'light', recent: ['/a.json'], window: WINDOW })
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

  test.each([
    ['cut off', '{"version":1,"theme":"dark"'],
    ['of another version', JSON.stringify({ ...DEFAULT_SETTINGS, version: 2 })],
    ['with a bad value', JSON.stringify({ ...DEFAULT_SETTINGS, theme: 'pink' })],
    ['with an unknown field', JSON.stringify({ ...DEFAULT_SETTINGS, colour: 1 })],
    ['with an impossible window', JSON.stringify({ ...DEFAULT_SETTINGS, window: { ...WINDOW, width: -1 } })],
    ['that is no object', 'null'],
  ])('a file %s: the defaults, said in the log, and the file is good again after a change', (_what, text) => {
    path = join(folder, 'settings.json')
    writeFileSync(path, text)
    const settings = new SettingsFile(path)
    expect(settings.value).toEqual(DEFAULT_SETTINGS)
    expect(logged).toContain(`the settings in ${path} are damaged, the defaults are used: `)
    settings.update({ theme: 'dark' })
    expect(parseSettings(readFileSync(path, 'utf8'))).toMatchObject({ ok: true, settings: { theme: 'dark' } })
  })

  test('a folder that cannot be written costs the memory, not the run', () => {
    writeFileSync(join(folder, 'sub'), 'a file where the folder should be')
    const settings = new SettingsFile(path)
    settings.update({ theme: 'dark' })
    expect(settings.value.theme).toBe('dark')
    expect(logged).toContain('cannot write the settings')
  })
})
