/** A progress bar on the terminal for runs that take longer than a second. */
import cliProgress from 'cli-progress'
import { shownValue } from '../session/scenario'
import { beforeInterrupt } from './interrupt'

const SHOWN_AFTER_MS = 1000

interface Progress {
  update(now: number, until: number): void
  stop(): void
}

/** @param terminal stderr, or undefined when it is no terminal: then nothing is drawn */
function startProgress(name: string, terminal: NodeJS.WriteStream | undefined): Progress {
  if (terminal === undefined) return { update: () => undefined, stop: () => undefined }
  const bar = new cliProgress.SingleBar({
    format: `${shownValue(name, 40)} [{bar}] {percentage}% | {duration_formatted}`,
    stream: terminal,
    clearOnComplete: true,
    hideCursor: true,
    // the command itself stops the bar when it is interrupted
    gracefulExit: false,
  })
  let shown = false
  let last = { now: 0, until: 1 }
  const timer = setTimeout(() => {
    shown = true
    bar.start(last.until, last.now)
  }, SHOWN_AFTER_MS)
  return {
    update: (now, until) => {
      last = { now, until }
      if (shown) bar.update(now)
    },
    stop: () => {
      clearTimeout(timer)
      if (shown) bar.stop()
    },
  }
}

/**
 * Draws the progress of `action` while it runs.
 * @param terminal as for startProgress
 */
export async function withProgress<Result>(
  name: string,
  terminal: NodeJS.WriteStream | undefined,
  action: (update: Progress['update']) => Promise<Result>,
): Promise<Result> {
  const progress = startProgress(name, terminal)
  const ended = beforeInterrupt(progress.stop)
  try {
    return await action(progress.update)
  } finally {
    progress.stop()
    ended()
  }
}
