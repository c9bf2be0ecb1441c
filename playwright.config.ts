import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { hasOurDisplay } from './scripts/machine/display.mjs'

/**
 * Every test has an Electron of its own, so that any may run beside any other, of its own file too: no worker is left over
 * with a long file at the end. They share a display, its mouse and its idle time, so there is more than one worker only where
 * more displays can be made. A journey waits for a third of its time (for an app to start, a picture to rest): three of them
 * keep two cores busy.
 */
const workers = hasOurDisplay() && availableParallelism() > 1 ? 3 : 1

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/playwright',
  // of every platform the same: see tests/e2e/app/pictures-support.ts
  snapshotPathTemplate: 'tests/e2e/pictures/{arg}{ext}',
  workers,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // what a journey waits for comes at once on a machine that is not busy; one that is has the time that it needs
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
})
