import { buildIfStale } from '../../scripts/build.mjs'
import { prepareForTests } from '../../scripts/machine/prepare.mjs'

/** Finds Electron, gives it a display and builds the app; the result is what ends the display. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // `npm test` has done so already.
  if (process.env.TRIMLINE_TEST_RUNTIME !== undefined) return async () => {}
  const machine = await prepareForTests()
  await buildIfStale()
  // Environment is how Playwright hands things from here to its workers.
  process.env.TRIMLINE_TEST_RUNTIME = JSON.stringify(machine.runtime)
  return machine.stop
}
