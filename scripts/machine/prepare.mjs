import { resolveRuntime } from '../electron-runtime.mjs'
import { hasDisplay, hasOurDisplay, useXvfb } from './display.mjs'
import { ensureLibraries, hasProgram } from './libraries.mjs'

/** What journeys move the mouse with, and minimise windows with. @type {import('./libraries.mjs').Program[]} */
const TOOLS = ['xdotool', 'xprop']

/** Only fatal errors: the others tell of the missing message bus, compositor and graphics card. */
const QUIET = ['--log-level=3']

/**
 * @typedef {object} Machine
 * @property {import('../electron-runtime.mjs').Runtime} runtime
 * @property {() => Promise<void>} stop ends the display, when we started one
 * @property {string[]} quiet arguments that keep Chromium from complaining, on a bare display, of no desktop around it
 */

/** Everything that a start of the app needs besides the app. @returns {Promise<Machine>} */
export async function prepareForStart() {
  const runtime = await resolveRuntime()
  const needsXvfb = !hasDisplay()
  await ensureLibraries(runtime.executable, needsXvfb ? ['Xvfb'] : [])
  if (!needsXvfb) return { runtime, quiet: [], stop: async () => {} }
  const server = await useXvfb('there is no display, so nobody sees the window (--screenshot=FILE shows it)')
  return { runtime, quiet: QUIET, stop: server.stop }
}

/**
 * Everything that the end-to-end tests need. On Linux they have a display of their own wherever Xvfb is there: they
 * move the mouse and wait for idleness, which neither bears nor spares the person at the machine.
 * @returns {Promise<Machine>}
 */
export async function prepareForTests() {
  const runtime = await resolveRuntime()
  await ensureLibraries(runtime.executable, hasDisplay() ? TOOLS : ['Xvfb', ...TOOLS])
  if (process.platform !== 'linux' || hasOurDisplay() || !hasProgram('Xvfb'))
    return { runtime, quiet: [], stop: async () => {} }
  const server = await useXvfb(hasDisplay() ? 'the tests have a display of their own' : 'there is no display')
  return { runtime, quiet: QUIET, stop: server.stop }
}
