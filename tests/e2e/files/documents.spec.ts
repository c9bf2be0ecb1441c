import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, launchApp, newUserData, test } from '../launch'
import { inMain, keepMessages, keptMessages, windowTitle } from '../main-process'
import {
  answerDialogs,
  expectStatus,
  menu,
  notifications,
  openSystem,
  quietProject,
  resourceLine,
  setSize,
  showTab,
  temporaryFolder,
} from '../support'

test('a project is saved, shows that it is, and opens again as it was', async () => {
  const path = join(temporaryFolder(), 'my cut.json')
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Grayscale' }).click()
  const drawer = await openSystem(page)
  await setSize(drawer, 'Budget', '512MiB')
  await expectStatus(page, 'Budget', '512 MiB')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
  await answerDialogs(app, path)
  await menu(app, 'saveAs')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('my cut')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  const saved = JSON.parse(readFileSync(path, 'utf8')) as { system: { budget: number }; app: { effects: unknown[] } }
  expect(saved.system.budget).toBe(512 * 1024 * 1024)
  expect(saved.app.effects).toHaveLength(1)
  await app.close()

  const again = await launchApp({ args: [`--scenario=${path}`] })
  await expectStatus(again.page, 'Budget', '512 MiB')
  await expect(again.page.getByRole('list', { name: 'Effects on the clip' })).toHaveText('Blur')
  await expect(again.page.getByRole('button', { name: 'Grayscale', exact: true })).toHaveCount(0)
})

test('opening a malformed file says what is wrong and changes nothing [SC-02]', async () => {
  const path = join(temporaryFolder(), 'broken.json')
  writeFileSync(path, '{ "trimline": 1, "steps": [{ "at": "0s", "aply": "Blur" }] }')
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await answerDialogs(app, path)
  await keepMessages(app)
  await menu(app, 'open')
  await expect.poll(() => keptMessages(app)).toMatchObject([{ detail: expect.stringContaining('steps[0]') }])
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
})

test('a scenario plays live: its steps and expectations are shown [SC-05]', async () => {
  const steps = [
    { at: '0s', apply: 'Blur' },
    { at: '200ms', apply: 'Grayscale' },
    { at: '1s', idle: true },
    { at: '1100ms', expect: { evictable: ['Blur.main'], resident: ['Grayscale.convert'] } },
  ]
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ steps })}`] })
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Evictable')
  await showTab(page, 'Notifications')
  // when the scenario has ended the real input decides again, which can add a RESTART_PERIODIC_TRIM
  await expect(notifications(page, 'PERIODIC_TRIM')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Scenario' })).toContainText('2 passed0 failed')
})

test('the window remembers recent projects', async () => {
  const userData = await newUserData()
  const project = quietProject()
  const { app } = await launchApp({ userData })
  await answerDialogs(app, project)
  await menu(app, 'open')
  await expect.poll(() => windowTitle(app)).toContain('quiet')
  await app.close()
  const again = await launchApp({ userData })
  // the menu learns of them with the first frame
  await expect
    .poll(() =>
      inMain(again.app, async ({ Menu }) =>
        Menu.getApplicationMenu()
          ?.getMenuItemById('recent')
          ?.submenu?.items.map((item) => item.label)
          .join(' '),
      ),
    )
    .toContain('quiet')
})

test('what a scenario that still plays has done is saved as a recording, which opens and does it again [SC-12] [SC-16]', async () => {
  const late = { name: 'Late', gpuTime: '1ms', resources: [{ name: 'r', size: '1MiB' }] }
  const steps = [
    // refused as the run goes: what it names is made only in an hour
    { at: '0s', submit: { engine: '3d', gpuTime: '2ms', resources: ['Late.r'] } },
    { at: '100ms', apply: 'Blur' },
    { at: '1h', addEffect: late },
  ]
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ steps })}`] })
  await expect(page.getByRole('region', { name: 'Scenario' })).toContainText('2 of 3 steps')
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Grayscale effect' })).toContainText('completed1')
  const path = join(temporaryFolder(), 'recorded.json')
  await answerDialogs(app, path)
  await keepMessages(app)
  await inMain(app, async ({ shell }) => {
    shell.showItemInFolder = (shown) => Object.assign(globalThis, { shown })
  })
  await menu(app, 'saveRecording')
  // also what is saved from the menu is said, with the way to it
  const told = page
    .getByRole('status')
    .or(page.getByRole('listitem'))
    .filter({ hasText: `Saved ${path}` })
  await told.getByRole('button', { name: 'Show in folder' }).click()
  await expect.poll(() => inMain(app, async () => (globalThis as { shown?: string }).shown)).toBe(path)
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as { steps: object[]; unmade: string[] }
  expect(recorded.unmade).toEqual(['Late.r'])
  const pressed = recorded.steps.flatMap((step) => ('apply' in step ? [step.apply] : []))
  expect(pressed).toEqual(['Blur', 'Grayscale'])
  const trace = join(temporaryFolder(), 'run.json')
  await answerDialogs(app, trace)
  await menu(app, 'exportPerfetto')
  await expect(page.getByText(`Saved ${trace}`).first()).toBeVisible()
  const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: { cat?: string }[] }
  expect(traceEvents.filter(({ cat }) => cat === 'apply')).toHaveLength(2)
  await answerDialogs(app, path)
  await menu(app, 'open')
  await expect(page.getByRole('region', { name: 'Scenario' })).toContainText(
    `${recorded.steps.length} of ${recorded.steps.length} steps`,
  )
  await expect(page.getByRole('region', { name: 'Grayscale effect' })).toContainText('completed1')
  // nothing but the question what is to become of the press by hand
  expect((await keptMessages(app)).map(({ message }) => message)).toEqual(['Save the changes to “quiet”?'])
})
