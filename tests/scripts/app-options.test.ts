import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callersFolder, normaliseAppOptions } from '../../scripts/lib/app-options.mjs'

const HOME = resolve('/home/ada')
const normalise = (...args: string[]) => normaliseAppOptions(args, HOME)

describe('normaliseAppOptions', () => {
  it('joins a flag and its value, and leaves a joined one', () => {
    expect(normalise('--after', '5s', '--exit-after=10s')).toEqual(['--after=5s', '--exit-after=10s'])
  })

  it('makes paths absolute from where the command was typed', () => {
    expect(normalise('--scenario', 'a b.json', '--screenshot=out/x.png', '--user-data-dir', resolve('/tmp/u'))).toEqual(
      [
        `--scenario=${resolve(HOME, 'a b.json')}`,
        `--screenshot=${resolve(HOME, 'out/x.png')}`,
        `--user-data-dir=${resolve('/tmp/u')}`,
      ],
    )
  })

  it('keeps an equals sign in a value', () => {
    expect(normalise('--scenario=a=b.json')).toEqual([`--scenario=${resolve(HOME, 'a=b.json')}`])
  })

  it('makes the path of a file to open absolute', () => {
    expect(normalise('film.json', '--theme', 'dark')).toEqual([resolve(HOME, 'film.json'), '--theme=dark'])
  })

  it("passes Chromium's options on", () => {
    expect(normalise('--use-gl=angle', '--ignore-gpu-blocklist')).toEqual(['--use-gl=angle', '--ignore-gpu-blocklist'])
  })

  it.each([[['--scenario']], [['--after=']], [['--screenshot', '--after', '5s']]])(
    'refuses %j: a value is missing',
    (args) => {
      expect(() => normalise(...args)).toThrow(/found no value, expected --\w+=VALUE/)
    },
  )
})

describe('callersFolder', () => {
  it('is where npm was called, else where the process is', () => {
    expect(callersFolder({ INIT_CWD: '/home/ada' })).toBe('/home/ada')
    expect(callersFolder({})).toBe(process.cwd())
  })
})
