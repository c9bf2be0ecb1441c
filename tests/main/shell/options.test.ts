import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isUnattended, type LaunchOptions, parseLaunch } from '../../../main/shell/options'

const CONTEXT = { defaultApp: false, cwd: '/home/someone' }

function options(...args: string[]): LaunchOptions {
  const parsed = parseLaunch(['/opt/trimline', ...args], CONTEXT)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed.options
}

function problems(...args: string[]): string[] {
  const parsed = parseLaunch(['/opt/trimline', ...args], CONTEXT)
  return parsed.ok ? [] : parsed.problems
}

describe('options', () => {
  test('nothing given: the defaults', () => {
    expect(options()).toEqual({
      scenario: null,
      file: null,
      screenshot: null,
      after: 2000,
      exitAfter: null,
      userDataDir: null,
      theme: null,
      size: null,
      startPage: true,
    })
  })

  test('each option, with = and with a separate value, paths from where it was started', () => {
    const expected = {
      scenario: '/home/someone/a.json',
      file: null,
      screenshot: '/tmp/b.png',
      after: 1500,
      exitAfter: 60_000,
      userDataDir: '/home/someone/data',
      theme: 'dark',
      size: { width: 1024, height: 700 },
      startPage: false,
    }
    expect(
      options(
        '--scenario=a.json',
        '--screenshot=/tmp/b.png',
        '--after=1.5s',
        '--exit-after=1min',
        '--user-data-dir=data',
        '--theme=dark',
        '--size=1024x700',
        '--start-page=no',
      ),
    ).toEqual(expected)
    expect(
      options(
        ...['--scenario', 'a.json', '--screenshot', '/tmp/b.png', '--after', '1500ms', '--exit-after', '60s'],
        ...['--user-data-dir', 'data', '--theme', 'dark', '--size', '1024x700', '--start-page', 'no'],
      ),
    ).toEqual(expected)
  })

  test("Chromium's and Node's own options pass", () => {
    expect(problems('--no-sandbox', '--inspect=0', '--remote-debugging-port=0', '-psn_0_1', '--use-gl=angle')).toEqual(
      [],
    )
  })

  test('a file handed over by the desktop', () => {
    expect(options('--no-sandbox', 'project.json').file).toBe('/home/someone/project.json')
    expect(options('--', '--odd-name.json').file).toBe('/home/someone/--odd-name.json')
  })

  test("started as `electron APP`, the app's folder is not a file to open", () => {
    const argv = [
      'electron',
      '-r',
      '/playwright/loader.js',
      '--inspect=0',
      '/src/trimline',
      '--size=1200x800',
      'a.json',
    ]
    const parsed = parseLaunch(argv, { defaultApp: true, cwd: '/home/someone' })
    expect(parsed).toMatchObject({ ok: true, options: { file: '/home/someone/a.json', size: { width: 1200 } } })
    expect(parseLaunch(['electron', '.'], { defaultApp: true, cwd: '/x' })).toMatchObject({ options: { file: null } })
  })

  test('misspelt and unknown options of our own are refused with a hint', () => {
    expect(problems('--screnshot=x.png')).toEqual(['unknown option --screnshot: did you mean --screenshot?'])
    expect(problems('--exit-afte=5s')).toEqual(['unknown option --exit-afte: did you mean --exit-after?'])
    expect(problems('--themes=dark')).toEqual(['unknown option --themes: did you mean --theme?'])
    expect(problems('--trimline-fast')[0]).toMatch(/^unknown option --trimline-fast: expected one of --scenario, /)
  })

  test.each([
    ['--after=5', /--after=5: expected a duration/],
    ['--exit-after=soon', /--exit-after=soon: expected a duration/],
    ['--theme=pink', /--theme=pink: expected system, dark, light/],
    ['--size=800x600', /--size=800x600: expected WIDTHxHEIGHT in pixels, from 720x700/],
    ['--size=big', /--size=big: expected WIDTHxHEIGHT/],
    ['--size=99999x99999', /--size=99999x99999: expected/],
    ['--scenario', /--scenario needs a value/],
    ['--scenario=', /--scenario needs a value/],
  ])('%s is refused', (argument, message) => {
    const found = problems('--screenshot=x.png', argument)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(message)
  })

  test('an option does not swallow the next one as its value', () => {
    expect(problems('--scenario', '--theme=dark')).toEqual(['--scenario needs a value: --scenario=…'])
  })

  test('contradictions are named, all at once', () => {
    expect(problems('--after=3s', '--theme=pink')).toHaveLength(2)
    expect(problems('--after=3s')[0]).toMatch(/give --screenshot=FILE/)
    expect(problems('--theme=dark', '--theme=light')[0]).toMatch(/given twice/)
    expect(problems('a.json', 'b.json')[0]).toMatch(/expected one file to open, found 2/)
    expect(problems('a.json', '--scenario=b.json')[0]).toMatch(/found both --scenario and the file a.json/)
  })

  test('the picture does not take the place of what is opened, by whatever name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trimline-options-'))
    try {
      const [project, link] = [join(folder, 'a.json'), join(folder, 'b.json')]
      writeFileSync(project, '{}')
      symlinkSync(project, link)
      for (const opened of [`--scenario=${project}`, project])
        for (const picture of [project, link])
          expect(problems(opened, `--screenshot=${picture}`)).toEqual([
            `--screenshot: found ${picture}, which is opened; expected another file for the picture`,
          ])
      expect(problems(project, `--screenshot=${join(folder, 'a.png')}`)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('a run with --screenshot or --exit-after is unattended', () => {
    expect(isUnattended(options('--screenshot=x.png'))).toBe(true)
    expect(isUnattended(options('--exit-after=1s'))).toBe(true)
    expect(isUnattended(options('--theme=dark'))).toBe(false)
  })
})
