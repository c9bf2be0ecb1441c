/** Why it was late, from every place where a person asks, and the one time cursor. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../../../scripts/lib/paths.mjs'
import { linesOf } from '../../golden/reading'
import { cutOff, violations } from '../app/looks-support'
import { sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { openSystem, quietProject, resourceLine, setSize, showTab, temporaryFolder } from '../support'

const effect = (name: string, resident: boolean, gpuTime = '4ms') => ({
  name,
  gpuTime,
  resources: [{ name: 'r', size: '64MiB', resident }],
})

/** Only one of the two effects fits: each press takes the other's memory, which takes 2 × 15.625 ms. */
const PAGING = {
  system: { localMemory: '96MiB', budget: '96MiB', pagingBandwidth: '4GiB' },
  app: { policy: 'fence-lru', effects: [effect('A', true), effect('B', false)] },
}

const chain = (page: Page): Locator => page.getByRole('region', { name: 'Chain of the delay' })
const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Delays, worst first' }).locator('tr[data-id]')
const cursor = (page: Page): Locator => page.getByRole('status', { name: 'Cursor' })
const segments = (page: Page): Locator => page.getByRole('list', { name: 'Segments of the chain' }).getByRole('article')

/** Presses effects in turn, each when what the one before needs is there. */
async function pressInTurn(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(resourceLine(page, name, 'r')).toContainText('Resident')
  }
}

test('a frozen Preview says why, down to the resource that it waits for [LB-08, LB-09, LB-10]', async () => {
  // each frame needs both, and each is a second away
  const system = { ...PAGING.system, pagingBandwidth: '64MiB' }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ ...PAGING, system })}`] })
  await page.getByRole('button', { name: 'A', exact: true }).click()
  await page.getByRole('button', { name: 'B', exact: true }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText(/^stalled .* paging (in|out) [AB]\.r/)).toBeVisible()
  await preview.getByRole('button', { name: 'Why?' }).click()
  await expect(chain(page).getByRole('heading')).toContainText('frame')
  const moved = segments(page)
    .filter({ hasText: /Page-(in|out)/ })
    .first()
  await expect(moved).toBeVisible()
  // what could not begin meanwhile was dropped, and leads here too
  await expect(page.getByRole('status', { name: 'Frames dropped' })).not.toHaveText('0')
  await page.getByRole('button', { name: 'Pause clip' }).click()

  const link = moved.getByRole('button', { name: /^[AB]\.r \(64 MiB\)/ })
  const name = (await link.innerText()).slice(0, 3)
  await link.click()
  await expect(page.getByRole('tab', { name: 'Memory' })).toHaveAttribute('data-state', 'active')
  const detail = page.getByRole('region', { name: 'Selected allocation' })
  await expect(detail.getByRole('heading', { name })).toBeVisible()
  await expect(detail.getByRole('list', { name: 'History, newest first' })).toContainText('page-out')

  await page.getByRole('button', { name: 'Why: Frames dropped' }).click()
  await expect(page.getByRole('radio', { name: 'Dropped', exact: true })).toBeChecked()
  const dropped = page.getByRole('grid', { name: 'Frames dropped, newest first' }).locator('tr[data-id]')
  await expect(dropped.first()).toContainText(/\d+\.\d{3,6} s/)
})

test('a late press has a chain that says why its memory was out; each link leads to its record [LB-08, LB-09]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject(PAGING)}`] })
  await pressInTurn(page, ['A', 'B', 'A'])
  await expect(page.getByRole('status', { name: 'Shown late' })).toHaveText('2')
  await page.getByRole('button', { name: 'Why: Shown late' }).click()
  await expect(rows(page)).toHaveCount(2)
  const ofA = rows(page).filter({ hasText: 'press of A' })
  await ofA.click()
  await expect(chain(page).getByRole('heading')).toContainText(/press of A .*ms late/)
  const pageIn = segments(page).filter({ hasText: 'Page-in' })
  await expect(pageIn).toContainText(/A\.r was out: .*B\.r.* at \d+\.\d{3,6} s/)

  // its record, with those around it, as the trace has it; and that which says why it was out
  await pageIn
    .getByRole('button', { name: /^line \d+$/ })
    .first()
    .click()
  const record = page.getByRole('dialog', { name: /^Line \d+ of the trace$/ })
  await expect(record.locator('[aria-current="true"]')).toContainText('page-in A.r')
  await expect(record.locator('pre')).toContainText('"type":"page-in","resource":"A.r"')
  await record.getByRole('listitem').first().getByRole('button').click()
  await expect(record.locator('pre')).not.toContainText('"type":"page-in","resource":"A.r"')
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  // from one to the next without closing it
  await pageIn
    .getByRole('button', { name: /^line \d+$/ })
    .first()
    .click()
  await expect(record.locator('[aria-current="true"]')).toContainText('page-in A.r')
  await pageIn
    .getByRole('button', { name: /^line \d+$/ })
    .last()
    .click()
  await expect(record.locator('[aria-current="true"]')).toContainText(/B\.r|A\.r/)
  await expect(record.locator('pre')).toContainText('"type":"page-out"')
  await page.keyboard.press('Escape')

  // its packet, in the lane of its engine; a vertical blank on the way has it in two
  await segments(page).filter({ hasText: 'Own work' }).getByRole('button', { name: 'A of app on 3d' }).first().click()
  const packet = page.getByRole('region', { name: 'Selected packet' })
  await expect(packet).toContainText('Packet of app')
  await expect(packet).toContainText('A')
  await expect(cursor(page)).toHaveText(/^\d+\.\d{3,6} s$/)
  const began = await cursor(page).innerText()

  // the bar above the list leads there too, by keys as well
  await showTab(page, 'Delays')
  const bar = chain(page).getByRole('toolbar', { name: /^In order of time/ })
  const part = bar.getByRole('button', { name: /^Own work, .*: A of app on 3d$/ }).first()
  await part.click()
  await expect(packet).toContainText('Packet of app')
  await expect(cursor(page)).toHaveText(began)
  await showTab(page, 'Delays')
  await part.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await expect(bar.getByRole('button', { name: /^Vertical blank, / })).toBeFocused()

  // why it was out, in the history of the resource at that moment
  await showTab(page, 'Delays')
  await pageIn.getByRole('button', { name: 'Show that' }).click()
  const history = page.getByRole('list', { name: 'History, newest first' })
  await expect(history.getByRole('button', { pressed: true }).first()).toContainText('page-out')
  await expect(cursor(page)).not.toHaveText(began)

  // the chain is drawn wherever one looks, until it is closed
  await expect(page.locator('.timeline-concerned')).toHaveCount(2)
  await page.getByRole('button', { name: 'Stop highlighting the delay' }).click()
  await expect(page.locator('.timeline-concerned')).toHaveCount(0)
})

test('a hitch leads to the delay that it was, from the chart by keyboard and from the status bar [LB-10, RS-10]', async () => {
  const app = {
    policy: 'none',
    effects: [
      { name: 'Blur', gpuTime: '4ms', resources: [{ name: 'main', size: '900MiB' }] },
      { name: 'Grayscale', gpuTime: '2ms', resources: [{ name: 'convert', size: '700MiB', priority: 'high' }] },
    ],
  }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app })}`] })
  for (const name of ['Blur', 'Grayscale']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('list', { name: `Resources of ${name}` })).toContainText('Resident')
  }
  const drawer = await openSystem(page)
  await setSize(drawer, 'Other process', '1000MiB')
  await drawer.getByRole('switch', { name: 'In the foreground' }).click()
  await page.getByRole('button', { name: 'Close System' }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText(/Paged out|Pending/)
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Hitches' })).not.toHaveText('0')
  await page.getByRole('button', { name: 'Why: Hitches' }).click()
  await expect(chain(page).getByRole('heading')).toContainText('press of Blur')
  await expect(segments(page).filter({ hasText: 'Page-in' }).first()).toContainText(
    'Blur.main was out: taken by the kernel',
  )

  await page.getByRole('button', { name: 'Close the chain' }).click()
  await expect(chain(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Follow all' }).click()
  const moment = page.getByRole('slider', { name: 'Marked moment' })
  await moment.focus()
  // notifications may have come since: each marker says what it is
  const markers: (string | null)[] = []
  for (let i = 0; i < 40 && !/1 hitch:/.test(markers.at(-1) ?? ''); i++) {
    await page.keyboard.press('Control+ArrowLeft')
    markers.push(await moment.getAttribute('aria-valuetext'))
  }
  expect(markers.at(-1)).toMatch(/^\d+\.\d{3,6} s: usage .*, resident .*\. 1 hitch: the GPU waited for memory/)
  await page.keyboard.press('Enter')
  await expect(chain(page).getByRole('heading')).toContainText('press of Blur')
})

test('by keyboard alone: the worst delay, its chain, and its resource [LB-10]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject(PAGING)}`] })
  await pressInTurn(page, ['A', 'B', 'A'])
  await page.getByRole('tab', { name: 'Laboratory' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('region', { name: 'Delays', exact: true })).toBeVisible()
  // what the Tab key goes to is there
  await expect(rows(page)).toHaveCount(2)
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
  const tabTo = async (wanted: RegExp): Promise<void> => {
    for (let i = 0; i < 30 && !wanted.test(await focused()); i++) await page.keyboard.press('Tab')
    expect(await focused()).toMatch(wanted)
  }
  await tabTo(/^Delays, worst first$/)
  await page.keyboard.press('ArrowDown')
  const resource = segments(page).getByRole('button', { name: /^[AB]\.r \(64 MiB\)/ })
  await expect(resource.first()).toBeVisible()
  await tabTo(/^[AB]\.r \(64 MiB\)/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Selected allocation' })).toBeVisible()

  // by name: Ctrl+F, and from one to the next
  await page.keyboard.press('Control+f')
  await page.keyboard.type('press of')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Found' })).toHaveText('1 of 2')
  await expect(chain(page).getByRole('heading')).toContainText('press of B')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Found' })).toHaveText('2 of 2')
  await expect(chain(page).getByRole('heading')).toContainText('press of A')
})

/** How much time the lanes show, as their summary tells it; what else it says changes with the time. */
async function spanOf(page: Page, id: string): Promise<string | undefined> {
  return /^(.+) until /.exec(await page.locator(`#${id}`).innerText())?.[1]
}

test('one cursor: a click on any time axis sets it in all, and Follow all lets them go on', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject(PAGING)}`] })
  await pressInTurn(page, ['A', 'B'])
  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  await page.getByRole('button', { name: 'Close System' }).click()
  await expect(cursor(page)).toHaveText('Following')
  await showTab(page, 'Notifications')
  const newest = page.getByRole('article').filter({ hasText: 'PERIODIC_TRIM' }).first().getByRole('button')
  const noted = await newest.innerText()
  await newest.click()
  await expect(cursor(page)).toHaveText(noted)
  await expect(page.locator('li[aria-current="time"]')).toHaveCount(1)
  await expect(page.getByRole('slider', { name: 'Marked moment' })).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${noted}`),
  )

  // in the lanes, by the pointer
  await showTab(page, 'GPU')
  const lanes = page.getByRole('application', { name: 'GPU lanes' })
  await lanes.click({ position: { x: 200, y: 60 } })
  await expect(cursor(page)).not.toHaveText(noted)
  const there = await cursor(page).innerText()
  await expect(page.getByRole('slider', { name: 'Marked moment' })).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${there}`),
  )
  // what was marked stays in sight, though the simulation goes on
  await expect(page.getByRole('button', { name: 'Follow', exact: true }).first()).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  // W and S, A and D as in Perfetto's viewer
  await lanes.focus()
  const span = () => spanOf(page, 'gpu-lanes-summary')
  await expect.poll(span).toBeDefined()
  const before = await span()
  await page.keyboard.press('w')
  await expect.poll(span).not.toBe(before)
  await page.keyboard.press('a')
  await expect(cursor(page)).toHaveText(there)

  await page.getByRole('button', { name: 'Follow all' }).click()
  await expect(cursor(page)).toHaveText('Following')
  await expect(page.getByRole('button', { name: 'Follow', exact: true }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('slider', { name: 'Marked moment' })).toHaveAttribute(
    'aria-valuetext',
    'No moment is marked',
  )
})

test('the sums of a range are those of the trace [LB-10, SC-10]', async () => {
  const scenario = {
    trimline: 1,
    name: 'sums',
    system: { ...PAGING.system, periodicTrim: { idleAfter: '10h' } },
    app: PAGING.app,
    steps: [
      ...['A', 'B', 'A', 'B'].map((apply, at) => ({ at: `${at * 300}ms`, apply })),
      { at: '1300ms', periodicTrim: true },
      { at: '1500ms', periodicTrim: true },
    ],
    until: '2s',
  }
  const folder = temporaryFolder()
  const path = join(folder, 'sums.json')
  const out = join(folder, 'trace.jsonl')
  writeFileSync(path, JSON.stringify(scenario))
  // the oracle: records of the trace that the command line writes, counted by hand
  execFileSync(process.execPath, [join(root, 'scripts', 'trimline.mjs'), 'run', path, '--trace', out], {
    stdio: 'pipe',
  })
  const lines = linesOf(readFileSync(out, 'utf8'))
  const of = (type: string) => lines.filter((line) => line.type === type)
  const MIB = 1024 * 1024
  const bytes = (type: string) => of(type).reduce((sum, line) => sum + Number(line.bytes), 0) / MIB
  expect(bytes('page-in')).toBeGreaterThan(0)

  const { page } = await launchApp({ args: [`--scenario=${path}`] })
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(3_000_000)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  const plot = page.getByRole('slider', { name: 'Marked moment' })
  // the chart is drawn at a pace of its own, and stands still only then
  await expect.poll(async () => (await sessionState(page)).clock.running).toBe(false)
  const end = (await sessionState(page)).clock.now / 1e6
  await expect(plot).toHaveAttribute('aria-valuemin', '0')
  await expect(plot).toHaveAttribute('aria-valuemax', String(end))
  const box = await plot.boundingBox()
  if (box === null) throw new Error('found no plot of the memory chart')
  // from now to beyond the start, which is the start
  await page.mouse.move(box.x + box.width - 1, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x - 30, box.y + 20, { steps: 6 })
  await page.mouse.up()
  await expect(cursor(page)).toHaveText(/^0\.000 s – /)
  await page.getByRole('button', { name: /eviction/ }).click()
  const details = page.getByRole('dialog', { name: 'Sums of the range' })
  const fact = (term: string): Locator => details.locator('dl > div').filter({ hasText: term }).getByRole('definition')
  await expect(fact('Paged in')).toHaveText(`${bytes('page-in')} MiB in ${of('page-in').length} transfers`)
  await expect(fact('Paged out')).toHaveText(`${bytes('page-out')} MiB in ${of('page-out').length} transfers`)
  const evictions = of('evict')
  const evicted = evictions.reduce((sum, line) => sum + Number(line.left ?? line.bytes), 0) / MIB
  await expect(fact('Evictions')).toHaveText(`${evictions.length}, ${evicted === 0 ? '0 B' : `${evicted} MiB`}`)
  // what the app ran, whole: the four presses, 4 ms each
  const own = of('packet').filter(({ context, engine }) => context === 'app' && engine === '3d')
  const busy = own.reduce((sum, line) => sum + Number(line.end) - Number(line.start), 0)
  expect(busy).toBeGreaterThanOrEqual(16_000)
  await expect(fact('app')).toContainText(`${busy / 1000} ms`)
})

for (const theme of ['dark', 'light'])
  for (const size of ['1440x900', '1024x700'])
    test(`Delays and the cursor: no axe violation and nothing cut off: ${theme}, ${size}`, async () => {
      const args = [`--scenario=${quietProject(PAGING)}`, `--theme=${theme}`, `--size=${size}`]
      const { page } = await launchApp({ args })
      await showTab(page, 'Delays')
      expect(await violations(page)).toEqual([])
      await pressInTurn(page, ['A', 'B', 'A'])
      await expect(rows(page)).toHaveCount(2)
      await rows(page).first().click()
      await expect(chain(page)).toBeVisible()
      expect(await violations(page)).toEqual([])
      expect(await cutOff(page)).toEqual([])
      await page.getByRole('slider', { name: 'Marked moment' }).focus()
      for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight')
      await page.getByRole('button', { name: /eviction/ }).click()
      await expect(page.getByRole('dialog', { name: 'Sums of the range' })).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

test('the tabs stay in one row whatever is counted; what finds no room is in the menu', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject(PAGING)}`, '--size=1024x700'] })
  const strip = page.getByRole('tablist', { name: 'Instruments' })
  const places = (): Promise<string> =>
    strip.evaluate((list) =>
      [...list.children].map((tab) => `${(tab as HTMLElement).offsetLeft} ${(tab as HTMLElement).offsetTop}`).join(),
    )
  await expect(resourceLine(page, 'A', 'r')).toContainText('Resident')
  const before = await places()
  expect(new Set(before.split(',').map((place) => place.split(' ')[1])).size).toBe(1)
  const drawer = await openSystem(page)
  for (let i = 0; i < 12; i++) await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  await page.getByRole('button', { name: 'Close System' }).click()
  await expect(page.getByRole('tab', { name: 'Notifications' })).toHaveAttribute('aria-description', '12 entries')
  for (const tab of ['Defragmentation', 'Delays', 'Notifications', 'Memory'] as const) {
    await showTab(page, tab)
    expect(await places()).toBe(before)
  }
  await page.getByRole('button', { name: 'More instruments' }).click()
  await page.getByRole('menuitem', { name: /^Findings/ }).click()
  await expect(page.getByRole('tab', { name: 'Findings' })).toHaveAttribute('data-state', 'active')
  await expect(page.getByRole('tab', { name: 'Findings' })).toBeInViewport({ ratio: 0.98 })
  // beside a panel, which leaves the strip less room, too
  await openSystem(page)
  await expect(page.getByRole('tab', { name: 'Findings' })).toBeInViewport({ ratio: 0.98 })
})
