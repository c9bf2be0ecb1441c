/**
 * Signals that end a command: the one place that handles them. A word on standard error, then the process ends as shells
 * expect it; files that are being written are seen to when the process ends. A command that is too busy to listen is
 * ended by the process that started it (scripts/lib/supervise.mjs).
 */

/** Exit status of a program that the signal ends. */
const SIGNAL_STATUS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
type EndingSignal = keyof typeof SIGNAL_STATUS

const SIGNALS = Object.keys(SIGNAL_STATUS) as EndingSignal[]

/** What is to be put right before the word is written, such as a progress bar that covers the line. */
const before = new Set<() => void>()

/** @returns takes it back */
export function beforeInterrupt(act: () => void): () => void {
  before.add(act)
  return () => void before.delete(act)
}

export interface Interruptible {
  on(signal: EndingSignal, act: () => void): unknown
  off(signal: EndingSignal, act: () => void): unknown
  exit(status: number): void
}

/**
 * From now on a signal ends the process.
 * @param say writes to standard error
 * @returns takes it back
 */
export function endOnSignals(say: (text: string) => void, host: Interruptible): () => void {
  const handlers = SIGNALS.map((signal) => {
    const act = (): void => {
      for (const first of before) first()
      say(`interrupted (${signal})\n`)
      host.exit(SIGNAL_STATUS[signal])
    }
    host.on(signal, act)
    return { signal, act }
  })
  return () => {
    for (const { signal, act } of handlers) host.off(signal, act)
  }
}
