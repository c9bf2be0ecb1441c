import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Runtime } from '../../../scripts/electron-runtime.mjs'
import { root } from '../../../scripts/lib/paths.mjs'
import { expect, test } from '../launch'
import { temporaryFolder } from '../support'

test('every scenario gives a byte-identical trace under Node and under Electron [SC-01]', () => {
  const { executable } = JSON.parse(process.env.TRIMLINE_TEST_RUNTIME ?? '') as Runtime
  const folder = join(root, 'resources', 'scenarios')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  expect(files.length).toBeGreaterThan(3)
  const run = (program: string, env: Record<string, string>): string => {
    const out = temporaryFolder()
    const cli = join(root, 'scripts', 'trimline.mjs')
    const paths = files.map((name) => join(folder, name))
    execFileSync(program, [cli, 'run', ...paths, '--trace', out], { env: { ...process.env, ...env }, stdio: 'pipe' })
    return out
  }
  const underNode = run(process.execPath, {})
  const underElectron = run(executable, { ELECTRON_RUN_AS_NODE: '1' })
  for (const name of files) {
    const trace = name.replace(/json$/, 'jsonl')
    const text = readFileSync(join(underNode, trace), 'utf8')
    expect(readFileSync(join(underElectron, trace), 'utf8')).toBe(text)
    expect(text.split('\n').length).toBeGreaterThan(10)
  }
})
