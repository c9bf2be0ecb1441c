/**
 * The window in the states that matter, compared with pictures of before. Each stands at a moment of simulated time: gone back
 * to, and made the last by a press, so that no real time is in it.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Theme } from '../../../preload/contract'
import { root } from '../../../scripts/lib/paths.mjs'
import { clock, sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { quietProject, restingPixels, showTab } from '../support'
import { FONTS, looksAsBefore, wouldBeSeen } from './pictures-support'

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 1024, height: 700 }
const SECOND = 1_000_000

/** Over its budget for a while, trimmed, with frames played and presses of every effect. */
const PROJECT = {
  system: { profile: 'measured-2018', localMemory: '256MiB', budget: '192MiB', periodicTrim: { idleAfter: '10h' } },
  app: {
    policy: 'creative-app-fixed',
    effects: [
      { name: 'Grayscale', gpuTime: '4ms', resources: ['main', 'temp'].map((name) => ({ name, size: '48MiB' })) },
      { name: 'Vignette', gpuTime: '2ms', resources: [{ name: 'lens', size: '48MiB', resident: false }] },
      { name: 'Denoise', gpuTime: '8ms', resources: [{ name: 'history', size: '96MiB', resident: false }] },
    ],
  },
  steps: [
    { at: '100ms', apply: 'Grayscale' },
    { at: '300ms', play: true },
    { at: '600ms', apply: 'Vignette' },
    { at: '1200ms', apply: 'Denoise' },
    { at: '1400ms', play: false },
  ],
}

async function theme(page: Page, to: Theme): Promise<void> {
  await page.evaluate((one) => window.trimline.send({ kind: 'setTheme', theme: one }), to)
  await expect(page.locator('html')).toHaveAttribute('data-theme', to)
}

/** @param time µs; past it, it stands still there, and nothing comes after it */
async function standAt(page: Page, time: number): Promise<void> {
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(time)
  await clock(page, 'Pause')
  await page.evaluate((at) => window.trimline.send({ kind: 'goTo', time: at }), time)
  await expect.poll(async () => (await sessionState(page)).clock).toMatchObject({ now: time, running: false })
  await page.getByRole('button', { name: 'Vignette', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Branches/ })).toContainText('2')
}

test('the page of questions and a lesson look as before', async () => {
  const { page } = await launchApp({ startPage: true, env: FONTS })
  const start = page.getByRole('dialog', { name: 'Start' })
  for (const [name, size, to] of [
    ['start-dark', WIDE, 'dark'],
    ['start-light', WIDE, 'light'],
    ['start-narrow', NARROW, 'dark'],
  ] as const) {
    await page.setViewportSize(size)
    await theme(page, to)
    await expect(start).toBeVisible()
    await looksAsBefore(page, name, start)
  }
  await start.getByRole('button', { name: /user walks away/ }).click()
  const lesson = page.getByRole('region', { name: 'Lesson' })
  await expect(lesson).toContainText('Press Blur, in Effects.')
  for (const [name, size, to] of [
    ['lesson-narrow', NARROW, 'dark'],
    ['lesson-dark', WIDE, 'dark'],
    ['lesson-light', WIDE, 'light'],
  ] as const) {
    await page.setViewportSize(size)
    await theme(page, to)
    await looksAsBefore(page, name, lesson)
  }
})

test('the instruments look as before, of one moment [RS-09, LB-03]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject(PROJECT)}`], env: FONTS })
  await page.setViewportSize(WIDE)
  await standAt(page, 1.8 * SECOND)
  await restingPixels(page)
  for (const to of ['dark', 'light'] as const) {
    await theme(page, to)
    await showTab(page, 'Memory')
    await looksAsBefore(page, `memory-${to}`)
    await showTab(page, 'GPU')
    await looksAsBefore(page, `gpu-${to}`)
    await showTab(page, 'Laboratory')
    const compare = page.getByRole('button', { name: /^Compare \d+ runs$/ })
    if (to === 'dark') await compare.click()
    await expect.poll(async () => (await sessionState(page)).variants?.state).toBe('done')
    await looksAsBefore(page, `laboratory-${to}`)
  }
  await showTab(page, 'Memory')
  for (const styles of [
    '.residency-map { visibility: hidden }',
    '.chart-area canvas { visibility: hidden }',
    '.chart-area canvas { filter: hue-rotate(120deg) }',
    '.residency-map { transform: translateY(8px) }',
  ])
    await wouldBeSeen(page, 'memory-light', styles)
  // the system's colours, whatever the theme
  await page.emulateMedia({ forcedColors: 'active' })
  await looksAsBefore(page, 'memory-forced')
  await showTab(page, 'GPU')
  await looksAsBefore(page, 'gpu-forced')
  await page.emulateMedia({ forcedColors: null })
  await page.setViewportSize(NARROW)
  await theme(page, 'dark')
  await showTab(page, 'Memory')
  await restingPixels(page)
  await looksAsBefore(page, 'memory-narrow')
  await showTab(page, 'GPU')
  await looksAsBefore(page, 'gpu-narrow')
})

test('the other tabs look as before, of one moment', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject(PROJECT)}`], env: FONTS })
  await page.setViewportSize(WIDE)
  await standAt(page, 1.8 * SECOND)
  await restingPixels(page)
  await theme(page, 'dark')
  for (const tab of ['Background', 'Delays', 'Notifications'] as const) {
    await showTab(page, tab)
    await looksAsBefore(page, `${tab.toLowerCase()}-dark`)
  }
  await showTab(page, 'Delays')
  await page
    .getByRole('row', { name: /Denoise/ })
    .first()
    .click()
  await looksAsBefore(page, 'delay-dark')
  await theme(page, 'light')
  await looksAsBefore(page, 'delay-light')
})

test('a heap and what was found look as before', async () => {
  const scenario = join(root, 'resources', 'scenarios', 'df-step.json')
  const { page } = await launchApp({ args: [`--scenario=${scenario}`], env: FONTS })
  await page.setViewportSize(WIDE)
  await theme(page, 'dark')
  await showTab(page, 'Findings')
  // all of its steps are done
  await expect(page.getByRole('tab', { name: 'Findings' })).toHaveAccessibleDescription('4 entries')
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(SECOND / 10)
  await clock(page, 'Pause')
  await looksAsBefore(page, 'findings-dark', page.getByRole('tabpanel'))
  await showTab(page, 'Defragmentation')
  for (const to of ['dark', 'light'] as const) {
    await theme(page, to)
    await looksAsBefore(page, `defragmentation-${to}`, page.getByRole('tabpanel'))
  }
})
