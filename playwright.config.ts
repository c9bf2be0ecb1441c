import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { hasOurDisplay } from './scripts/machine/display.mjs'

/**
 * Every test has an Electron of its own. They share a display, its mouse and its idle time, so there are two workers only
 * where a second display can be made.
 */
const workers = hasOurDisplay() && availableParallelism() > 1 ? 2 : 1

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/playwright',
  workers,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // what a journey waits for comes at once on a machine that is not busy; one that is has the time that it needs
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
})
