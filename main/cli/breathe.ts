/** Lets timers and signals come through between two slices of a long run: the progress bar is drawn, Ctrl+C is heard. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
