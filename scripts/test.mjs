/**
 * `npm test`: builds and runs every test. `unit` or `e2e` as first argument runs only those; what follows goes to
 * Vitest or Playwright. The last line says how many passed and failed.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfStale } from './build.mjs'
import { buildCliIfStale } from './cli-bundle.mjs'
import { runMain, say, UserError } from './lib/fail.mjs'
import { root } from './lib/paths.mjs'
import { runNode } from './lib/spawn.mjs'
import { addTotals, playwrightTotals, readReport, vitestTotals } from './lib/totals.mjs'
import { prepareForTests } from './machine/prepare.mjs'
import { packageDirIfStale } from './package.mjs'

/** @typedef {import('./lib/totals.mjs').Totals} Totals */

const modules = join(root, 'node_modules')
const results = join(root, 'test-results')

/** @param {readonly string[]} args @returns {Promise<Totals>} */
async function runUnit(args) {
  say('unit and integration tests, with Vitest')
  const report = join(results, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = await runNode(join(modules, 'vitest', 'vitest.mjs'), ['run', ...reporters, ...args])
  return vitestTotals(readReport(report), status)
}

/**
 * @param {readonly string[]} args @param {import('./electron-runtime.mjs').Runtime} runtime
 * @returns {Promise<Totals>}
 */
async function runEndToEnd(args, runtime) {
  say(`end-to-end tests on Electron ${runtime.version}, with Playwright`)
  process.env.TRIMLINE_TEST_RUNTIME = JSON.stringify(runtime)
  const report = join(results, 'playwright.json')
  const status = await runNode(join(modules, '@playwright', 'test', 'cli.js'), ['test', ...args])
  return playwrightTotals(readReport(report), status)
}

/** @param {string} which @param {readonly string[]} args @returns {Promise<Totals[]>} */
async function run(which, args) {
  if (which === 'unit') {
    await buildCliIfStale()
    return [await runUnit(args)]
  }
  const machine = await prepareForTests()
  try {
    await buildIfStale()
    /** @type {Totals[]} */
    const totals = []
    if (which === 'all') {
      await buildCliIfStale()
      totals.push(await runUnit([]))
    }
    say('packaging the app that the end-to-end tests start by its executable')
    await packageDirIfStale(machine.runtime)
    totals.push(await runEndToEnd(args, machine.runtime))
    return totals
  } finally {
    await machine.stop()
  }
}

await runMain(async () => {
  const [which = 'all', ...args] = process.argv.slice(2)
  if (!['all', 'unit', 'e2e'].includes(which)) throw new UserError(`found ${which}, expected unit, e2e or nothing`, 2)
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  const { passed, failed } = addTotals(await run(which, args))
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 && passed > 0 ? 0 : 1
})
