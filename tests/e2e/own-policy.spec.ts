/** A policy of one's own, as its author works on it: opened, seen to act, broken, told where, compared (LB-14, LB-15). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, launchApp, test } from './launch'
import { answerDialogs, quietProject, resourceLine, showTab, temporaryFolder } from './support'

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
  await choose(/^Own policy…/)
  await expect(picker).toContainText(/mine\.mjs#[0-9a-f]{12}/)
  const convert = resourceLine(page, 'Grayscale', 'convert')
  const blur = page.getByRole('button', { name: 'Blur', exact: true })
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(convert).toContainText('Resident')
  await blur.click()
  await expect(convert).toContainText('Evictable')

  writeFileSync(path, EAGER.replace('host.units)', 'host.unit)'))
  await choose(/^Reload own policy/)
  await blur.click()
  await showTab(page, 'Findings')
  await expect(page.getByRole('tabpanel', { name: 'Findings' })).toContainText('mine.mjs:5: TypeError')

  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await expect(laboratory.getByRole('checkbox', { name: /^mine\.mjs#/ })).toHaveCount(2)
})
