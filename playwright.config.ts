import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/playwright',
  // Every test has an Electron of its own; they share one display, its mouse and its idle time.
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // what a journey waits for comes at once on a machine that is not busy; one that is has the time that it needs
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
})
