import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  forgetFailure,
  installOfficial,
  recentFailure,
  rememberFailure,
  runtimeIn,
  summarise,
} from '../../scripts/runtime/official.mjs'
import { temporaryFolder } from './temporary'

const HOUR = 60 * 60 * 1000

/** An installer that behaves as `body` says; the real one is a Node program too. */
function installer(body: string): string {
  const file = join(temporaryFolder(), 'install.cjs')
  writeFileSync(file, body)
  return file
}

describe('installOfficial', () => {
  it('gives no error when the installer succeeds', async () => {
    expect(await installOfficial(installer(''))).toBeUndefined()
  })

  it("gives the installer's own error in one line", async () => {
    const failing = installer("console.error('TypeError: fetch failed\\n    at somewhere'); process.exit(1)")
    expect(await installOfficial(failing)).toBe('TypeError: fetch failed')
  })

  it('gives up a download that stands still', async () => {
    expect(await installOfficial(installer('setInterval(() => {}, 1000)'), 400)).toBe(
      'its download did not move for 0.4 s',
    )
  })

  it('lets a slow download go on as long as it grows', async () => {
    const slow = installer(`
      const { appendFileSync } = require('node:fs')
      const file = require('node:path').join(require('node:os').tmpdir(), 'download')
      let chunks = 0
      const timer = setInterval(() => {
        appendFileSync(file, 'x'.repeat(1000))
        if (++chunks === 20) clearInterval(timer)
      }, 100)`)
    expect(await installOfficial(slow, 1000)).toBeUndefined()
  })
})

describe('summarise', () => {
  it('prefers the line that names an error', () => {
    expect(summarise('Downloading…\nHTTPError: Response code 403\n    at x')).toBe('HTTPError: Response code 403')
  })

  it('takes the first line when none does, and says so when there is none', () => {
    expect(summarise('\n  killed\nmore')).toBe('killed')
    expect(summarise('\n')).toBe('it gave no reason')
  })
})

describe('a remembered failure', () => {
  it('lasts a day, and goes when it is forgotten', async () => {
    const file = join(temporaryFolder(), 'failure.json')
    expect(recentFailure(0, file)).toBeUndefined()
    await rememberFailure('no route', 0, file)
    expect(recentFailure(23 * HOUR, file)).toBe('no route')
    expect(recentFailure(25 * HOUR, file)).toBeUndefined()
    await forgetFailure(file)
    expect(recentFailure(1, file)).toBeUndefined()
  })

  it('does not count for another version of Electron', async () => {
    const file = join(temporaryFolder(), 'failure.json')
    writeFileSync(file, JSON.stringify({ version: '1.0.0', time: 0, error: 'no route' }))
    expect(recentFailure(1, file)).toBeUndefined()
  })
})

describe('runtimeIn', () => {
  it.each([
    ['linux', 'electron'],
    ['win32', 'electron.exe'],
    ['darwin', 'Electron.app/Contents/MacOS/Electron'],
  ] as const)('finds the executable of %s and reads the version', (platform, path) => {
    const dist = temporaryFolder()
    expect(runtimeIn(dist, platform)).toBeUndefined()
    mkdirSync(join(dist, path, '..'), { recursive: true })
    writeFileSync(join(dist, path), '')
    writeFileSync(join(dist, 'version'), 'v45.4.1\n')
    expect(runtimeIn(dist, platform)).toEqual({
      kind: 'official',
      dist,
      executable: join(dist, path),
      version: '45.4.1',
    })
  })
})
