import { expect, launchApp, test } from './launch'
import { quietProject } from './support'

const system = {
  localMemory: '96MiB',
  budget: '96MiB',
  pagingBandwidth: '4GiB',
  tdr: { delay: '10s' },
}
const app = {
  policy: 'fence-lru',
  effects: ['A', 'B'].map((name) => ({
    name,
    gpuTime: '4ms',
    resources: [{ name: 'r', size: '64MiB', resident: name === 'A' }],
  })),
}

for (const theme of ['dark', 'light'])
  for (const size of ['1440x900', '1024x700'])
    test(`shot ${theme} ${size}`, async () => {
      const { page } = await launchApp({
        args: [`--scenario=${quietProject({ system, app })}`, `--theme=${theme}`, `--size=${size}`],
      })
      const shot = (name: string) => page.screenshot({ path: `/tmp/delays-shots/${name}-${theme}-${size}.png` })
      const press = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).click()
        await page.evaluate(() => new Promise((r) => setTimeout(r, 400)))
      }
      await press('A')
      await press('B')
      await press('A')
      await press('B')
      await shot('1-memory')
      await page.getByRole('tab', { name: 'Delays' }).click()
      await shot('2-delays')
      await page.getByRole('grid', { name: 'Delays, worst first' }).locator('tr[data-id]').first().click()
      await expect(page.getByRole('region', { name: 'Chain of the delay' })).toBeVisible()
      await page.evaluate(() => new Promise((r) => setTimeout(r, 400)))
      await shot('3-chain')
      await page.getByRole('tab', { name: 'GPU' }).click()
      await page.evaluate(() => new Promise((r) => setTimeout(r, 400)))
      await shot('4-gpu')
      await page.getByRole('tab', { name: 'Memory', exact: true }).click()
      const plot = page.getByRole('slider', { name: 'Marked moment' })
      const box = (await plot.boundingBox())!
      await page.mouse.move(box.x + 5, box.y + 30)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.05, box.y + 30, { steps: 5 })
      await page.mouse.up()
      await page.getByRole('button', { name: /eviction/ }).click()
      await page.evaluate(() => new Promise((r) => setTimeout(r, 400)))
      await shot('5-range')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'More instruments' }).click()
      await shot('6-more')
    })
