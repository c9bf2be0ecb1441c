import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { cutOff, violations } from '../app/looks-support'
import { expect, launchApp, test } from '../launch'
import { menu } from '../main-process'
import { answerDialogs, quietProject, showTab, temporaryFolder } from '../support'

const SAMPLE = fileURLToPath(new URL('../../main/session/dump/d3d12ma-dump-sample.json', import.meta.url))

/** A pool that may not grow: six heaps of 16 MiB, which effects lie in too. */
const LIMITED = {
  allocation: 'placed',
  pool: 'Media',
  pools: [{ name: 'Media', heap: 'default', blockSize: '16MiB', maxBlocks: 6 }],
  effects: [],
}

async function openTab(page: Page): Promise<Locator> {
  await showTab(page, 'Defragmentation')
  return page.getByRole('region', { name: 'Defragmentation', exact: true })
}

/** How many allocations, heaps and free bytes the map shows. */
function expectMap(page: Page, text: string | RegExp): Promise<void> {
  return expect(page.locator('#heap-map-summary')).toHaveText(text)
}

async function allocate(tab: Locator, name: string, size: string, count: number, pool = 'Media'): Promise<void> {
  const form = tab.getByRole('group', { name: /^Allocate/ })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Size').fill(size)
  await form.getByLabel('Count').fill(String(count))
  await form.getByLabel('Placed in').selectOption(pool)
  await form.getByRole('button', { name: 'Allocate', exact: true }).click()
}

async function free(tab: Locator, name: string, every: number): Promise<void> {
  const form = tab.getByRole('group', { name: /^Free/ })
  await form.getByLabel('Name to free').fill(name)
  await form.getByLabel('Every').fill(String(every))
  await form.getByRole('button', { name: 'Free', exact: true }).click()
}

/** Six full heaps of 2 MiB each, of which every other allocation is freed: half is free, nowhere more than 2 MiB. */
async function checkerboard(page: Page): Promise<Locator> {
  const tab = await openTab(page)
  await allocate(tab, 'Proxy', '2MiB', 48)
  await expectMap(page, '48 allocations in 6 heaps, 0 B free.')
  await free(tab, 'Proxy', 2)
  await expectMap(page, '24 allocations in 6 heaps, 48 MiB free.')
  return tab
}

/** Every range of the map, as it is saved. */
async function savedMap(app: ElectronApplication, page: Page): Promise<string> {
  const path = join(temporaryFolder(), 'map.csv')
  await answerDialogs(app, path)
  await page.getByRole('button', { name: 'Save heap map as CSV' }).click()
  await expect.poll(() => existsSync(path)).toBe(true)
  return readFileSync(path, 'utf8')
}

test('an effect does not get its working buffer although enough is free, and gets it after defragmentation [DF-03, DF-05, DF-12, DF-16, DF-22]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app: LIMITED })}`] })
  const tab = await checkerboard(page)

  await page.getByRole('button', { name: 'Add effect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add effect' })
  await dialog.getByLabel('Name', { exact: true }).first().fill('Sharpen')
  await dialog.getByLabel('Resource 1 size').fill('8MiB')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('fragment')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.getByText(/Allocations that failed: 1 by fragmentation, 0 by exhaustion/)).toBeVisible()
  await expectMap(page, '24 allocations in 6 heaps, 48 MiB free.')

  await tab.getByLabel('Algorithm').selectOption({ label: 'Full' })
  await tab.getByLabel('Pool', { exact: true }).selectOption('Media')
  await tab.getByRole('button', { name: 'Run to end' }).click()
  await expect(tab.getByRole('status').first()).toContainText('Done')
  // 24 of 2 MiB fit into three heaps of 16 MiB, without a byte to spare
  await expectMap(page, '24 allocations in 3 heaps, 0 B free.')
  await expect(tab.getByRole('img', { name: /Fragmentation and blocks against passes/ })).toBeVisible()

  await page.getByRole('button', { name: 'Add effect' }).click()
  await dialog.getByLabel('Name', { exact: true }).first().fill('Sharpen')
  await dialog.getByLabel('Resource 1 size').fill('8MiB')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expectMap(page, '25 allocations in 4 heaps, 8 MiB free.')
  await expect(page.getByRole('list', { name: 'Resources of Sharpen' })).toContainText('in Media')
})

test('a pass at a time: each move is copied, ignored or destroyed as it is told [DF-08, DF-11, DF-12, DF-19]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ app: LIMITED })}`] })
  const tab = await checkerboard(page)
  await tab.getByLabel('Pool', { exact: true }).selectOption('Media')
  await tab.getByLabel('Max allocations per pass').fill('3')
  await tab.getByRole('button', { name: 'Begin', exact: true }).click()
  await expect(tab.getByRole('status').first()).toContainText('Begun')
  await tab.getByRole('button', { name: 'Step pass' }).click()
  const moves = tab.getByRole('list', { name: 'Moves' })
  await expect(moves.getByRole('listitem')).toHaveCount(3)
  const names = await moves.getByRole('listitem').getByRole('button').allTextContents()
  await moves.getByRole('combobox').nth(0).selectOption('IGNORE')
  await moves.getByRole('combobox').nth(1).selectOption('DESTROY')
  await expect(moves.getByRole('combobox').nth(1)).toHaveValue('DESTROY')

  await tab.getByRole('button', { name: 'Step pass' }).click()
  await expect(tab.getByText(/EndPass: S_FALSE/)).toBeVisible()
  // one is destroyed, one was moved, one stays: its destination is free again
  await expectMap(page, /^23 allocations in 6 heaps, 50 MiB free\.$/)
  await expect(moves.getByRole('listitem').nth(0)).toContainText('IGNORE')

  // what was ignored is not offered again in this process
  await tab.getByRole('button', { name: 'Run to end' }).click()
  await expect(tab.getByRole('status').first()).toContainText('Done')
  const map = await savedMap(app, page)
  expect(map).toContain(`,${names[0]},`)
  expect(map).not.toContain(`,${names[1]},`)
  expect(map).toContain(`,${names[2]},`)
})

test('a dump of others is opened, shown beside the running system, and used as a starting state [DF-23]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ app: { effects: [] } })}`] })
  const tab = await openTab(page)
  await expect(tab.getByText('No heap yet.')).toBeVisible()
  await answerDialogs(app, SAMPLE)
  await tab.getByRole('button', { name: 'Open dump' }).click()
  const shown = tab.getByRole('radiogroup', { name: 'Shown in the heap map' })
  await expect(shown.getByRole('radio', { name: 'd3d12ma-dump-sample.json' })).toBeChecked()
  // as its own Total says
  await expectMap(page, /^132 allocations in 69 heaps/)
  await shown.getByRole('radio', { name: 'Live' }).click()
  await expectMap(page, '0 allocations in 0 heaps, 0 B free.')

  await tab.getByRole('button', { name: 'Use as starting state' }).click()
  await expectMap(page, /^132 allocations in 69 heaps/)
  await tab.getByRole('button', { name: 'Close dump' }).click()
  await expect(shown).toHaveCount(0)
  await expectMap(page, /^132 allocations in 69 heaps/)
})

test('the state is saved as a dump, and opened again it is the same picture [DF-23]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ app: LIMITED })}`] })
  const tab = await checkerboard(page)
  const path = join(temporaryFolder(), 'state.json')
  await answerDialogs(app, path)
  await tab.getByRole('button', { name: 'Save dump' }).click()
  await expect.poll(() => existsSync(path)).toBe(true)
  const dump = JSON.parse(readFileSync(path, 'utf8')) as { General: { API: string }; Total: { Stats: object } }
  expect(dump.General.API).toBe('Direct3D 12')

  await tab.getByRole('button', { name: 'Open dump' }).click()
  const shown = tab.getByRole('radiogroup', { name: 'Shown in the heap map' })
  await expect(shown.getByRole('radio', { name: 'state.json' })).toBeChecked()
  await expectMap(page, '24 allocations in 6 heaps, 48 MiB free.')
})

test('a dump that is none is refused where the person looks, and nothing has changed [DF-23]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ app: LIMITED })}`] })
  const tab = await checkerboard(page)
  const path = join(temporaryFolder(), 'broken.json')
  writeFileSync(path, '{"General": {"API": "Direct3D 12"}, "Total": 5}')
  await answerDialogs(app, path)
  await tab.getByRole('button', { name: 'Open dump' }).click()
  await expect(tab.getByRole('alert')).toContainText('Total')
  await expect(tab.getByRole('button', { name: 'Close dump' })).toHaveCount(0)
  await expectMap(page, '24 allocations in 6 heaps, 48 MiB free.')
})

test('clips are imported, scrubbed and removed; they share heaps, and are no effects [DF-01, RS-15]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app: { effects: [] } })}`] })
  await openTab(page)
  const media = page.getByRole('region', { name: 'Media', exact: true })
  await media.getByRole('button', { name: 'Import clip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import clip' })
  await dialog.getByRole('button', { name: /^Web/ }).click()
  await dialog.getByLabel('Frames').fill('4')
  await dialog.getByLabel('Thumbnails').fill('0')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  const clip = media.getByRole('listitem').filter({ hasText: 'Web' })
  await expect(clip).toContainText('1280×720')
  await expect(page.getByRole('region', { name: 'Web effect' })).toHaveCount(0)
  // of 64 MiB a quarter, then a half, then all: 2 frames of 7.06 MiB in 16, 2 and a proxy of 15.88 in 32, 4 MiB in 64
  await expectMap(page, '6 allocations in 3 heaps, 63.88 MiB free.')
  await clip.getByRole('button', { name: 'Scrub Web' }).click()
  await expect(clip).toContainText('Resident')

  // the keyboard goes from range to range, and the map says where it is
  const map = page.getByRole('application', { name: 'Heap map' })
  await map.focus()
  await map.press('ArrowRight')
  await map.press('Enter')
  const selected = page.getByRole('region', { name: 'Selected range' })
  await expect(selected).toContainText('shares its heap’s residency with 1 other')
  await selected.getByRole('button', { name: 'Pin' }).click()
  await expect(selected.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await expect(selected).toContainText('pinned: defragmentation does not move it')

  await media.getByLabel('Resolution').selectOption('1280×720')
  await clip.getByRole('button', { name: 'Remove clip Web' }).click()
  await expect(clip).toHaveCount(0)
  await expectMap(page, /^0 allocations/)
})

test('memory that the CPU sees is mapped, written and unmapped from the heap map [DF-15]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app: { effects: [] } })}`] })
  const tab = await openTab(page)
  await tab
    .getByRole('group', { name: /^Allocate/ })
    .getByLabel('Heap')
    .selectOption('upload')
  await allocate(tab, 'up', '1 MiB', 1, '')
  await expectMap(page, /^1 allocation in 1 heap/)
  const map = page.getByRole('application', { name: 'Heap map' })
  await map.focus()
  await map.press('ArrowRight')
  await map.press('Enter')
  const selected = page.getByRole('region', { name: 'Selected range' })
  const button = (name: string): Locator => selected.getByRole('button', { name, exact: true })
  await button('Map').click()
  await expect(selected).toContainText('mapped: after a move it has to be mapped anew')
  await button('Write').click()
  await button('Unmap').click()
  await expect(button('Map')).toBeVisible()
  await expect(selected).not.toContainText('mapped:')
})

test('the algorithms are compared on the state as it is, which stays [DF-16]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app: LIMITED })}`] })
  const tab = await checkerboard(page)
  await tab.getByRole('button', { name: 'Compare algorithms' }).click()
  const table = tab.getByRole('table', { name: 'Comparison of defragmentation' })
  await expect(table.getByRole('row')).toHaveCount(4, { timeout: 30_000 })
  await expect(table.getByRole('row', { name: /^Full 3 48 MiB/ })).toBeVisible()
  await expectMap(page, '24 allocations in 6 heaps, 48 MiB free.')
})

for (const [theme, size] of [
  ['dark', '1440x900'],
  ['light', '1024x700'],
] as const)
  test(`a process that is looked at has no axe violation and nothing cut off: ${theme}, ${size}`, async () => {
    const args = [`--scenario=${quietProject({ app: LIMITED })}`, `--theme=${theme}`, `--size=${size}`]
    const { app, page } = await launchApp({ args })
    const tab = await checkerboard(page)
    await tab.getByLabel('Pool', { exact: true }).selectOption('Media')
    await tab.getByLabel('Max allocations per pass').fill('5')
    await tab.getByRole('button', { name: 'Step pass' }).click()
    await expect(tab.getByRole('list', { name: 'Moves' }).getByRole('listitem')).toHaveCount(5)
    await tab.getByRole('button', { name: 'Compare algorithms' }).click()
    await expect(tab.getByRole('button', { name: 'Save comparison as CSV' })).toBeVisible({ timeout: 30_000 })
    await answerDialogs(app, SAMPLE)
    await tab.getByRole('button', { name: 'Open dump' }).click()
    await tab.getByRole('radio', { name: 'Live' }).click()
    const map = page.getByRole('application', { name: 'Heap map' })
    await map.focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await map.press(key)
    await expect(page.getByRole('region', { name: 'Selected range' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await cutOff(page)).toEqual([])
  })

test('custom pools, their blocks and the pixels between effects are set in the window, by one restart [DF-01]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ app: { effects: [] } })}`] })
  const tab = await openTab(page)
  await page.getByRole('button', { name: 'Project settings…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project settings' })
  await dialog.getByLabel('Pixel format').selectOption('R32G32B32A32_FLOAT')
  await dialog.getByRole('button', { name: 'Add pool' }).click()
  const pool = dialog.getByRole('group', { name: 'Pool 1', exact: true })
  await pool.getByLabel('Name').fill('Film')
  await pool.getByLabel('Block size').fill('16 MiB')
  await pool.getByLabel('Least blocks').fill('3')
  await pool.getByLabel('Most blocks').fill('2')
  await dialog.getByLabel('Where the editor places').selectOption('Film')
  await dialog.getByRole('button', { name: 'Restart with these' }).click()
  await expect(pool.getByLabel('Least blocks')).toBeFocused()
  await expect(dialog.getByRole('alert')).toHaveText(/expected a whole number from 0 to 2/)
  await pool.getByLabel('Most blocks').fill('4')
  await dialog.getByRole('button', { name: 'Restart with these' }).click()
  await expect(dialog).toHaveCount(0)
  // three blocks are there though nothing lies in them, and the fifth cannot be
  await expectMap(page, /^0 allocations in 3 heaps, 48 MiB free\./)
  await allocate(tab, 'a', '16 MiB', 5, 'Film')
  await expectMap(page, /^4 allocations in 4 heaps, 0 B free\./)
  await expect(tab).toContainText('a 5: 16 MiB in pool Film: the pool has all 4 blocks that it may have')
  // built-in effects are offered in 128 bits a texel
  await menu(app, 'addEffect')
  await page.getByRole('dialog', { name: 'Add effect' }).getByRole('button', { name: /^Blur/ }).click()
  await expect(page.getByLabel('Resource 1 size')).toHaveValue('126.5625 MiB')
})
