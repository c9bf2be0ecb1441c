import type { Locator, Page } from '@playwright/test'
import type { PipelineView, VariantView } from '../../../preload/contract'
import { expect, launchApp, test } from '../launch'
import { quietProject, showTab } from '../support'
import { applyAll, clock, framesUnderWay, type SessionState, sessionState } from './gpu-support'

const ACROSS = 'Blur/across'
const INTEGERS = 'radius = 8, steps = 8, edges = 0'

/** The Background tab on one of its views. */
async function openBackground(page: Page, view: 'Activity' | 'Shaders' | 'Workflows'): Promise<void> {
  await showTab(page, 'Background')
  await page.getByRole('radio', { name: view, exact: true }).click()
}

/** A call of SetBackgroundProcessingMode by hand, as it is filled in. */
interface Call {
  mode?: string
  action?: string
  event?: 'with a commit' | 'anyway'
  drain?: boolean
}

/** Calls SetBackgroundProcessingMode on the Activity view. @returns what the form shows of the result */
async function setMode(page: Page, { mode = 'ALLOWED', action = 'KEEP_ALL', event, drain }: Call): Promise<Locator> {
  const form = page.getByRole('region', { name: 'Background processing mode' })
  await form.getByLabel('Mode', { exact: true }).selectOption(mode)
  await form.getByLabel('Action', { exact: true }).selectOption(action)
  if (event === 'with a commit') await form.getByLabel('Signal an event').check()
  if (event === 'anyway') await form.getByLabel('Send it anyway').check()
  await form.getByLabel('Drain queues first').setChecked(drain ?? false)
  await form.getByRole('button', { name: 'Set mode' }).click()
  return form
}

/** Calls as the tab lists them, the newest first. */
function calls(page: Page): Locator {
  return page.getByRole('list', { name: 'Calls of SetBackgroundProcessingMode' }).getByRole('listitem')
}

async function pressPlay(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '16×', exact: true }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
}

async function developerMode(page: Page, on: boolean): Promise<void> {
  await page.getByRole('switch', { name: 'Developer mode' }).click()
  await expect.poll(async () => (await sessionState(page)).background.developerMode).toBe(on)
}

function pipelineOf({ pipelines }: SessionState, name: string): PipelineView {
  const found = pipelines.find((pipeline) => pipeline.name === name)
  if (found === undefined) throw new Error(`found no PSO ${name}, only ${pipelines.map((one) => one.name).join()}`)
  return found
}

async function across(page: Page): Promise<PipelineView> {
  return pipelineOf(await sessionState(page), ACROSS)
}

function variantOf({ variants }: PipelineView, id: number): VariantView {
  const found = variants.find((variant) => variant.id === id)
  if (found === undefined) throw new Error(`found no variant ${id}, only ${variants.length}`)
  return found
}

/** Variants of the PSO in the tab, a row each. */
function variantRows(page: Page, pso: string): Locator {
  return page
    .getByRole('table', { name: `Variants of ${pso}` })
    .getByRole('row')
    .filter({ has: page.getByRole('button') })
}

test('pressing Play makes variants that the draws then use, shown with what they fold and gain [BP-02, BP-26, BP-31]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await applyAll(page, ['Blur'])
  await openBackground(page, 'Shaders')
  const pso = page.getByRole('region', { name: `PSO ${ACROSS}` })
  await expect(pso).toContainText('general shader in use')
  await expect(pso).toContainText('No variant yet')
  await pressPlay(page)

  const first = variantRows(page, ACROSS).first()
  await expect(first).toContainText(INTEGERS, { timeout: 30_000 })
  // the log keeps the newest only: those of before the variant are in it now
  const early = (await sessionState(page)).frameTimes
  await expect(pso).toContainText(/variant \d in use/)
  await expect.poll(async () => variantOf(await across(page), 1).hits).toBeGreaterThan(50)
  await expect(first).toContainText(/[1-9][\d,]* \([\d.]+ %\)/)
  await expect(first).toContainText(/ → .+ \(−[\d.]+ %\)/)
  // once that is in place the driver looks again, and folds the rest (BP-14)
  await expect(variantRows(page, ACROSS).nth(1)).toContainText(`${INTEGERS}, sigma = 4`, { timeout: 30_000 })
  await expect(pso).toContainText('variant 2 in use')
  const { hits } = variantOf(await across(page), 2)
  await expect.poll(async () => variantOf(await across(page), 2).hits).toBeGreaterThan(hits + 20)

  const state = await sessionState(page)
  const general = pipelineOf(state, ACROSS)
  expect(general.draws).toBeGreaterThan(2 * 64 * 8)
  expect(general.sampled).toBeLessThan(general.draws / 7)
  const [integers, all] = [variantOf(general, 1), variantOf(general, 2)]
  expect([integers.loopsUnrolled, integers.branchesRemoved]).toEqual([1, 1])
  expect(integers.operations).toBeLessThan(general.operations)
  // with sigma known, so are the taps that it leaves out
  expect([all.loopsUnrolled, all.branchesRemoved]).toEqual([1, 2])
  // what comes out of one more decided branch is held (BP-25): that costs some of what it gains, but not all
  expect(all.operations).toBeLessThan(integers.operations)
  // the last frame before the first variant, and the newest: the draws have become shorter, nothing else has changed
  const before = early.filter(({ t }) => t < variantOf(general, 1).installedAt).at(-1)
  const after = state.frameTimes.at(-1)
  if (before === undefined || after === undefined) throw new Error('found no frame times after Play')
  expect(after.gpuTime).toBeLessThan(before.gpuTime * 0.97)
  expect(state.background).toMatchObject({ mode: 'ALLOWED', calls: [], cancelled: 0 })

  await first.getByRole('button', { name: `Compare variant 1 of ${ACROSS}` }).click()
  const sources = page.getByRole('dialog', { name: `${ACROSS}: general shader and variant 1` })
  await expect(sources.getByText('Folded: edges = 0', { exact: true })).toBeVisible()
  // the GPU divides one by the other
  await expect(sources.getByText('Matched, still uniforms: radius = 8, steps = 8', { exact: true })).toBeVisible()
  const lines = sources.getByRole('table', { name: `Sources of ${ACROSS} side by side` }).getByRole('row')
  await expect(lines.first()).toHaveText('General shaderVariant 1')
  // only on the left: the loop and the branch, which were folded; on the right its seventeen turns, written out,
  // each as it was (BP-25); one of them may stand beside the loop's own
  await expect(lines.filter({ hasText: /−\s*for \(int i = -steps; i <= steps; i\+\+\)/ })).toHaveCount(1)
  await expect(lines.filter({ hasText: /−\s*if \(edges == 1\)/ })).toHaveCount(1)
  const turns = lines.filter({ hasText: /\+\s*float away = float\(i\) \* spacing/ })
  await expect.poll(() => turns.count()).toBeGreaterThanOrEqual(16)
  await sources.getByRole('button', { name: 'Close' }).click()
  await expect(sources).toHaveCount(0)
})

test('developer mode gates profiling off; an event goes along with a commit only [BP-07, BP-12, BP-15]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await openBackground(page, 'Activity')
  const status = page.getByRole('region', { name: 'Background', exact: true })
  const refused = 'E_INVALIDARG 0x80070057'
  const form = await setMode(page, { mode: 'DISABLE_PROFILING_BY_SYSTEM' })
  await expect(form.getByRole('alert')).toContainText(refused)
  await expect(calls(page)).toHaveCount(1)
  await expect(calls(page).first()).toContainText('DISABLE_PROFILING_BY_SYSTEM, KEEP_ALL')
  await expect(calls(page).first()).toContainText(refused)
  await expect(status).toContainText('In force ALLOWED')
  await setMode(page, { action: 'COMMIT_RESULTS_HIGH_PRIORITY' })
  await expect(calls(page)).toHaveCount(2)
  await expect(calls(page).first()).toContainText(refused)

  await developerMode(page, true)
  await setMode(page, { mode: 'DISABLE_PROFILING_BY_SYSTEM' })
  await expect(calls(page)).toHaveCount(3)
  await expect(calls(page).first()).toContainText('S_OK 0x00000000')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(status).toContainText('In force DISABLE_PROFILING_BY_SYSTEM')

  await setMode(page, { event: 'anyway' })
  await expect(calls(page)).toHaveCount(4)
  await expect(calls(page).first()).toContainText(refused)
  await expect(calls(page).first()).toContainText('event 4 is not used')
  await expect(status).toContainText('In force DISABLE_PROFILING_BY_SYSTEM')
  // no task: signalled at once
  await setMode(page, { action: 'COMMIT_RESULTS', event: 'with a commit' })
  await expect(calls(page)).toHaveCount(5)
  await expect(calls(page).first()).toContainText('S_OK 0x00000000')
  await expect(calls(page).first()).toContainText(/event 5 signalled at/)
  const { background } = await sessionState(page)
  expect(background.mode).toBe('ALLOWED')
  expect(background.calls.map(({ hresult }) => hresult.value)).toEqual([0x80070057, 0x80070057, 0, 0x80070057, 0])
})

test('the modelled CPU is set in the tab: what the app needs for a frame shows in the frame times [BP-29]', async () => {
  // whose presents would fall into one frame and not into another
  const system = { compositor: { enabled: false } }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system })}`] })
  await applyAll(page, ['Blur'])
  await openBackground(page, 'Activity')
  const cpu = page.getByRole('region', { name: 'Modelled CPU' })
  await expect(cpu.getByLabel('Cores', { exact: true })).toHaveValue('4')
  await expect(cpu.getByLabel('A busy sibling costs')).toHaveCount(0)
  await cpu.getByRole('radio', { name: 'Two' }).click()
  await cpu.getByLabel('A busy sibling costs').fill('45')
  await cpu.getByLabel('Cores', { exact: true }).fill('0')
  await cpu.getByLabel('Cores', { exact: true }).press('Enter')
  await expect(cpu.getByRole('alert')).toHaveText('Found “0”, expected a whole number from 1 to 64.')
  // one for the app and one for each of two tasks: no thread has a busy sibling
  await cpu.getByLabel('Cores', { exact: true }).fill('3')
  await cpu.getByLabel('Cores', { exact: true }).press('Enter')
  await expect
    .poll(async () => (await sessionState(page)).background.cpu)
    .toMatchObject({ cores: 3, smt: true, smtSlowdown: 0.45 })

  /** Of a frame, without the GPU's work, which becomes less as variants come. */
  const timeBefore = async (): Promise<number> => {
    // none of the Play before comes after it
    await expect.poll(() => framesUnderWay(page)).toBe(0)
    const before = (await sessionState(page)).frameTimes.length
    await pressPlay(page)
    await expect.poll(async () => (await sessionState(page)).frameTimes.length).toBeGreaterThan(before + 2)
    await page.getByRole('button', { name: 'Pause clip' }).click()
    const frame = (await sessionState(page)).frameTimes[before]
    if (frame === undefined) throw new Error('found no frame of this Play')
    return frame.duration - frame.gpuTime
  }
  const usual = await timeBefore()
  await cpu.getByLabel('App’s time per frame').fill('12ms')
  await cpu.getByLabel('App’s time per frame').press('Enter')
  await expect.poll(async () => (await sessionState(page)).background.cpu.frameTime).toBe(12_000)
  // 10 ms more before each frame's GPU work
  expect((await timeBefore()) - usual).toBe(10_000)
})

test('who carries tasks out is chosen in the tab: a core of the CPU, or the app itself [BP-30]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system: { cpu: { cores: 2 } } })}`] })
  await openBackground(page, 'Activity')
  const cpu = page.getByRole('region', { name: 'Modelled CPU' })
  const choice = cpu.getByLabel('Tasks run on', { exact: true })
  const chosen = async () => (await sessionState(page)).background.cpu.dispatch
  await expect(choice).toHaveValue('runtime')
  await expect(cpu.getByLabel('Core of the tasks')).toHaveCount(0)
  await choice.selectOption({ label: 'one core' })
  await expect.poll(chosen).toEqual({ core: 1 })
  const core = cpu.getByLabel('Core of the tasks')
  await expect(core).toHaveValue('1')
  await core.fill('2')
  await core.press('Enter')
  await expect(cpu.getByRole('alert')).toHaveText('Found “2”, expected a whole number from 0 to 1.')
  await core.fill('0')
  await core.press('Enter')
  await expect.poll(chosen).toEqual({ core: 0 })
  await choice.selectOption({ label: 'the app’s task system' })
  await expect.poll(chosen).toBe('app')
  await expect(core).toHaveCount(0)
})

/** Runs a workflow to its end. @returns its verdict */
async function run(page: Page, name: string): Promise<string> {
  const before = (await sessionState(page)).clock.now
  await page.getByRole('button', { name, exact: true }).click()
  // of this run, not of one before it
  const ended = async (): Promise<boolean> => {
    const { workflow } = (await sessionState(page)).background
    return workflow !== null && workflow.state !== 'running' && (workflow.log[0]?.t ?? 0) >= before
  }
  await expect.poll(ended).toBe(true)
  const run = page.getByRole('region', { name: 'Guided run' })
  await expect(run.getByRole('heading', { name: `${name}: done` })).toBeVisible()
  await expect(run.getByRole('progressbar')).toHaveCount(0)
  // the tab may still show the run before, of the same name
  const verdict = (await sessionState(page)).background.workflow?.verdict ?? ''
  await expect(run.getByRole('status', { name: 'Verdict' })).toHaveText(verdict)
  return verdict
}

test('PIX single frame ends in identical replays, and so does each time after it with background work off [BP-04, BP-08, BP-17]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await applyAll(page, ['Blur', 'Grayscale'])
  await developerMode(page, true)
  await openBackground(page, 'Workflows')
  const identical = /^Two replays of the frame take identical time: (\d+) µs and \1 µs\.$/
  const first = await run(page, 'PIX single frame')
  expect(first).toMatch(identical)
  const log = page.getByRole('list', { name: 'Log of the run' }).getByRole('listitem')
  await expect(log.filter({ hasText: 'ALLOW_INTRUSIVE_MEASUREMENTS, DISCARD_PREVIOUS: S_OK' })).toHaveCount(1)
  await expect(
    log.filter({ hasText: 'DISABLE_PROFILING_BY_SYSTEM, COMMIT_RESULTS_HIGH_PRIORITY: S_OK' }),
  ).not.toHaveCount(0)
  const trained = await sessionState(page)
  // one frame a pass is enough for the final set, and every pass of the effects has its variant
  for (const { variants } of trained.pipelines) expect(variants.length).toBeGreaterThan(0)
  expect(trained.background).toMatchObject({ furtherMeasurementsDesired: false, queue: [], cancelled: 0 })

  for (let again = 0; again < 2; again++) expect(await run(page, 'Turn off')).toBe(first)
  const state = await sessionState(page)
  expect(state.background.mode).toBe('DISABLE_BACKGROUND_WORK')
  const variants = ({ pipelines }: SessionState): number[] => pipelines.map((pipeline) => pipeline.variants.length)
  expect(variants(state)).toEqual(variants(trained))
  // two replays of each of the three runs
  expect(new Set(state.frameTimes.slice(-6).map(({ gpuTime }) => gpuTime)).size).toBe(1)
})

test('the compile of a removed effect finishes and its result is dropped [BP-21, BP-27]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await applyAll(page, ['Blur'])
  await openBackground(page, 'Activity')
  await clock(page, 'Pause')
  await setMode(page, { action: 'COMMIT_RESULTS', event: 'with a commit' })
  const running = page.getByRole('list', { name: 'Tasks that run and wait' }).getByRole('listitem')
  await expect(running.filter({ hasText: `${ACROSS}on worker` })).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove Blur', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Blur effect' })).toHaveCount(0)
  const removed = await sessionState(page)
  expect(removed.pipelines.map(({ effect }) => effect)).not.toContain('Blur')
  expect(removed.background.threads.filter(({ task }) => task?.pso.startsWith('Blur/'))).toHaveLength(2)
  expect(removed.background.finished).toBe(0)

  await clock(page, 'Run')
  await expect(calls(page).first()).toContainText(/event 1 signalled at/)
  await expect(page.getByText('No task runs or waits.')).toBeVisible()
  const done = await sessionState(page)
  expect(done.background).toMatchObject({ finished: 2, cancelled: 0, queue: [] })
  expect(done.pipelines.flatMap(({ variants }) => variants)).toEqual([])
  expect(done.removed).toBeNull()

  // back again: PSOs of its own, of which none has a variant, and it works
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await applyAll(page, ['Blur'])
  // it was in the picture all the while
  await expect.poll(async () => (await across(page)).draws).toBeGreaterThan(0)
  expect((await across(page)).variants).toEqual([])
})

test('a constant moved by its slider brings the general shader back until its value was measured [BP-26]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await applyAll(page, ['Blur'])
  await openBackground(page, 'Activity')
  const commit: Call = { mode: 'ALLOW_INTRUSIVE_MEASUREMENTS', action: 'COMMIT_RESULTS', drain: true }
  await setMode(page, commit)
  await expect.poll(async () => (await across(page)).variants.length).toBe(1)
  await applyAll(page, ['Blur'])
  await expect.poll(async () => variantOf(await across(page), 1).hits).toBe(1)

  await openBackground(page, 'Shaders')
  const pso = page.getByRole('region', { name: `PSO ${ACROSS}` })
  await expect(pso).toContainText('variant 1 in use')
  await page.getByRole('region', { name: 'Blur effect' }).getByRole('button', { name: 'Parameters' }).click()
  const radius = page.getByRole('slider', { name: 'Radius', exact: true })
  await expect(radius).toHaveAttribute('aria-valuetext', '8')
  await radius.focus()
  await page.keyboard.press('ArrowRight')
  await expect(radius).toHaveAttribute('aria-valuetext', '9')
  await expect(pso).toContainText('general shader in use')
  const variant = variantRows(page, ACROSS).first()
  await expect(variant.getByTitle(/Other constants are bound now/).first()).toHaveText('–')
  await expect(variant).not.toContainText('→')
  // the picture has been rendered with the new value
  await expect.poll(() => framesUnderWay(page)).toBe(0)
  const { draws } = await across(page)
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect.poll(async () => (await across(page)).draws).toBe(draws + 1)
  expect(variantOf(await across(page), 1).hits).toBe(1)

  await openBackground(page, 'Activity')
  await setMode(page, commit)
  await expect
    .poll(async () => (await across(page)).variants.map(({ constants }) => constants.radius))
    .toContainEqual([9])
  await openBackground(page, 'Shaders')
  await expect(pso).toContainText(/variant \d in use/)
  await expect(variantRows(page, ACROSS).filter({ hasText: 'radius = 9, steps = 8, edges = 0' })).not.toHaveCount(0)
  // the earlier value's variants are still there, and its draws use them again
  await radius.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(radius).toHaveAttribute('aria-valuetext', '8')
  const earlier = variantRows(page, ACROSS).filter({ hasText: INTEGERS }).first()
  await expect(earlier).toContainText(/ → .+ \(−[\d.]+ %\)/)
  await expect.poll(() => framesUnderWay(page)).toBe(0)
  const hits = await hitsOfRadius(page, 8)
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect.poll(() => hitsOfRadius(page, 8)).toBe(hits + 1)
})

/** Draws that used a variant into which this radius is folded. */
async function hitsOfRadius(page: Page, radius: number): Promise<number> {
  const { variants } = await across(page)
  const folded = variants.filter(({ constants }) => constants.radius?.[0] === radius)
  return folded.reduce((sum, { hits }) => sum + hits, 0)
}

test('frames are rendered by hand while nothing plays, and their times stand above [BP-26]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await openBackground(page, 'Activity')
  const frames = page.getByRole('region', { name: 'Frames by hand' })
  await frames.getByRole('textbox', { name: 'Frames' }).fill('0')
  await frames.getByRole('button', { name: 'Render frames' }).click()
  await expect(frames.getByRole('alert')).toContainText('expected a whole number from 1 to 1,000')
  // the still picture of the clip is a frame, too
  await expect.poll(async () => (await sessionState(page)).frameTimes.length).toBe(1)
  await frames.getByRole('textbox', { name: 'Frames' }).fill('3')
  await frames.getByRole('button', { name: 'Render frames' }).click()
  await expect.poll(async () => (await sessionState(page)).frameTimes.length).toBe(4)
})
