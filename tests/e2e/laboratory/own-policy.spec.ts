/** A policy of one's own, as its author works on it: opened, seen to act, broken, told where, compared (LB-14, LB-15). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, launchApp, test } from '../launch'
import { inMain } from '../main-process'
import { answerDialogs, menu, quietProject, resourceLine, showTab, temporaryFolder } from '../support'

/** Evicts what is not needed at each press. */
const EAGER = `export default {
  name: 'eager',
  create: (host) => ({
    prepare(set) {
      for (const unit of host.units) if (unit.resident && !unit.inUse && !set.includes(unit)) host.evict(unit)
    },
  }),
}
`

test('a policy of one’s own is opened, acts, says where it is broken, and is compared [LB-14] [LB-15]', async () => {
  const path = join(temporaryFolder(), 'mine.mjs')
  writeFileSync(path, EAGER)
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerDialogs(app, path)
  const picker = page.getByRole('combobox', { name: 'Policy' })
  const choose = async (option: RegExp): Promise<void> => {
    await picker.click()
    await page.getByRole('listbox', { name: 'Policy' }).getByRole('option', { name: option }).click()
  }
  // what is no policy is refused, and read again when it is corrected
  writeFileSync(path, EAGER.replace('export default', 'export const policy ='))
  await choose(/^Own policy…/)
  await expect(page.getByText(/^Could not open mine\.mjs: it is no policy/)).toBeVisible()
  writeFileSync(path, EAGER)
  await choose(/^Reload own policy/)
  await expect(picker).toContainText(/mine\.mjs#[0-9a-f]{12}/)
  const convert = resourceLine(page, 'Grayscale', 'convert')
  const blur = page.getByRole('button', { name: 'Blur', exact: true })
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(convert).toContainText('Resident')
  // until then it is in use, and stays
  await expect(page.getByRole('region', { name: 'Grayscale effect' })).toContainText('completed1')
  await blur.click()
  await expect(convert).toContainText('Evictable')

  writeFileSync(path, EAGER.replace('host.units)', 'host.unit)'))
  const before = await picker.innerText()
  await choose(/^Reload own policy/)
  await expect(picker).toContainText(/mine\.mjs#[0-9a-f]{12}/)
  await expect(picker).not.toContainText(before)
  await blur.click()
  await showTab(page, 'Findings')
  await expect(page.getByRole('tabpanel', { name: 'Findings' })).toContainText('mine.mjs:5: TypeError')

  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  // the file is offered once, as it was read last
  await expect(laboratory.getByRole('checkbox', { name: /^mine\.mjs#/ })).toHaveCount(1)
})

test('a run under a policy of one’s own is opened from the Laboratory, and Help leads to one [LB-14] [LB-09]', async () => {
  const path = join(temporaryFolder(), 'mine.mjs')
  writeFileSync(path, EAGER)
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await menu(app, 'policyGuide')
  const guide = page.getByRole('dialog', { name: 'A policy of your own in ten minutes' })
  await expect(guide.getByRole('heading', { level: 3 })).toHaveCount(4)
  await guide.getByRole('button', { name: 'Copy' }).nth(1).click()
  await expect.poll(() => inMain(app, async ({ clipboard }) => clipboard.readText())).toContain("name: 'told'")
  await page.keyboard.press('Escape')
  await expect(guide).toBeHidden()

  await answerDialogs(app, path)
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  const picker = page.getByRole('combobox', { name: 'Policy' })
  await picker.click()
  await page.getByRole('option', { name: /^Own policy…/ }).click()
  await expect(picker).toContainText(/mine\.mjs#/)
  // of what was done under another policy
  await picker.click()
  await page.getByRole('option', { name: /^none/ }).click()
  await expect(picker).toContainText('none')
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await laboratory.getByRole('checkbox', { name: /^mine\.mjs#/ }).check()
  await laboratory.getByRole('button', { name: /^Compare \d+ runs?$/ }).click()
  await laboratory.getByRole('button', { name: /^Evictions of mine\.mjs#.*; show its records$/ }).click()
  await laboratory.getByRole('button', { name: 'Open this run' }).click()
  await page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: 'Branches' }).click()
  const branches = page.getByRole('list', { name: 'Branches of this run' }).getByRole('listitem')
  await expect(branches.nth(1)).toContainText(/^mine\.mjs#.*looked at/)
  await page.keyboard.press('Escape')
  await expect(picker).toContainText(/mine\.mjs#/)
})

test('a policy whose file has a long name is named whole, and leaves the numbers beside it two fifths of the table at least [LB-04] [LB-14]', async () => {
  const name = 'what stays in memory while the long-running capture of our editor is played again.mjs'
  const path = join(temporaryFolder(), name)
  writeFileSync(path, EAGER)
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerDialogs(app, path)
  await page.getByRole('combobox', { name: 'Policy' }).click()
  await page.getByRole('option', { name: /^Own policy…/ }).click()
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  const boxes = laboratory.getByRole('group', { name: 'Policies', exact: true })
  const box = boxes.locator('label').filter({ hasText: name })
  expect(await box.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true)
  await boxes.getByRole('button', { name: 'None of Policies' }).click()
  for (const policy of ['none', name]) await boxes.getByRole('checkbox', { name: policy }).check()
  await laboratory.getByRole('button', { name: 'Compare 2 runs' }).click()
  const rows = laboratory.getByRole('region', { name: 'Variants', exact: true })
  const title = rows.getByRole('rowheader', { name })
  await expect(title).toBeVisible()
  const [table, column] = [await rows.boundingBox(), await title.boundingBox()]
  expect(column?.width).toBeLessThan((table?.width ?? 0) * 0.6)
})
