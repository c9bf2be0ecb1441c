/**
 * `npm test`: builds and runs every test. `unit` or `e2e` as first argument runs only those; what follows goes to
 * Vitest or Playwright. Before the end it says where the time went and what failed; the last line says how many passed and failed.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfStale } from './build.mjs'
import { buildCliIfStale } from './cli-bundle.mjs'
import { runMain, say, UserError } from './lib/fail.mjs'
import { root } from './lib/paths.mjs'
import { runNode } from './lib/spawn.mjs'
import { prepareForTests } from './machine/prepare.mjs'
import { packageDirIfStale } from './package.mjs'
import { failureLines, playwrightFailures, vitestFailures } from './testing/failures.mjs'
import { playwrightTimes, Steps, slowestLines, stepLines, vitestTimes } from './testing/times.mjs'
import { addTotals, playwrightTotals, readReport, vitestTotals } from './testing/totals.mjs'

/** @typedef {import('./testing/totals.mjs').Totals} Totals */

const modules = join(root, 'node_modules')
const results = join(root, 'test-results')
const unitReport = join(results, 'vitest.json')
const journeysReport = join(results, 'playwright.json')
const steps = new Steps()

/** @param {readonly string[]} args @returns {Promise<Totals>} */
async function runUnit(args) {
  say('unit and integration tests, with Vitest')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  const status = await runNode(join(modules, 'vitest', 'vitest.mjs'), ['run', ...reporters, ...args])
  return vitestTotals(readReport(unitReport), status)
}

/**
 * @param {readonly string[]} args @param {import('./electron-runtime.mjs').Runtime} runtime
 * @returns {Promise<Totals>}
 */
async function runEndToEnd(args, runtime) {
  say(`end-to-end tests on Electron ${runtime.version}, with Playwright`)
  process.env.TRIMLINE_TEST_RUNTIME = JSON.stringify(runtime)
  const status = await runNode(join(modules, '@playwright', 'test', 'cli.js'), ['test', ...args])
  return playwrightTotals(readReport(journeysReport), status)
}

/** @param {string} which @param {readonly string[]} args @returns {Promise<Totals[]>} */
async function run(which, args) {
  if (which === 'unit') {
    await steps.take('the command line’s bundle', buildCliIfStale)
    return [await steps.take('unit and integration tests', () => runUnit(args))]
  }
  const machine = await steps.take('the machine and Electron', prepareForTests)
  try {
    await steps.take('the build', buildIfStale)
    const unit = which === 'all' ? await runUnitAndPackage(machine.runtime) : await packageApp(machine.runtime)
    return [...unit, await steps.take('end-to-end tests', () => runEndToEnd(args, machine.runtime))]
  } finally {
    await machine.stop()
  }
}

/**
 * Unit tests, and beside them the packaging, which mostly waits for the disk; both end before anything else begins.
 * @param {import('./electron-runtime.mjs').Runtime} runtime
 */
async function runUnitAndPackage(runtime) {
  await steps.take('the command line’s bundle', buildCliIfStale)
  const [unit, packaged] = await Promise.allSettled([
    steps.take('unit and integration tests', () => runUnit([])),
    packageApp(runtime),
  ])
  if (unit.status === 'rejected') throw unit.reason
  if (packaged.status === 'rejected') throw packaged.reason
  return [unit.value]
}

/** @param {import('./electron-runtime.mjs').Runtime} runtime @returns {Promise<Totals[]>} it has no tests */
async function packageApp(runtime) {
  say('packaging the app that the end-to-end tests start by its executable')
  await steps.take('packaging', () => packageDirIfStale(runtime))
  return []
}

function sayTimes() {
  for (const line of [
    ...slowestLines('test files of Vitest', vitestTimes(readReport(unitReport), root)),
    ...slowestLines('journeys', playwrightTimes(readReport(journeysReport))),
    ...stepLines(steps.times),
  ])
    process.stdout.write(`${line}\n`)
}

function sayFailures() {
  const failures = [...vitestFailures(readReport(unitReport), root), ...playwrightFailures(readReport(journeysReport))]
  for (const line of failureLines(failures)) process.stdout.write(`${line}\n`)
}

await runMain(async () => {
  const [which = 'all', ...args] = process.argv.slice(2)
  if (!['all', 'unit', 'e2e'].includes(which)) throw new UserError(`found ${which}, expected unit, e2e or nothing`, 2)
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  const { passed, failed } = addTotals(await run(which, args))
  sayTimes()
  sayFailures()
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 && passed > 0 ? 0 : 1
})
