/**
 * Between two slices of a long run, timers, messages and signals come through: the progress bar is drawn, Ctrl+C is heard,
 * and what another process asks to be given up is.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
