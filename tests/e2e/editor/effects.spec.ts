import { openGpu, sessionState, shownNumber } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import {
  colourfulness,
  expectStatus,
  openSystem,
  previewPixels,
  quietProject,
  resourceLine,
  restingPixels,
  sharpness,
  showTab,
} from '../support'

test('the default project is Blur, resident, and Grayscale, not resident until it is pressed [TN-35, TN-36]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('64 MiB')
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Paged out')
  await expectStatus(page, 'Usage', '128.1 MiB')

  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await expectStatus(page, 'Usage', '160.1 MiB')
})

test('pressing Blur and Grayscale changes the picture, and a trim evicts in front of the user [TN-29, TN-30]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeGreaterThan(20)
  // a picture that was just shown may still be a coarse one, which is not sharp either
  const before = await restingPixels(page)

  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect.poll(async () => sharpness(await previewPixels(page))).toBeLessThan(sharpness(before) * 0.8)
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeLessThan(2)

  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Evictable')
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await expectStatus(page, 'Evictable', '128.1 MiB')
  await expectStatus(page, 'Committed', '160.1 MiB')

  await showTab(page, 'Findings')
  const found = page.getByRole('list', { name: 'Findings' })
  await expect(found.getByRole('article', { name: 'Evicted though used since the last trim' })).toContainText('Warning')
  await expect(found.getByRole('button', { name: /Blur\.main/ })).toBeVisible()
})

test('a resource tells its history and why it was the victim [TN-40]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
  // the sample's guard spares what the latest submission used
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  await drawer.getByRole('button', { name: 'Close System' }).click()
  await resourceLine(page, 'Blur', 'main').click()
  await expect(page.getByText(/Evicted at .* by policy creative-app \(periodic\): it was last used/)).toBeVisible()
  await expect(page.getByText(/used by submission 1 \(Blur\)/)).toBeVisible()
})

test('undo takes an effect off the clip, redo puts it back; an effect can be added and removed', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeLessThan(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeLessThan(2)

  await page.getByRole('button', { name: 'Add effect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).first().fill('Tint of mine')
  await dialog.getByRole('button', { name: 'Heap, compression, priority, alignment, contents' }).click()
  await dialog.getByRole('checkbox', { name: 'Resource 1 not zeroed' }).check()
  await expect(dialog.getByText('CREATE_NOT_ZEROED')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Tint of mine', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Tint of mine' }).click()
  await expect(page.getByRole('button', { name: 'Tint of mine', exact: true })).toHaveCount(0)
})

test('an effect with a pass on the 3D engine and one on the compute engine runs on both lanes [GP-06, GP-27]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await openGpu(page, '1×')
  await expect(shownNumber(page, 'Compute busy')).toHaveText('0 %')

  await page.getByRole('button', { name: 'Add effect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add effect' })
  await dialog.getByLabel('Name', { exact: true }).first().fill('Track')
  await dialog.getByLabel('GPU time').fill('6 ms')
  await dialog.getByRole('button', { name: 'GPU work in passes' }).press('Enter')
  const add = dialog.getByRole('button', { name: 'Add pass' })
  await add.press('Enter')
  // the first one takes as long as the effect did
  await expect(dialog.getByLabel('Pass 1 GPU time')).toHaveValue('6 ms')
  await add.press('Enter')
  await add.press('Enter')
  await dialog.getByLabel('Pass 2 engine').selectOption({ label: 'Compute' })
  await dialog.getByLabel('Pass 2 made of').selectOption({ label: 'compute work' })
  await dialog.getByLabel('Pass 2 threads per thread group').fill('none')
  await dialog.getByLabel('Pass 2 GPU time').fill('30 ms')
  await dialog.getByRole('button', { name: 'Remove pass 3' }).click()
  await expect(dialog.getByRole('status', { name: 'GPU time' })).toHaveText('36 ms')

  await dialog.getByRole('button', { name: 'Heap, compression, priority, alignment, contents' }).click()
  await dialog.getByLabel('Resource 1 size').fill('48 KiB')
  await dialog.getByLabel('Resource 1 alignment').selectOption({ label: '4 KiB alignment, a small texture' })
  await dialog.getByRole('checkbox', { name: 'Resource 1 scratch' }).check()
  await dialog.getByLabel('Resource 1 size').fill('1 MiB')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  // the first field that is wrong, with what is wrong beside it
  await expect(dialog.getByLabel('Pass 2 threads per thread group')).toBeFocused()
  await expect(dialog.getByRole('alert')).toHaveText([
    /^Found “none”, expected a whole number from 1/,
    'Found 4 KiB, expected 64 KiB or 4 MiB: only textures of at most 64 KiB are small.',
  ])
  await dialog.getByLabel('Pass 2 threads per thread group').fill('64')
  await dialog.getByLabel('Resource 1 size').fill('48 KiB')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Effects on the clip' })).toHaveText('Track (tint)')
  const busy = async (engine: string): Promise<number> =>
    (await sessionState(page)).gpu.engines.find(({ name }) => name === engine)?.busy ?? 0
  await expect.poll(() => busy('compute')).toBe(30_000)
  expect(await busy('3d')).toBeGreaterThanOrEqual(6_000)
  await expect(shownNumber(page, 'Compute busy')).not.toHaveText('0 %')
})
