/** A display for machines that have none: an X server that draws into memory. */
import { spawn } from 'node:child_process'
import { say, UserError } from '../lib/fail.mjs'

const SCREEN = '1600x1000x24'
const START_LIMIT = 15_000

/**
 * The shell holds the server's life to ours: when we end, in whatever way, our end of its standard input closes,
 * `read` returns, and the server is told to end.
 */
const GUARD = 'Xvfb "$@" </dev/null & server=$!; read -r _; kill "$server"; wait "$server"'

/** @typedef {{ display: string, stop: () => Promise<void> }} Display */

export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Whether a script that runs us has started the display already. */
export function hasOurDisplay(env = process.env) {
  return env.DISPLAY !== undefined && env.DISPLAY === env.TRIMLINE_XVFB
}

/**
 * Starts Xvfb on the first free display number.
 * @returns {Promise<Display>}
 * @throws {UserError} when it does not come up
 */
export async function startXvfb() {
  const options = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset']
  // Its own process group: Ctrl-C in a terminal must reach the app first, and end the display last.
  const child = spawn('sh', ['-c', GUARD, 'xvfb', ...options], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  let messages = ''
  child.stderr?.on('data', (chunk) => {
    messages += chunk
  })
  const number = await displayNumber(child, ended).catch((error) => {
    child.stdin?.end()
    throw new UserError(`Xvfb did not start: ${error.message}\n${messages.trim()}`)
  })
  for (const stream of [child, child.stdin, child.stderr, child.stdio[3]]) unref(stream)
  return {
    display: `:${number}`,
    stop: async () => {
      child.ref()
      child.stdin?.end()
      await ended
    },
  }
}

/** A stream or child that does not keep this process alive. @param {unknown} handle */
function unref(handle) {
  if (handle !== null && typeof handle === 'object' && 'unref' in handle && typeof handle.unref === 'function') {
    handle.unref()
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child @param {Promise<unknown>} ended
 * @returns {Promise<string>} what the server writes to file descriptor 3 once it takes connections
 */
async function displayNumber(child, ended) {
  const report = /** @type {import('node:stream').Readable} */ (child.stdio[3])
  let text = ''
  /** @type {Promise<string>} */
  const line = new Promise((resolve) => {
    report.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.trim())
    })
  })
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no display after ${START_LIMIT / 1000} s`)), START_LIMIT)
  })
  const failed = ended.then(() => Promise.reject(new Error('it ended')))
  try {
    return await Promise.race([line, /** @type {Promise<never>} */ (late), failed])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Starts Xvfb, points this process and its children at it until it stops, and says so.
 * @param {string} why @param {() => Promise<Display>} [start] @returns {Promise<Display>}
 */
export async function useXvfb(why, start = startXvfb) {
  const server = await start()
  const { display } = server
  const before = pointAt({ DISPLAY: display, TRIMLINE_XVFB: display, WAYLAND_DISPLAY: undefined })
  say(`${why}: running under Xvfb, display ${display}, ${SCREEN}`)
  return {
    display,
    stop: async () => {
      // who asks next whether there is a display must not find one that is gone
      pointAt(before)
      await server.stop()
    },
  }
}

/** @param {Record<string, string | undefined>} variables @returns {Record<string, string | undefined>} what they were */
function pointAt(variables) {
  /** @type {Record<string, string | undefined>} */
  const before = {}
  for (const [name, value] of Object.entries(variables)) {
    before[name] = process.env[name]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  return before
}
