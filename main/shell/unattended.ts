/** Runs that nobody watches: `--screenshot` and `--exit-after`. They ask nothing and end with an exit status. */
import type { LaunchOptions } from './options'

/** without a first frame by then, something is wrong with the page */
export const FIRST_FRAME_LIMIT_MS = 30_000

export interface UnattendedOptions {
  launch: Pick<LaunchOptions, 'screenshot' | 'after' | 'exitAfter'>
  /** settled when the page has shown its first frame */
  firstFrame: Promise<void>
  screenshot: (path: string) => Promise<{ width: number; height: number }>
  wait: (ms: number) => Promise<void>
  print: (line: string) => void
  fail: (message: string) => void
  exit: (status: number) => void
}

/**
 * `--after` counts from the first frame shown, `--exit-after` from the start; the exit waits for the screenshot. A
 * screenshot that fails ends the run with exit status 1.
 */
export async function runUnattended(options: UnattendedOptions): Promise<void> {
  const { launch, wait, exit } = options
  const deadline = launch.exitAfter === null ? null : wait(launch.exitAfter)
  if (launch.screenshot !== null && !(await screenshot(options, launch.screenshot))) return exit(1)
  if (deadline === null) return
  await deadline
  exit(0)
}

async function screenshot(options: UnattendedOptions, path: string): Promise<boolean> {
  const { launch, firstFrame, wait, print, fail } = options
  try {
    const limit = wait(FIRST_FRAME_LIMIT_MS).then(() => 'too late')
    if ((await Promise.race([firstFrame, limit])) === 'too late') {
      throw new Error(`the page showed no frame within ${FIRST_FRAME_LIMIT_MS / 1000} s`)
    }
    await wait(launch.after)
    const { width, height } = await options.screenshot(path)
    print(`screenshot of ${width} × ${height} pixels written to ${path}`)
    return true
  } catch (error) {
    fail(`no screenshot: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}
