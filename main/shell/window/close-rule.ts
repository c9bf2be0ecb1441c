/** When the window may close without a question. */
export interface CloseState {
  /** unsaved changes */
  dirty: boolean
  /** what was asked to be saved or exported is not yet on the disk, also where it is not the project */
  saving: boolean
  /** the question was answered with Save or Don't Save */
  agreed: boolean
  /** the whole app is quitting, not only the window closing */
  quitting: boolean
  /** `--screenshot` or `--exit-after` */
  unattended: boolean
  /** driven over Chromium's remote debugging, as tests do */
  automated: boolean
}

/**
 * A quit that a program asked for must not wait for an answer that nobody gives; a person who closes the window is
 * asked, also while the app is driven by a program.
 */
export function mayCloseAtOnce({ dirty, saving, agreed, quitting, unattended, automated }: CloseState): boolean {
  return !(dirty || saving) || agreed || unattended || (automated && quitting)
}
