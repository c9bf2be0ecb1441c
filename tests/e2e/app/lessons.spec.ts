import type { Locator, Page } from '@playwright/test'
import { LESSONS, type LessonId } from '../../../preload/contract'
import { expect, launchApp, newUserData, test } from '../launch'
import { menu, quietProject } from '../support'
import { violations } from './looks-support'

const lesson = (page: Page): Locator => page.getByRole('region', { name: 'Lesson', exact: true })
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click()
const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click()

async function begin(id: LessonId): Promise<Page> {
  const { page } = await launchApp({ startPage: true })
  const question = LESSONS.find((one) => one.id === id)?.question ?? ''
  await page.getByRole('dialog', { name: 'Start' }).getByRole('button', { name: question, exact: true }).click()
  await expect(lesson(page).getByRole('heading', { name: question })).toBeFocused()
  return page
}

type Role = Parameters<Page['getByRole']>[0]

/**
 * One step: the ring is around the control that it names, the person does it, and the simulation says that it is done.
 * @param changed what has to be said of it
 */
async function step(page: Page, number: number, at: [Role, string], act: () => Promise<void>, changed: RegExp) {
  const panel = lesson(page)
  await expect(panel).toContainText(`Step ${number} of`)
  await expect(panel.getByText('Done.')).toHaveCount(0)
  const control = page.getByRole(at[0], { name: at[1], exact: true }).first()
  await expect(control).toHaveAttribute('data-pointed', '')
  await expect(page.locator('[data-pointed]')).toHaveCount(1)
  await act()
  await expect(panel.getByRole('status')).toContainText(changed)
  await expect(panel.getByRole('status')).toContainText('Done.')
  await expect(page.locator('[data-pointed]')).toHaveCount(0)
  const next = panel.getByRole('button', { name: /^(Next|Finish)$/ })
  await next.click()
}

async function ended(page: Page): Promise<void> {
  await expect(lesson(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Untitled')
}

test('what a lesson points at within System comes into sight, and the toolbar stays there', async () => {
  const page = await begin('idle')
  await lesson(page).getByRole('button', { name: 'Skip' }).click()
  await lesson(page).getByRole('button', { name: 'Skip' }).click()
  await press(page, 'System')
  const idle = page.getByRole('switch', { name: 'Simulate idle' })
  await expect(idle).toHaveAttribute('data-pointed', '')
  await expect(idle).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeInViewport({ ratio: 1 })
  // nor is there anything below the window that something else could move it by
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
})

test('What happens to my memory when the user walks away? [TN-21] [TN-22] [TN-23]', async () => {
  const page = await begin('idle')
  const blur = ['button', 'Blur'] as [Role, string]
  await step(page, 1, blur, () => press(page, 'Blur'), /128 MiB was paged in, and usage is now 128 MiB/)
  await step(page, 2, ['button', 'Denoise'], () => press(page, 'Denoise'), /from 128 MiB to 384 MiB/)
  const idle = page.getByRole('switch', { name: 'Simulate idle' })
  const walkAway = async (): Promise<void> => {
    await press(page, 'System')
    // the way leads on: what was behind the button is pointed at now
    await expect(idle).toHaveAttribute('data-pointed', '')
    await idle.click()
  }
  await step(page, 3, ['button', 'System'], walkAway, /sent PERIODIC_TRIM\. Usage is 384 MiB/)
  // a look at what a word means does not end simulated idleness
  await page.getByRole('button', { name: 'OS idle' }).hover()
  await expect(page.getByRole('tooltip')).toContainText('Simulate idle')
  await expect(page.getByRole('region', { name: 'OS idle' })).toContainText('yes')
  const faster = (): Promise<void> => page.getByRole('radio', { name: '16×' }).click()
  await step(page, 4, ['radio', '16×'], faster, /evicted 3 allocations, and usage is 0 B\. 384 MiB still lies/)
  await step(page, 5, ['switch', 'Simulate idle'], () => idle.click(), /sent RESTART_PERIODIC_TRIM/)
  await step(page, 6, blur, () => press(page, 'Blur'), /Usage is 128 MiB\. 0 B had to be paged in/)
  await ended(page)
})

test('Which policy should I use? [LB-03] [LB-07]', async () => {
  const page = await begin('policy')
  // on a slow machine the driver's own trim would come first, before the notifications or the comparison: then another
  // one is advised. So time is fast only while they are waited for
  const slowly = (): Promise<void> => page.getByRole('radio', { name: '0.25×' }).click()
  await slowly()
  const both = async (): Promise<void> => {
    await press(page, 'Blur')
    await press(page, 'Denoise')
  }
  await step(page, 1, ['button', 'Blur'], both, /Usage is 384 MiB\. The policy none is in charge/)
  const idle = page.getByRole('switch', { name: 'Simulate idle' })
  const walkAway = async (): Promise<void> => {
    await press(page, 'System')
    await idle.click()
    await page.getByRole('radio', { name: '16×' }).click()
  }
  await step(page, 2, ['button', 'System'], walkAway, /0 allocations were evicted: usage is still 384 MiB/)
  const comeBack = async (): Promise<void> => {
    await slowly()
    await idle.click()
    await press(page, 'Close System')
  }
  await step(page, 3, ['switch', 'Simulate idle'], comeBack, /384 MiB was held all the time/)
  const again = /0 B was paged in for it under the policy none/
  await step(page, 4, ['button', 'Blur'], () => press(page, 'Blur'), again)
  const compare = async (): Promise<void> => {
    await press(page, 'Compare policies…')
    const run = page.getByRole('button', { name: 'Compare 7 runs' })
    await expect(run).toHaveAttribute('data-pointed', '')
    await run.click()
  }
  const told =
    /7 policies did the same work\. On average one held .*, another .*\. The advice is mapping-layer-periodic/
  await step(page, 5, ['button', 'Compare policies…'], compare, told)
  const use = 'Use mapping-layer-periodic'
  await step(page, 6, ['button', use], () => press(page, use), /The policy mapping-layer-periodic is in charge now/)
  const ran = /Blur ran under mapping-layer-periodic: 0 B was paged in for it/
  await step(page, 7, ['button', 'Blur'], () => press(page, 'Blur'), ran)
  const leaveAgain = async (): Promise<void> => {
    await press(page, 'System')
    await idle.click()
    await page.getByRole('radio', { name: '16×' }).click()
  }
  await step(page, 8, ['button', 'System'], leaveAgain, /usage is 0 B now, and 384 MiB is evictable/)
  await ended(page)
})

test('who takes time over “Which policy should I use?” is led to the policy that is advised then [LB-03] [LB-07]', async () => {
  const page = await begin('policy')
  const panel = lesson(page)
  const next = panel.getByRole('button', { name: 'Next', exact: true })
  const pointed = page.locator('[data-pointed]')
  await page.getByRole('radio', { name: '16×' }).click()
  await press(page, 'Blur')
  await press(page, 'Denoise')
  await next.click()
  // long enough that the driver's own trim comes before the first notification
  const time = page.getByRole('contentinfo').getByLabel('Simulated time', { exact: true })
  await expect(time).toHaveText(/^([4-9]\d\.\d{3} s|\d+:\d\d\.\d{3})$/)
  await press(page, 'System')
  const idle = page.getByRole('switch', { name: 'Simulate idle' })
  await idle.click()
  await next.click()
  await idle.click()
  await press(page, 'Close System')
  await next.click()
  await press(page, 'Blur')
  await next.click()
  await press(page, 'Compare policies…')
  await press(page, 'Compare 7 runs')
  await expect(panel).toContainText('The advice is driver-managed')
  await next.click()
  await expect(pointed).toHaveText('Use driver-managed')
  await pointed.click()
  await next.click()
  // nothing is held by now, and it is not said that it fell from that
  await expect(panel).toContainText('Step 7 of')
  await press(page, 'Blur')
  await expect(panel.getByRole('status')).toContainText('Blur ran under driver-managed')
  await next.click()
  await press(page, 'System')
  await idle.click()
  await expect(panel).toContainText('Under driver-managed usage is 0 B now, and 384 MiB is evictable')
})

test('Why did this frame stutter? [LB-08] [LB-09]', async () => {
  const page = await begin('stutter')
  await step(page, 1, ['button', 'Blur'], () => press(page, 'Blur'), /Late presses so far: 0/)
  await step(
    page,
    2,
    ['button', 'Denoise'],
    () => press(page, 'Denoise'),
    /shown .* late: 64 MiB had to be paged in for it/,
  )
  const choose = async (): Promise<void> => {
    await tab(page, 'Delays')
    const list = page.getByRole('grid', { name: 'Delays, worst first' })
    await expect(list).toHaveAttribute('data-pointed', '')
    await list.getByRole('row', { name: /press of Denoise/ }).click()
  }
  await step(page, 3, ['tab', 'Delays'], choose, /from press to picture, .* went into paging in/)
  const more = async (): Promise<void> => {
    await press(page, 'System')
    const budget = page.getByRole('textbox', { name: 'Budget in bytes' })
    await expect(budget).toHaveAttribute('data-pointed', '')
    await budget.fill('256MiB')
    await budget.press('Enter')
  }
  await step(page, 4, ['button', 'System'], more, /from 96 MiB to 256 MiB/)
  await step(page, 5, ['button', 'Blur'], () => press(page, 'Blur'), /Usage is 128 MiB now/)
  await step(page, 6, ['button', 'Denoise'], () => press(page, 'Denoise'), /0 B was paged in for it and 0 evictions/)
  await ended(page)
})

test('My GPU hung [GP-23] [RS-07]', async () => {
  const page = await begin('hang')
  await step(page, 1, ['button', 'Blur'], () => press(page, 'Blur'), /0 vertical blanks were missed/)
  const hang = async (): Promise<void> => {
    await tab(page, 'GPU')
    await expect(page.getByRole('button', { name: 'Hang until reset' })).toHaveAttribute('data-pointed', '')
    await press(page, 'Hang until reset')
  }
  await step(page, 2, ['tab', 'GPU'], hang, /The 3D engine is stuck\. [\d,]+ vertical blanks/)
  const panel = lesson(page)
  // nothing is done in this step but to wait: it may be over before it is looked at
  await expect(panel).toContainText('Step 3 of 5')
  await expect(panel.getByRole('status')).toContainText(/Windows reset it after [\d,]+ missed vertical blanks/)
  await panel.getByRole('button', { name: 'Next' }).click()
  const recreate = 'Recreate device'
  await step(page, 4, ['button', recreate], () => press(page, recreate), /with it 128\.1 MiB of resident memory/)
  await expect(panel).toContainText('Step 5 of 5')
  await press(page, 'Blur')
  await expect(panel.getByRole('status')).toContainText('Blur ran on the new device. Findings so far: 1.')
  await panel.getByRole('button', { name: 'Finish' }).click()
  await ended(page)
})

test('My heap is fragmented [DF-03] [DF-05] [DF-08] [DF-12]', async () => {
  const page = await begin('fragmentation')
  const form = page.getByRole('group', { name: /^Allocate/ })
  const fill = async (): Promise<void> => {
    await tab(page, 'Defragmentation')
    await expect(page.getByRole('button', { name: 'Allocate', exact: true })).toHaveAttribute('data-pointed', '')
    await press(page, 'Allocate')
  }
  await step(page, 1, ['tab', 'Defragmentation'], fill, /in 5 heaps\. 56 MiB is left/)
  await step(page, 2, ['button', 'Free'], () => press(page, 'Free'), /120 MiB is free now.*largest has 56 MiB/)
  const large = async (): Promise<void> => {
    await form.getByLabel('Name').fill('Large')
    await form.getByLabel('Size').fill('32MiB')
    await form.getByLabel('Count').fill('2')
    await press(page, 'Allocate')
  }
  await step(page, 3, ['textbox', 'Name'], large, /another heap was made: 6 heaps/)
  await step(
    page,
    4,
    ['button', 'Step pass'],
    () => press(page, 'Step pass'),
    /Moves planned so far: \d+.* Moved by now: 0 B\./,
  )
  const moved = /was moved in \d+ passes, and \d+ heaps were given back/
  await step(page, 5, ['button', 'Run to end'], () => press(page, 'Run to end'), moved)
  await ended(page)
})

test('What do background recompiles do? [BP-04] [BP-15] [BP-25]', async () => {
  const page = await begin('recompiles')
  await step(page, 1, ['button', 'Blur'], () => press(page, 'Blur'), /has installed so far: 0/)
  await step(page, 2, ['button', 'Play'], () => press(page, 'Play'), /\d+ frames drew Blur/)
  const faster = (): Promise<void> => page.getByRole('radio', { name: '16×' }).click()
  await step(page, 3, ['radio', '16×'], faster, /tasks that ended: \d+\. Variants that are installed: \d+/)
  const developer = page.getByRole('switch', { name: 'Developer mode' })
  await step(page, 4, ['switch', 'Developer mode'], () => developer.click(), /draws have used a variant by now/)
  const off = async (): Promise<void> => {
    await tab(page, 'Background')
    const mode = page.getByRole('combobox', { name: 'Mode', exact: true })
    await expect(mode).toHaveAttribute('data-pointed', '')
    await mode.selectOption('DISABLE_BACKGROUND_WORK')
    await press(page, 'Set mode')
  }
  await step(page, 5, ['tab', 'Background'], off, /Background work is off\. The variants stay as they are, \d+ by now/)
  await step(page, 6, ['button', 'Pause clip'], () => press(page, 'Pause clip'), /In all, [\d,]+ draws used a variant/)
  await ended(page)
})

const start = (page: Page): Locator => page.getByRole('dialog', { name: 'Start' })

test('Start is there for whoever wants it, and opens examples', async () => {
  const userData = await newUserData()
  const { app, page } = await launchApp({ userData, startPage: true })
  await expect(start(page)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await start(page).getByRole('switch', { name: 'Show this page when Trimline starts' }).click()
  await expect(start(page).getByRole('switch')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(start(page)).toHaveCount(0)
  await menu(app, 'start')
  await start(page).getByText('Trimming, budgets and paging').click()
  await start(page).getByRole('button', { name: 'Idle trimming by context fences' }).click()
  await expect(start(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Idle trimming by context fences')
  await expect(page.getByRole('region', { name: 'Scenario' })).toBeVisible()
  await app.close()

  const again = await launchApp({ userData, startPage: true })
  await expect(again.page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await menu(again.app, 'shortcuts')
  await expect(again.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(start(again.page)).toHaveCount(0)
  await again.app.close()
})

test('the project waits while a lesson is open, and comes back with its unsaved changes', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Remove Grayscale' }).click()
  await press(page, 'Blur')
  await expect(page.getByRole('region', { name: 'Blur effect' })).toContainText('completed1')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
  await menu(app, 'lesson-idle')
  await expect(lesson(page)).toContainText('Step 1 of 6')
  expect(await violations(page)).toEqual([])
  await lesson(page).getByRole('button', { name: 'Skip' }).click()
  await expect(lesson(page)).toContainText('Step 2 of 6')
  await lesson(page).getByRole('button', { name: 'Back' }).click()
  await expect(lesson(page)).toContainText('Step 1 of 6')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  await lesson(page).getByRole('button', { name: 'Leave' }).click()
  await expect(lesson(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('quiet')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Blur effect' })).toContainText('completed1')
  await expect(page.getByRole('region', { name: 'Grayscale effect' })).toHaveCount(0)
})

test('the list of shortcuts is a question mark away, and Help says what to send about an issue', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Blur', exact: true }).focus()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('region', { name: 'Everywhere' })).toContainText('Ctrl+Shift+SSave under another name')
  await expect(list.getByRole('region', { name: 'Timeline' })).toContainText('Split at the playhead')
  // what keys do and what lists them is one table
  for (const listed of ['[Trim the start', ']Trim the end', 'Ctrl+XCut'])
    await expect(list.getByRole('region', { name: 'Timeline' })).toContainText(listed)
  await expect(list.getByRole('region', { name: 'Clip' })).toContainText('Shift+XTake In and Out away')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await menu(app, 'reportIssue')
  const report = page.getByRole('dialog', { name: 'Report an issue' })
  await expect(report).toContainText(/Trimline \d+\.\d+\.\d+ on linux/)
  await report.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied.').first()).toBeVisible()
})
