/** A recording of another program becomes the project: chosen, reported, and run (LB-19). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../../scripts/lib/paths.mjs'
import { sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { answerMessages, keptMessages } from '../main-process'
import { answerDialogs, menu, quietProject, showTab, temporaryFolder } from '../support'

const REAL = join(root, '..', 'shared', 'data', 'real')

function sets(...lines: string[]): string {
  const path = join(temporaryFolder(), 'jobs.sets.jsonl')
  writeFileSync(path, ['{"trimlineSets":1,"name":"jobs","derived":["gpuTime: guessed"]}', ...lines].join('\n'))
  return path
}

const RECORDINGS: [name: string, path: () => string, said: string][] = [
  [
    'sets of memory',
    () => sets('{"t":1000,"set":[{"id":"weights","size":1048576}],"gpuTime":500}'),
    'gpuTime: guessed',
  ],
  ['a Radeon memory trace', () => join(REAL, 'rmv', 'rx6600.rmv'), '18,805 page-table updates'],
  ['a log of DxgKrnl', () => join(REAL, 'etl', 'steamvr-0-250ms.etl'), '84 submissions of the app'],
]

for (const [name, path, said] of RECORDINGS)
  test(`File > Import takes ${name}, says what became of it, and it runs [LB-19]`, async () => {
    test.skip(!existsSync(path()), 'the recording is beside the checkout')
    const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
    await answerMessages(app, { 'was imported': ['Save Report…', 'OK'] })
    const saved = join(temporaryFolder(), 'report.txt')
    await answerDialogs(app, path(), saved)
    await menu(app, 'import')
    await expect
      .poll(async () => (await keptMessages(app)).map(({ detail }) => detail ?? '').join('\n'))
      .toContain(said)
    // the dialog has room for its first lines, and the file has all of them
    await expect.poll(() => existsSync(saved) && readFileSync(saved, 'utf8')).toContain(said)
    await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(basename(path()).split('.')[0] ?? '')
    await showTab(page, 'Memory')
    await page.getByRole('radio', { name: '16×' }).click()
    if (process.env.TRIMLINE_SHOTS !== undefined)
      await page.screenshot({ path: join(process.env.TRIMLINE_SHOTS, `import-${name.replaceAll(' ', '-')}.png`) })
  })

test('what of an import was derived is read at its badge by keyboard, until Escape [LB-19]', async () => {
  const path = join(temporaryFolder(), 'imported.json')
  const derived = ['gpuTime: guessed', 'uses: 3 from MakeResident']
  writeFileSync(path, JSON.stringify({ trimline: 1, name: 'imported', derived, steps: [{ at: '5ms', apply: 'Blur' }] }))
  const { page } = await launchApp({ args: [`--scenario=${path}`] })
  const badge = page.getByRole('region', { name: 'Scenario' }).getByRole('button', { name: 'derived in part' })
  await expect(badge).toBeVisible()
  for (let tabs = 0; tabs < 60; tabs++) {
    await page.keyboard.press('Tab')
    if (await badge.evaluate((element) => element === document.activeElement)) break
  }
  await expect(badge).toBeFocused()
  const told = page.getByRole('tooltip')
  for (const line of derived) await expect(told).toContainText(line)
  await expect(badge).toHaveAccessibleDescription(/gpuTime: guessed/)
  if (process.env.TRIMLINE_SHOTS !== undefined)
    await page.screenshot({ path: join(process.env.TRIMLINE_SHOTS, 'import-derived.png') })
  await page.keyboard.press('Escape')
  await expect(told).toHaveCount(0)
  await expect(badge).toBeFocused()
})

test('a malformed recording changes nothing, and its place is said [LB-19]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerMessages(app, { 'did not work': 'OK' })
  await answerDialogs(app, sets('{"t":1000,"set":[]}', '{"t":999,"set":[]}'))
  await menu(app, 'import')
  const said = async (): Promise<string> =>
    (await keptMessages(app)).map(({ message, detail }) => `${message} ${detail ?? ''}`).join('\n')
  await expect.poll(said).toContain('line 3: t: found 999; expected at least 1000')
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
})

test('a part of a recording is imported as it is asked for; what does not apply to it is told in the dialog [LB-19]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerMessages(app, { 'was imported': 'OK' })
  const use = (t: number, id: string): string => `{"t":${t},"set":[{"id":"${id}","size":1048576}],"gpuTime":500}`
  const path = sets(use(1_000, 'weights'), use(9_000, 'biases'), use(30_000, 'gradients'))
  await answerDialogs(app, path, path)
  await menu(app, 'importWithOptions')
  const dialog = page.getByRole('dialog', { name: 'Import recording with options' })
  const choose = dialog.getByRole('button', { name: 'Choose recording…' })
  await dialog.getByRole('textbox', { name: 'From' }).fill('noon')
  await choose.click()
  await expect(dialog.getByRole('alert')).toContainText('“noon” is not a duration')
  await expect(dialog.getByRole('textbox', { name: 'From' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'From' }).fill('5 ms')
  await dialog.getByRole('textbox', { name: 'Until' }).fill('20 ms')
  await dialog.getByRole('textbox', { name: 'Divide times by' }).fill('2')
  await dialog.getByRole('switch', { name: 'Anonymous' }).click()
  await dialog.getByRole('textbox', { name: 'Unknown size' }).fill('64 KiB')
  await choose.click()
  await expect(dialog).toContainText('found the option unknown-size for sets of memory')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('jobs')
  await dialog.getByRole('textbox', { name: 'Unknown size' }).fill('')
  if (process.env.TRIMLINE_SHOTS !== undefined)
    await page.screenshot({ path: join(process.env.TRIMLINE_SHOTS, 'import-options.png') })
  await choose.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('jobs from 5 ms until 20 ms')
  const told = (await keptMessages(app)).map(({ detail }) => detail ?? '').join('\n')
  expect(told).toContain('the part from 5 ms until 20 ms of the recording')
  expect(told).toContain('1 submission')
  expect(told).toContain('the times of the recording divided by 2')
  await showTab(page, 'Memory')
  await page.getByRole('radio', { name: 'Table' }).click()
  const allocations = page.getByRole('grid', { name: 'Allocations' })
  await expect(allocations).toContainText('resource 2')
  await expect(allocations).not.toContainText('biases')
})

test('a recording is compared on beside the project, which stays as it is [LB-03] [LB-19]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerMessages(app, { 'was imported': 'OK' })
  const use = (t: number, id: string): string => `{"t":${t},"set":[{"id":"${id}","size":1048576}],"gpuTime":500}`
  await answerDialogs(app, sets(use(1_000, 'weights'), use(9_000, 'biases')))
  await showTab(page, 'Laboratory')
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await laboratory.getByRole('button', { name: 'Open scenario to compare on' }).click()
  await expect(laboratory.getByRole('combobox', { name: 'Work' })).toHaveValue('file')
  await expect(laboratory.getByRole('combobox', { name: 'Work' })).toContainText('jobs.sets.jsonl')
  await expect
    .poll(async () => (await keptMessages(app)).map(({ detail }) => detail ?? '').join('\n'))
    .toContain('gpuTime: guessed')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await laboratory.getByRole('button', { name: /^Compare \d+ runs$/ }).click()
  await expect.poll(async () => (await sessionState(page)).variants).toMatchObject({ state: 'done', branch: null })
})
