/** Who sent a message of the contract, and whether that may be. */

/** As far as it decides. */
export interface Sender {
  /** the web contents of the app's own window */
  ours: boolean
  /** not a frame within the page */
  mainFrame: boolean
  origin: string
}

/** @returns why the sender is refused, null when it may send */
export function senderRefusal(sender: Sender, origin: string): string | null {
  if (!sender.ours) return 'refused: the sender is not the window of this app'
  if (!sender.mainFrame) return 'refused: the sender is a frame within the page'
  if (sender.origin !== origin) return `refused: the page is of ${sender.origin}, expected ${origin}`
  return null
}
