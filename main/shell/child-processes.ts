/** Processes beside the page's: they come back by themselves; what a person has to know of it is said. */
import type { Details } from 'electron'
import { log } from './log'
import type { Notices } from './notices'
import { CrashGuard } from './window/crash-guard'

/** deaths of the GPU process within a minute that are worth a word: one is a flicker, over before it can be read of */
const GPU_DEATHS = 3
const GPU_WINDOW_MS = 60_000

export interface ChildProcessesOptions {
  /** ms, monotonic */
  now: () => number
  /** more may follow: unsaved changes are kept now */
  keep: () => void
  notices: Pick<Notices, 'show'>
}

/** SIGTERM: how `kill` of a utility process ends it, and how nothing ends that goes wrong by itself */
const ENDED = 15

/** The part of Electron's app that tells of them. */
export interface ProcessEvents {
  on(event: 'child-process-gone', listener: (event: unknown, details: Details) => void): unknown
}

/**
 * Logs every process that is gone and that the app has not ended itself, keeps unsaved changes at once, and says so when the GPU process dies again and
 * again.
 */
export function watchChildProcesses(app: ProcessEvents, { now, keep, notices }: ChildProcessesOptions): void {
  const guard = new CrashGuard(GPU_DEATHS, GPU_WINDOW_MS)
  app.on('child-process-gone', (_event, { type, name, serviceName, reason, exitCode }) => {
    // others are only told: newer versions have more of them (memory-eviction, from Electron 40 on)
    if (reason === 'clean-exit' || (type === 'Utility' && exitCode === ENDED)) return
    log(`the process ${name ?? serviceName ?? type} is gone (${reason}, exit code ${exitCode})`)
    keep()
    if (type !== 'GPU' || guard.record(now()) === 'reload') return
    notices.show(
      'gpu',
      'The process that draws the window stopped several times within a minute. It was started again, and nothing of ' +
        'the project is lost. If this goes on, update the graphics driver, or start Trimline with --disable-gpu.',
    )
  })
}
