import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/paths.mjs'
import { expect, newUserData, test } from './launch'

/** Runs `npm start` from a folder of the user's, as a script would. */
function start(folder: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(root, 'scripts', 'start.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder },
  })
}

test.describe('npm start', () => {
  let folder: string
  test.beforeEach(async () => {
    folder = await newUserData()
  })

  test('runs the app without a person: screenshot, then exit', () => {
    const options = ['--screenshot', 'shot.png', '--after', '1s', '--exit-after', '3s', '--user-data-dir', 'data']
    const result = start(folder, ...options)
    expect(result.status, result.stderr).toBe(0)
    const png = readFileSync(join(folder, 'shot.png'))
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    // Width and height follow the name of the first chunk, IHDR; the default window is 1440 px wide.
    expect(png.readUInt32BE(16)).toBe(1440)
  })

  test('hands on the exit status of an app that refuses its options', () => {
    const result = start(folder, '--exit-after', 'soon', '--user-data-dir', 'data')
    expect(result.status).toBe(2)
    expect(result.stderr).toContain('soon')
  })
})
