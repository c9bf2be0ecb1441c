import type { Locator, Page } from '@playwright/test'
import type {
  BackgroundView,
  ClockView,
  EngineName,
  EngineView,
  FrameTimeView,
  GPU_MARK_KINDS,
  GpuView,
  PipelineView,
  PreviewView,
  ProjectView,
  SystemView,
  VariantComparisonView,
} from '../../../preload/contract'
import { expect } from '../launch'

/** What the session itself says of GPU and background processing, not what the window makes of it. */
export interface SessionState {
  clock: ClockView
  gpu: GpuView
  preview: PreviewView
  removed: string | null
  project: ProjectView
  system: SystemView
  variants: VariantComparisonView | null
  /** kinds of what has happened to engines and display, in order */
  marks: (typeof GPU_MARK_KINDS)[number][]
  background: BackgroundView
  pipelines: PipelineView[]
  frameTimes: FrameTimeView[]
}

/** Stops or continues simulated time. */
export async function clock(page: Page, press: 'Pause' | 'Run'): Promise<void> {
  await page.getByRole('button', { name: press, exact: true }).click()
  await expect.poll(async () => (await sessionState(page)).clock.running).toBe(press === 'Run')
}

/** The session's next full frame. */
export async function sessionState(page: Page): Promise<SessionState> {
  return page.evaluate(
    () =>
      new Promise<SessionState>((resolve, reject) => {
        const unsubscribe = window.trimline.onFrame((frame) => {
          if (!frame.full) return
          unsubscribe()
          const { clock, gpu, preview, device, project, variants = null, system, gpuEvents } = frame
          const { background, pipelines = [], frameTimes = [] } = frame
          if (
            gpu === undefined ||
            preview === undefined ||
            device === undefined ||
            system === undefined ||
            project === undefined ||
            background === undefined
          )
            return reject(
              new Error(
                'a full frame without gpu, preview, device, project, system or background; expected all of them',
              ),
            )
          const marks = gpuEvents?.marks.map(({ kind }) => kind) ?? []
          const removed = device.removed?.reason.name ?? null
          resolve({
            clock,
            gpu,
            preview,
            removed,
            project,
            system,
            variants,
            marks,
            background,
            pipelines,
            frameTimes,
          })
        })
      }),
  )
}

/** What the Numbers of the GPU tab show for a term. */
export function shownNumber(page: Page, term: string): Locator {
  return page
    .getByRole('region', { name: 'Numbers' })
    .locator('dl > div')
    .filter({ has: page.getByRole('button', { name: term, exact: true }) })
    .getByRole('definition')
}

const UNITS: Readonly<Record<string, number>> = { µs: 1, ms: 1000, s: 1_000_000 }

/** µs of a duration as it is shown, such as `12.5 ms`; NaN while there is none yet. */
export async function shownDuration(page: Page, term: string): Promise<number> {
  const [value = '', unit = ''] = (await shownNumber(page, term).innerText()).split(' ')
  return Number(value) * (UNITS[unit] ?? Number.NaN)
}

/** Applies effects, one after the other, until the GPU has finished each. */
export async function applyAll(page: Page, effects: readonly string[]): Promise<void> {
  for (const [index, effect] of effects.entries()) {
    await page.getByRole('button', { name: effect, exact: true }).click()
    await expect(page.getByRole('list', { name: 'Effects on the clip' }).getByRole('listitem')).toHaveText(
      effects.slice(0, index + 1),
    )
  }
}

/** The GPU tab, in simulated time of this speed. */
export async function openGpu(page: Page, speed: '1×' | '16×'): Promise<Locator> {
  await page.getByRole('radio', { name: speed, exact: true }).click()
  await page.getByRole('tab', { name: 'GPU' }).click()
  return page.getByRole('region', { name: 'Scheduler settings' })
}

/** Packets of the app that wait or run. */
export async function framesUnderWay(page: Page): Promise<number> {
  const { engines } = (await sessionState(page)).gpu
  return engines.reduce((sum, { queue, waiting }) => {
    return sum + waiting + queue.filter(({ context }) => context !== 'dwm').length
  }, 0)
}

/** Another app's packet of 100 ms, until it has run to its end. */
export async function submitLongPacket(page: Page, settings: Locator): Promise<void> {
  await settings.getByLabel('GPU time', { exact: true }).fill('100ms')
  const before = await engineState(page, '3d')
  await settings.getByRole('button', { name: 'Submit packet' }).click()
  await expect.poll(async () => isDone(await engineState(page, '3d'), before.busy + 100_000)).toBe(true)
}

function isDone({ busy, queue, waiting }: EngineView, busyThen: number): boolean {
  return busy >= busyThen && waiting === 0 && queue.every(({ context }) => context !== 'other app')
}

async function engineState(page: Page, engine: EngineName): Promise<EngineView> {
  const { gpu } = await sessionState(page)
  const found = gpu.engines.find(({ name }) => name === engine)
  if (found === undefined) throw new Error(`found no engine ${engine} in the session`)
  return found
}
