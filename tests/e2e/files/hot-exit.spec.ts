import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutOff, violations } from '../app/looks-support'
import { expect, launchApp, newUserData, test } from '../launch'
import { answerMessages } from '../main-process'
import { answerDialogs, expectStatus, menu, openSystem, quietProject, setSize, temporaryFolder } from '../support'
import { askedMessages, keptProject, killApp, offer, recoveryFiles, untilKept } from './hot-exit-support'

let userData: string
test.beforeEach(async () => {
  userData = await newUserData()
})

/** As an app that died leaves it. */
function leave(changes: object = {}, name = '1-dead.json'): void {
  mkdirSync(join(userData, 'recovery'), { recursive: true })
  const project = JSON.stringify({ trimline: 1, app: { policy: 'none' }, steps: [{ at: '0s', apply: 'Blur' }] })
  const whole = { trimlineRecovery: 1, name: 'Holiday cut', path: null, stand: null, savedAt: Date.now(), project }
  writeFileSync(join(userData, 'recovery', name), JSON.stringify({ ...whole, ...changes }))
}

test('an app that is killed gives unsaved changes back at the next start, until they are saved', async () => {
  const path = quietProject()
  const first = await launchApp({ userData, args: [path] })
  await expect(first.page.getByRole('heading', { level: 1 })).toContainText('quiet')
  await first.page.getByRole('button', { name: 'Blur', exact: true }).click()
  await first.page.getByRole('button', { name: 'Remove Grayscale' }).click()
  await setSize(await openSystem(first.page), 'Budget', '512MiB')
  await untilKept(userData, `"budget": ${512 * 1024 * 1024}`)
  await killApp(first)

  const second = await launchApp({ userData })
  await expect(offer(second.page)).toContainText('The unsaved changes of “quiet” from')
  await expect(offer(second.page)).toContainText(path)
  await offer(second.page).getByRole('button', { name: 'Restore' }).click()
  await expect(second.page.getByRole('heading', { level: 1 })).toContainText('quiet')
  await expect(second.page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
  await expectStatus(second.page, 'Budget', '512 MiB')
  await expect(second.page.getByRole('list', { name: 'Effects on the clip' })).toHaveText('Blur')
  await expect(second.page.getByRole('button', { name: 'Grayscale', exact: true })).toHaveCount(0)
  await expect(offer(second.page)).toHaveCount(0)
  await expect(second.page.getByText('Restored the unsaved changes of “quiet”.').first()).toBeVisible()
  // killed again at once: it is still there
  await killApp(second)

  const third = await launchApp({ userData })
  await offer(third.page).getByRole('button', { name: 'Restore' }).click()
  await expectStatus(third.page, 'Budget', '512 MiB')
  await menu(third.app, 'save')
  await expect(third.page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  expect((JSON.parse(readFileSync(path, 'utf8')) as { system: { budget: number } }).system.budget).toBe(512 * 1024 ** 2)
  await expect.poll(() => recoveryFiles(userData)).toEqual([])
  await killApp(third)
  const fourth = await launchApp({ userData })
  await expect(fourth.page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await expect(offer(fourth.page)).toHaveCount(0)
})

test('unsaved changes that are discarded are gone; several are offered one after the other', async () => {
  leave()
  leave({ name: 'Older cut', savedAt: Date.now() - 3 * 86_400_000 }, '1-dead2.json')
  const { page } = await launchApp({ userData })
  await expect(offer(page)).toContainText('“Holiday cut”')
  await expect(offer(page)).toContainText('Never saved to a file · One more project after this one')
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await expect(offer(page)).toContainText('“Older cut”')
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await expect(offer(page)).toHaveCount(0)
  await expect.poll(() => recoveryFiles(userData)).toEqual([])
})

test('a run that was told what to show asks nothing and leaves what there is', async () => {
  leave()
  const { page } = await launchApp({ userData, args: [`--scenario=${quietProject()}`] })
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  expect(recoveryFiles(userData)).toEqual(['1-dead.json'])
})

test('damaged unsaved changes are kept aside and told, until that is dismissed', async () => {
  leave({ project: '{"trimline":1,"steps":[{"at":-1}]}' })
  const { page } = await launchApp({ userData })
  const notice = page.getByRole('alert', { name: 'Notice' })
  await expect(notice).toContainText('could not be read')
  await expect(notice).toContainText('damaged-1-dead.json')
  await page.reload()
  await expect(notice).toContainText('damaged-1-dead.json')
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  expect(recoveryFiles(userData)).toEqual(['damaged-1-dead.json'])
})

test('a save that fails keeps the changes unsaved and safe', async () => {
  const { app, page } = await launchApp({ userData })
  await setSize(await openSystem(page), 'Budget', '256MiB')
  await untilKept(userData, `"budget": ${256 * 1024 * 1024}`)
  const nowhere = join(temporaryFolder(), 'no', 'such', 'folder', 'a.json')
  await answerDialogs(app, nowhere)
  await answerMessages(app, { '': 'OK' })
  await menu(app, 'save')
  await expect.poll(() => askedMessages(app)).toHaveLength(1)
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
  expect(keptProject(userData)).toContain(`"budget": ${256 * 1024 * 1024}`)
})

for (const theme of ['dark', 'light'])
  for (const size of ['1440x900', '1024x700'])
    test(`the offer looks as it should: ${theme}, ${size}`, async ({ endApps: _ }, { outputDir }) => {
      leave({ path: '/home/anna/Projects/Weddings 2026/Holiday cut.json' })
      leave({}, '1-dead2.json')
      const { page } = await launchApp({ userData, args: [`--theme=${theme}`, `--size=${size}`] })
      await expect(offer(page)).toBeVisible()
      expect(await violations(page)).toEqual([])
      expect(await cutOff(page)).toEqual([])
      const folder = process.env.TRIMLINE_SHOTS ?? outputDir
      await page.screenshot({ path: join(folder, `offer-${theme}-${size}.png`) })
    })
