import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { packageFolder, packagesOf, recordBundled, requireDependencies } from '../../scripts/lib/bundled.mjs'
import { notices } from '../../scripts/lib/notices.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { temporaryFolder } from './temporary'

/** A package in a folder of its own. */
function anyPackage(name: string, manifest: object, files: Record<string, string> = {}) {
  const folder = join(temporaryFolder(), 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...manifest }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return { name, version: '1.2.3', folder }
}

describe('the package of a bundled module', () => {
  it.each([
    ['/a/node_modules/zod/index.js', '/a/node_modules/zod'],
    ['/a/node_modules/@scope/name/lib/x.js?commonjs-module', '/a/node_modules/@scope/name'],
    ['/a/node_modules/outer/node_modules/inner/x.js', '/a/node_modules/outer/node_modules/inner'],
    ['\0/a/node_modules/cjs/x.js?commonjs-proxy', '/a/node_modules/cjs'],
    ['C:\\a\\node_modules\\zod\\index.js', 'C:/a/node_modules/zod'],
    ['\0rolldown/runtime.js', join(root, 'node_modules/rolldown')],
    ['/a/main/index.ts', undefined],
    ['\0virtual:own', undefined],
  ])('%j is in %s', (id, folder) => {
    expect(packageFolder(id)).toBe(folder)
  })

  it('is named once, with its version', () => {
    const { folder } = anyPackage('left', {})
    expect(packagesOf([`${folder}/a.js`, `${folder}/b.js`, '/own.ts'])).toEqual([
      { name: 'left', version: '1.2.3', folder },
    ])
  })

  it('is found by building: what is imported and used, not what is dropped', async () => {
    const folder = temporaryFolder()
    const used = { 'package.json': '{"name":"used","version":"2.0.0"}', 'index.js': 'export const used = globalThis.x' }
    const dropped = {
      'package.json': '{"name":"dropped","version":"2.0.0","sideEffects":false}',
      'index.js': 'export const y = 1',
    }
    for (const [name, files] of Object.entries({ used, dropped })) {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true })
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, 'node_modules', name, file), text)
    }
    writeFileSync(join(folder, 'in.js'), "import { used } from 'used'\nimport { y } from 'dropped'\nconsole.log(used)")
    let found: string[] = []
    const keep = (packages: { name: string }[]): void => {
      found = packages.map(({ name }) => name)
    }
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [recordBundled('test', async (packages) => keep(packages))],
      ssr: { noExternal: true },
      build: { ssr: join(folder, 'in.js'), write: false },
    })
    expect(found).toEqual(['used'])
  })
})

describe('notices', () => {
  it('have name, version, licence, where it is from, and the whole text', () => {
    const one = anyPackage(
      'one',
      { license: 'MIT', repository: { url: 'git+https://example.com/one.git' } },
      { LICENSE: 'MIT License\nCopyright One', NOTICE: 'a notice of One' },
    )
    const text = notices([one])
    expect(text).toContain(
      '## one 1.2.3\n\nLicence: MIT, <https://example.com/one>\n\n' +
        '```text\nMIT License\nCopyright One\n\na notice of One\n```\n',
    )
  })

  it('are Markdown that no licence text can break out of', () => {
    const one = anyPackage('one', { license: 'MIT' }, { LICENSE: 'as in\n````js\nuse()\n````\n## not a heading' })
    expect(notices([one])).toContain('\n`````text\nas in\n````js\nuse()\n````\n## not a heading\n`````\n')
  })

  it.each(['MIT', 'ISC'])('without a file, %s has its standard text with the author', (license) => {
    const text = notices([anyPackage('two', { license, author: { name: 'Ann $& Other' } })])
    expect(text).toContain('Copyright (c) Ann $& Other')
    expect(text).toContain('THE SOFTWARE IS PROVIDED "AS IS"')
  })

  it('refuse a package without any text', () => {
    expect(() => notices([anyPackage('three', { license: 'BSD-3-Clause', author: 'A' })])).toThrow(/no licence text/)
    expect(() => notices([anyPackage('three', { license: 'MIT' })])).toThrow(/no licence text/)
  })

  it.each(['GPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN x', undefined])('refuse the licence %j', (license) => {
    expect(() => notices([anyPackage('four', { license }, { LICENSE: 'text' })])).toThrow(
      /is bundled under the licence/,
    )
  })
})

describe('what is bundled', () => {
  const zod = { name: 'zod', version: '4.0.0', folder: join(root, 'node_modules/zod') }
  const vite = { name: 'vite', version: '8.0.0', folder: join(root, 'node_modules/vite') }

  it('is a dependency, so that an audit without development sees it', () => {
    expect(() => requireDependencies([zod], { 'node_modules/zod': { dev: true } })).toThrow(
      /only a devDependency, .*: zod\./,
    )
    expect(() => requireDependencies([zod], { 'node_modules/zod': {} })).not.toThrow()
  })

  it('may have helpers of the bundler’s, which is a devDependency', () => {
    expect(() => requireDependencies([vite], { 'node_modules/vite': { dev: true } })).not.toThrow()
  })
})
