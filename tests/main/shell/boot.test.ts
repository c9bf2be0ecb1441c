/** What happens before the app is ready, on an Electron that is played. */
import type { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  allowSoftwareWebGl,
  automated,
  compilePageLate,
  exitOnErrors,
  failToStart,
  holdInstance,
  outliveGpuProcess,
  prepareProfile,
  readLaunch,
  stayOffline,
} from '../../../main/shell/boot'
import { type LaunchOptions, parseLaunch } from '../../../main/shell/options'
import { app, dialog, fresh } from './electron'

let folder: string
let said: string
const argv = process.argv
const UNCAUGHT = ['uncaughtException', 'unhandledRejection'] as const
const events: EventEmitter = process
const before = new Map<string, unknown[]>()

beforeEach(() => {
  fresh()
  folder = mkdtempSync(join(tmpdir(), 'trimline-boot-'))
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  for (const name of UNCAUGHT) before.set(name, events.listeners(name))
})
afterEach(() => {
  process.argv = argv
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
  for (const name of UNCAUGHT) for (const listener of added(name)) events.removeListener(name, listener)
})

/** Listeners that were not there before. */
function added(name: string): ((error: unknown) => void)[] {
  const known = before.get(name) ?? []
  return (events.listeners(name) as ((error: unknown) => void)[]).filter((one) => !known.includes(one))
}

function options(...given: string[]): LaunchOptions {
  const parsed = parseLaunch(['trimline', ...given], { defaultApp: false, cwd: folder })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.options
}

function problemsOf(...given: string[]): string {
  const parsed = parseLaunch(['trimline', ...given], { defaultApp: false, cwd: folder })
  return parsed.ok ? '' : parsed.problems.join()
}

function launched(...given: string[]): ReturnType<typeof readLaunch> {
  process.argv = ['trimline', ...given]
  return readLaunch()
}

describe('the command line', () => {
  test('without options begins with what there is to choose', () => {
    expect(launched()).toMatchObject({ scenario: null, file: null, startPage: true })
    expect(app.asked).toEqual([])
  })

  test('--help is answered on standard output with each option that there is, and nothing is opened', () => {
    let answered = ''
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      answered += String(text)
      return true
    })
    expect(launched('--theme=none', '--help')).toBeNull()
    expect([app.asked, said]).toEqual([['exit 0'], ''])
    const named = [...answered.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name)
    // those that the command line knows: any other is told to be none
    const known = /expected one of (.*)/.exec(problemsOf('--trimline-x'))?.[1]?.split(', ')
    expect(named.map((name) => `--${name}`)).toEqual([...(known ?? []), '--help'])
    // of a file of that name
    expect(launched('--', '--help')?.file).toBe(join(process.cwd(), '--help'))
  })

  test('an option of no such name ends the app with status 2, and says why', () => {
    expect(launched('--screnshot=a.png', '--size=1x1')).toBeNull()
    expect(app.asked).toEqual(['exit 2'])
    expect(said).toContain('--screnshot')
    // each problem a line of its own
    for (const line of said.trimEnd().split('\n')) expect(line).toMatch(/^trimline: /)
  })

  test('a package refuses what opens it to other programs, but one that tests drive takes the two switches of Playwright', () => {
    app.isPackaged = true
    app.paths.set('app', folder)
    const manifest = (trimline?: object) => writeFileSync(join(folder, 'package.json'), JSON.stringify({ trimline }))
    manifest()
    app.commandLine.appendSwitch('remote-debugging-port', '0')
    app.commandLine.appendSwitch('inspect', '0')
    expect(launched()).toBeNull()
    expect(said).toContain('--remote-debugging-port is refused')
    expect(app.asked).toEqual(['exit 2'])
    manifest({ drivable: true })
    expect(launched()).not.toBeNull()
    expect(automated()).toBe(true)
    app.commandLine.appendSwitch('js-flags', '--expose-gc')
    expect(launched()).toBeNull()
  })

  test('a checkout is driven by whoever asks for it', () => {
    expect(automated()).toBe(false)
    app.commandLine.appendSwitch('remote-debugging-port', '9222')
    expect(automated()).toBe(true)
    expect(launched()).not.toBeNull()
  })
})

describe('the profile', () => {
  test('lies where it was asked for, under the name that the window is grouped by', () => {
    const wanted = join(folder, 'data')
    expect(prepareProfile(options(`--user-data-dir=${wanted}`))).toEqual({ forgetful: null })
    expect(app.getPath('userData')).toBe(wanted)
    expect(app.asked).toEqual(['name Trimline', 'model dev.trimline.app'])
  })

  test('lies with the data of other apps when nothing was asked for', () => {
    app.paths.set('appData', folder)
    expect(prepareProfile(options())).toEqual({ forgetful: null })
    expect(app.getPath('userData')).toBe(join(folder, 'Trimline'))
  })

  test('a folder that cannot be used costs what is remembered, and is said; with nobody there it is bad input', () => {
    const taken = join(folder, 'file')
    writeFileSync(taken, '')
    const profile = prepareProfile(options(`--user-data-dir=${taken}`))
    expect(profile?.forgetful).toContain('Nothing is remembered after this run.')
    expect(said).toContain(profile?.forgetful)
    expect(app.getPath('userData')).not.toBe(taken)
    rmSync(app.getPath('userData'), { recursive: true })
    expect(prepareProfile(options(`--user-data-dir=${taken}`, '--exit-after=1s'))).toBeNull()
    expect(app.asked.at(-1)).toBe('exit 2')
  })
})

describe('one app per data folder', () => {
  test('the first one goes on, and hands nothing over', () => {
    expect(holdInstance(options('a.json'))).toBe(true)
    expect(app.handed).toEqual({ file: join(folder, 'a.json') })
    expect(app.asked).toEqual([])
  })

  test('a later one hands its file over and ends well', () => {
    app.isFirst = false
    expect(holdInstance(options('--scenario=b.json'))).toBe(false)
    expect(app.handed).toEqual({ file: join(folder, 'b.json') })
    expect(app.asked).toEqual(['exit 0'])
    expect(said).toContain(`${join(folder, 'b.json')} is opened there`)
    expect(holdInstance(options())).toBe(false)
    expect(said).toContain('its window is brought to the front')
  })

  test('a later one that nobody watches fails', () => {
    app.isFirst = false
    expect(holdInstance(options('--exit-after=1s'))).toBe(false)
    expect(app.asked).toEqual(['exit 1'])
    expect(said).toContain('--user-data-dir=DIR')
  })
})

describe('an error that nobody caught', () => {
  test('ends a run that nobody watches, and is said', () => {
    exitOnErrors(options('--exit-after=1s'))
    for (const name of UNCAUGHT) {
      expect(added(name)).toHaveLength(1)
      added(name)[0]?.(new Error(`from ${name}`))
      expect(said).toContain(`from ${name}`)
    }
    expect(app.asked).toEqual(['exit 1', 'exit 1'])
  })

  test('is left to Electron where a person is, and ends the run where a program drives the app', () => {
    exitOnErrors(options())
    expect(added('uncaughtException')).toEqual([])
    app.commandLine.appendSwitch('remote-debugging-port', '0')
    exitOnErrors(options())
    expect(added('uncaughtException')).toHaveLength(1)
  })

  test('before there is a window it ends the app; a package has no terminal to say it in', () => {
    failToStart(new Error('no display'))
    expect(app.asked).toEqual(['exit 1'])
    expect(said).toContain('Trimline could not start: Error: no display')
    expect(dialog.errors).toEqual([])
    app.isPackaged = true
    app.paths.set('app', folder)
    writeFileSync(join(folder, 'package.json'), '{}')
    failToStart(new Error('no display'))
    expect(dialog.errors).toEqual(['Trimline could not start. no display'])
  })
})

describe('what Chromium is told', () => {
  test('to draw WebGL in software, and to start the process that draws again and again', () => {
    allowSoftwareWebGl()
    outliveGpuProcess()
    expect([...app.commandLine.switches.keys()]).toEqual([
      'enable-unsafe-swiftshader',
      'disable-gpu-process-crash-limit',
    ])
    expect(app.asked).toEqual(['3D stays'])
  })

  test('to compile late what the page runs, where its V8 knows how and a person does not say otherwise', () => {
    const flags = () => app.commandLine.getSwitchValue('js-flags')
    compilePageLate('12.4.254.21')
    expect(app.commandLine.hasSwitch('js-flags')).toBe(false)
    compilePageLate('13.0.245.25')
    expect(flags()).toBe('--invocation-count-for-maglev=2000')
    app.commandLine.appendSwitch('js-flags', '--invocation-count-for-maglev=7 --expose-gc')
    compilePageLate('13.0.245.25')
    expect(flags()).toBe('--invocation-count-for-maglev=2000 --invocation-count-for-maglev=7 --expose-gc')
  })

  test('to speak to nobody', () => {
    stayOffline()
    expect(app.commandLine.getSwitchValue('host-resolver-rules')).toBe('MAP * ~NOTFOUND')
    for (const name of [
      'disable-background-networking',
      'disable-component-update',
      'disable-domain-reliability',
      'no-pings',
    ])
      expect(app.commandLine.hasSwitch(name), name).toBe(true)
  })
})
