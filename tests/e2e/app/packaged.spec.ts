import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../scripts/lib/paths.mjs'
import { expect, launchPackaged, newUserData, packagedExecutable, test } from '../launch'
import { inMain } from '../main-process'
import { answerDialogs, menu, quietProject, resourceLine, temporaryFolder } from '../support'

test('the packaged app opens a project that is double-clicked, and Blur and Grayscale run in it', async () => {
  const project = join(temporaryFolder(), 'harbour.trimline')
  copyFileSync(quietProject(), project)
  expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).toMatch(/^fileAssociations:\n {2}- ext: trimline$/m)
  // as the desktop hands it over
  const { app, page } = await launchPackaged({ args: [project] })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('harbour')
  expect(await inMain(app, async ({ app }) => app.isPackaged)).toBe(true)
  expect(page.url()).toMatch(/^app:/)

  const resident = page.getByRole('status', { name: 'Usage', exact: true })
  await expect(resident).toHaveText('128.1 MiB')
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  const onClip = page.getByRole('list', { name: 'Effects on the clip' })
  await expect(onClip).toHaveText('Blur')
  // Its resources start evicted (TN-36): 32 MiB and 64 KiB more.
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(onClip).toHaveText('BlurGrayscale')
  await expect(resident).toHaveText('160.1 MiB')
})

test('the packaged app runs a policy of one’s own, in the engine that it brings [LB-14] [LB-15]', async () => {
  const folder = temporaryFolder()
  const policy = join(folder, 'mine.mjs')
  copyFileSync(join(root, 'resources', 'examples', 'policy', 'mine.mjs'), policy)
  const { app, page } = await launchPackaged({ args: [`--scenario=${quietProject()}`] })
  await answerDialogs(app, policy)
  const picker = page.getByRole('combobox', { name: 'Policy' })
  await picker.click()
  await page.getByRole('option', { name: /^Own policy…/ }).click()
  await expect(picker).toContainText(/mine\.mjs#[0-9a-f]{12}/)
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await menu(app, 'policyGuide')
  await expect(page.getByRole('dialog', { name: 'A policy of your own in ten minutes' })).toContainText(
    'host.evict(unit)',
  )
})

test('the packaged app brings its scenarios and icons, and nobody else’s app', async () => {
  const { app } = await launchPackaged()
  const resources = await inMain(app, async () => process.resourcesPath)
  const names = readdirSync(resources)
  expect(names).toEqual(
    expect.arrayContaining(['app.asar', 'icons', 'scenarios', 'scenario.schema.json', 'rules.json']),
  )
  expect(names).not.toContain('app')
  expect(readdirSync(join(resources, 'icons'))).toContain('icon.png')
  expect(readdirSync(join(resources, 'scenarios')).some((name) => name.endsWith('.json'))).toBe(true)
})

/** Packages of others that the sources of a process import by name, other than for types. */
function importedPackages(): string[] {
  const names = ['main', 'preload', 'renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      // the command line is not in the package, nor what only it can work out
      .filter((path) => !/[\\/]cli([\\/].*)?(\.ts)?$|[\\/]laboratory[\\/]bound[\\/]/.test(path))
      .map((path) => readFileSync(path, 'utf8'))
      .flatMap((text) => [...text.matchAll(/^(?:import|export) (?!type\b)[^'"]*?from '([^'.][^']*)'/gm)])
      .map(([, from = '']) =>
        from
          .split('/')
          .slice(0, from.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  )
  // radix-ui has no code of its own: it passes on that of @radix-ui/…
  const others = [...new Set(names)].filter((name) => name !== 'electron' && name !== 'radix-ui')
  return others.filter((name) => !name.startsWith('node:')).sort()
}

test('the package carries the licences of everything in it, and a bill of materials', () => {
  const folder = dirname(packagedExecutable())
  const resources = join(folder, 'resources')
  const notices = readFileSync(join(resources, 'THIRD-PARTY.md'), 'utf8')
  const bill = JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    specVersion: string
    components: { name: string; version: string; purl: string; licenses: unknown[] }[]
  }
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  const names = bill.components.map(({ name }) => name)

  const imported = importedPackages()
  expect(imported).toEqual(expect.arrayContaining(['react', 'zod', 'zustand']))
  // not by name in any source, and in the bundle all the same
  for (const name of [...imported, 'scheduler', '@radix-ui/react-dismissable-layer']) {
    expect(names, name).toContain(name)
    expect(notices, name).toMatch(new RegExp(`^## ${name} \\d+\\.\\d+\\.\\d+.*\\n\\nLicence: \\S+`, 'm'))
  }
  // what only builds and tests is not in the package; of Vite there is what loads the page's later part
  for (const name of ['vitest', 'typescript', 'electron-builder']) expect(names).not.toContain(name)
  for (const name of ['electron', 'chromium', 'node']) expect(names).toContain(name)
  for (const { name, version, purl, licenses } of bill.components) {
    expect(purl, name).toContain(version)
    expect(licenses, name).not.toEqual([])
    if (purl.startsWith('pkg:npm/') && name !== 'electron') expect(notices, name).toContain(`## ${name} ${version}\n`)
  }
  expect(notices.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(20)
  expect(existsSync(join(folder, 'LICENSES.chromium.html'))).toBe(true)
  expect(readFileSync(join(folder, 'LICENSE.electron.txt'), 'utf8')).toContain('Copyright (c) Electron contributors')
  expect(readFileSync(join(resources, 'LICENSE.txt'), 'utf8')).toContain('MIT')
})

for (const [name, options] of [
  ['a port to be debugged at', ['--remote-debugging-port=9222']],
  ['a port to be debugged at, with one dash', ['-remote-debugging-port=9222']],
  ['a pipe to be debugged through', ['--remote-debugging-pipe']],
  ['a debugger of the main process', ['--inspect=0']],
  ['another port than a test’s', ['--remote-debugging-port=0', '--remote-allow-origins=*']],
  ['a page without its origin', ['--disable-web-security']],
  ['an extension', ['--load-extension=/tmp']],
] as const)
  test(`the packaged app refuses ${name}, in words`, async () => {
    const arguments_ = ['--no-sandbox', `--user-data-dir=${await newUserData()}`, '--exit-after=5s', ...options]
    const result = spawnSync(packagedExecutable(), arguments_, { encoding: 'utf8', timeout: 30_000 })
    const refused = options[0].replace(/^-+/, '').replace(/=.*$/, '')
    expect(result.stderr).toContain(`--${refused} is refused`)
    expect(result.status).toBe(2)
  })
