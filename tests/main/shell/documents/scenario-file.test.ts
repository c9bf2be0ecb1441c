import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nodeFileSystem } from '../../../../main/files/file-system'
import { type FileIdentity, sinceThen } from '../../../../main/files/identity'
import { validateScenario } from '../../../../main/session/scenario'
import { newScenario, readScenarioFile } from '../../../../main/shell/documents/scenario-file'

/** What became of it since then. */
const now = (path: string, known: FileIdentity) => sinceThen(path, known, () => readFileSync(path), nodeFileSystem)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-scenario-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a project that is read is the scenario of its text, with which content it had', () => {
  const path = join(folder, 'a.json')
  const content = { trimline: 1, name: 'cut', steps: [{ at: '1s', apply: 'Blur' }] }
  writeFileSync(path, JSON.stringify(content))
  const file = readScenarioFile(path)
  if (!file.ok) throw new Error(file.message)
  const parsed = validateScenario(content)
  expect(parsed.ok && file.scenario).toEqual(parsed.ok && parsed.scenario)
  expect(now(path, file.identity)).toBe('same')
})

test('every problem is told, one a line, with its place in the file', () => {
  const path = join(folder, 'bad.json')
  writeFileSync(path, '{\n  "trimline": 1,\n  "until": "soon",\n  "steps": [{ "at": 0, "aply": "Blur" }]\n}\n')
  const file = readScenarioFile(path)
  if (file.ok) throw new Error('it was taken')
  const lines = file.message.split('\n')
  expect(lines[0]).toContain(`${path}:3:`)
  expect(file.message).toContain('steps[0].aply')
  expect(file.message).not.toMatch(/\n$/)
})

test('a file that is not there is told as such', () => {
  const file = readScenarioFile(join(folder, 'nowhere.json'))
  expect(file).toMatchObject({ ok: false, message: expect.stringContaining('ENOENT') as string })
})

test('New begins with a real machine’s times and the mended policy; all else is what the format fills in [TN-36]', () => {
  const { system, app, steps } = newScenario()
  expect(system.profile).toBe('measured-2018')
  expect(app.policy).toBe('creative-app-fixed')
  const plain = validateScenario({ trimline: 1 })
  if (!plain.ok) throw new Error('no scenario')
  expect({ app: { ...app, policy: plain.scenario.app.policy }, steps }).toEqual({ app: plain.scenario.app, steps: [] })
})
