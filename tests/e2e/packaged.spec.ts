import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, launchPackaged, test } from './launch'
import { quietProject } from './support'

test('the packaged app starts by its executable, and Blur and Grayscale run in it', async () => {
  const { app, page } = await launchPackaged({ args: [`--scenario=${quietProject()}`] })
  expect(await app.evaluate(({ app }) => app.isPackaged)).toBe(true)
  expect(page.url()).toMatch(/^app:/)

  const resident = page.getByRole('status', { name: 'Resident', exact: true })
  await expect(resident).toHaveText('128.1 MiB')
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  const onClip = page.getByRole('list', { name: 'Effects on the clip' })
  await expect(onClip).toHaveText('Blur')
  // Its resources start evicted (TN-36): 32 MiB and 64 KiB more.
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(onClip).toHaveText('BlurGrayscale')
  await expect(resident).toHaveText('160.1 MiB')
})

test('the packaged app brings its scenarios and icons, and nobody else’s app', async () => {
  const { app } = await launchPackaged()
  const resources = await app.evaluate(() => process.resourcesPath)
  const names = readdirSync(resources)
  expect(names).toEqual(expect.arrayContaining(['app.asar', 'icons', 'scenarios', 'scenario.schema.json']))
  expect(names).not.toContain('app')
  expect(readdirSync(join(resources, 'icons'))).toContain('icon.png')
  expect(readdirSync(join(resources, 'scenarios')).some((name) => name.endsWith('.json'))).toBe(true)
})
