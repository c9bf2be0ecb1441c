/** What the app begins with. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { opensLater, readLaunched } from '../../../../main/shell/documents/launched'
import { type LaunchOptions, parseLaunch } from '../../../../main/shell/options'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-launched-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function options(...given: string[]): LaunchOptions {
  const parsed = parseLaunch(['trimline', ...given], { defaultApp: false, cwd: folder })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.options
}

function read(...given: string[]) {
  const launched = readLaunched(options(...given))
  if ('problems' in launched) throw new Error(launched.problems.join())
  return launched
}

test('without a scenario it is the default project, which is of no file', () => {
  const { scenario, opened } = read()
  expect({ policy: scenario.app.policy, opened }).toEqual({ policy: 'creative-app-fixed', opened: null })
})

test('with a scenario it is that, and which content its file had is known [SC-17]', () => {
  writeFileSync(join(folder, 'a.json'), '{"trimline": 1, "name": "mine"}')
  const { scenario, opened } = read('--scenario=a.json')
  expect(scenario.name).toBe('mine')
  expect(opened).not.toBeNull()
})

test('a scenario that is none has its problems, a line each', () => {
  writeFileSync(join(folder, 'bad.json'), '{"trimline": 2, "steps": 1}')
  const launched = readLaunched(options('--scenario=bad.json'))
  if (!('problems' in launched)) throw new Error('it was taken for a scenario')
  expect(launched.problems.length).toBeGreaterThan(1)
  for (const line of launched.problems) expect(line).toMatch(/^\S[^\n]+$|^ +\S[^\n]*$/)
  expect(launched.problems.join()).toContain('trimline')
})

test('what takes long to build is opened when the window is there, where somebody watches', () => {
  const resources = Array.from({ length: 2_000 }, (_, i) => ({ name: `r${i}`, size: '64KiB' }))
  const app = { policy: 'none', effects: [{ name: 'E', resources }] }
  writeFileSync(join(folder, 'large.json'), JSON.stringify({ trimline: 1, app }))
  writeFileSync(join(folder, 'small.json'), '{"trimline": 1}')
  const later = (...given: string[]): boolean => opensLater(options(...given), read(...given).scenario)
  expect(later('--scenario=large.json')).toBe(true)
  expect(later('--scenario=large.json', '--exit-after=1s')).toBe(false)
  expect(later('--scenario=small.json')).toBe(false)
})
