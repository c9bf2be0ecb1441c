import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { executableIn } from '../../scripts/runtime/official.mjs'
import { temporaryFolder } from './temporary'

it('makes no release with an Electron other than the declared one', () => {
  const dist = temporaryFolder()
  const executable = join(dist, executableIn(process.platform))
  mkdirSync(join(executable, '..'), { recursive: true })
  writeFileSync(executable, '')
  writeFileSync(join(dist, 'version'), '33.4.11')

  const result = spawnSync(process.execPath, [join(root, 'scripts', 'package.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: dist },
  })
  expect(result.stderr).toMatch(
    /release packages are made with the official Electron 45\.\d+\.\d+ only; found 33\.4\.11/,
  )
  expect(result.status).toBe(1)
})
