/** A Win32 event, as far as completion is told by it (BP-10). */
export class CompletionEvent {
  signalled = false
  private waiters: (() => void)[] = []

  constructor(readonly name: string) {}

  signal(): void {
    this.signalled = true
    for (const waiter of this.waiters.splice(0)) waiter()
  }

  /** At once when it is signalled already. */
  wait(callback: () => void): void {
    if (this.signalled) callback()
    else this.waiters.push(callback)
  }
}
