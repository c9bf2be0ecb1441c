import { expect, launchApp, test } from '../launch'
import { openSystem, quietProject, resourceLine, setSize } from '../support'

const app = {
  policy: 'none',
  effects: [
    { name: 'Blur', gpuTime: '4ms', resources: [{ name: 'main', size: '900MiB' }] },
    { name: 'Grayscale', gpuTime: '2ms', resources: [{ name: 'convert', size: '700MiB', priority: 'high' }] },
  ],
}

test('over-committed memory is paged out under pressure, and what needs it again hitches [RS-09, RS-10]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app })}`] })
  const hitches = page.getByRole('status', { name: 'Hitches' })
  const processes = page.getByRole('table', { name: 'Processes' })
  for (const effect of ['Blur', 'Grayscale']) {
    await page.getByRole('button', { name: effect, exact: true }).click()
    await expect(page.getByRole('list', { name: `Resources of ${effect}` })).toContainText('Resident')
  }
  await expect(hitches).toHaveText('0')
  await expect(processes.getByRole('row', { name: /app/ })).toContainText('foreground')

  const drawer = await openSystem(page)
  await drawer.getByRole('combobox', { name: 'Process', exact: true }).fill('game')
  await setSize(drawer, 'Other process', '1000MiB')
  await drawer.getByRole('switch', { name: 'In the foreground' }).click()
  const game = processes.getByRole('row', { name: /game/ })
  await expect(game).toContainText('foreground')
  await expect(game).toContainText('1000 MiB')
  // budget: 90 % of 2 GiB less 1000 MiB is 843.1875 MiB, and 1600 MiB are resident
  const own = processes.getByRole('row', { name: /app/ })
  await expect(own).toContainText('background')
  await expect(own).toContainText('756.8 MiB over')
  await expect(resourceLine(page, 'Blur', 'main')).toContainText(/Paged out|Pending/)

  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(hitches).not.toHaveText('0')
  await page.getByRole('button', { name: 'Close System' }).click()

  // the chart has as much in the segment as fits, and the rest apart: at every moment
  const chart = page.locator('#memory-chart-summary')
  await expect(chart).toContainText(/usage 1\.56 GiB, .*capacity 2 GiB/)
  const inGiB = async (): Promise<number> => {
    const text = (await chart.textContent()) ?? ''
    const of = (name: string): number => {
      const [, size = '', unit] = text.match(new RegExp(` ${name} ([\\d.]+) (B|KiB|MiB|GiB)`)) ?? []
      return Number(size) * ({ B: 0, KiB: 2 ** -20, MiB: 2 ** -10, GiB: 1 }[unit ?? 'B'] ?? Number.NaN)
    }
    return ['resident', 'evictable', 'other processes'].reduce((sum, name) => sum + of(name), 0)
  }
  expect(await inGiB()).toBeLessThanOrEqual(2)
  await expect(chart).not.toContainText('paged out 0 B')

  // the lowest priority goes first: it is seen, and can be changed
  await resourceLine(page, 'Grayscale', 'convert').click()
  const priority = page.getByRole('combobox', { name: 'Residency priority' })
  await expect(priority).toHaveValue('high')
  await priority.selectOption('minimum')
  await expect(priority).toHaveValue('minimum')
  await page.getByRole('radio', { name: 'Table', exact: true }).click()
  const grid = page.getByRole('grid', { name: 'Allocations' })
  await expect(grid.getByRole('row', { name: /Grayscale\.convert/ })).toContainText('Minimum')
  await page.getByRole('combobox', { name: 'Filter allocations by priority' }).selectOption('Minimum')
  await expect(grid.getByRole('row', { name: /Blur\.main/ })).toHaveCount(0)
})
