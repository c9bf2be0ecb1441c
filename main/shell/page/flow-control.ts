/**
 * Whether the renderer can take another frame. A renderer that is slow, hidden, stopped in a debugger or dead leaves
 * frames unacknowledged; then none are made, and what changes accumulates in the session instead of in a queue.
 */

/** with more than this many unacknowledged, nothing is published */
const MAX_UNACKNOWLEDGED = 2

export class FlowControl {
  #connected = false
  #unacknowledged = 0

  /** The renderer is there and asks for frames; what an earlier one did not acknowledge is forgotten. */
  connect(): void {
    this.#connected = true
    this.#unacknowledged = 0
  }

  /** The renderer is gone, or is being replaced. */
  disconnect(): void {
    this.#connected = false
  }

  sent(): void {
    this.#unacknowledged++
  }

  acknowledged(): void {
    // one from the renderer before may arrive late
    this.#unacknowledged = Math.max(0, this.#unacknowledged - 1)
  }

  get open(): boolean {
    return this.#connected && this.#unacknowledged <= MAX_UNACKNOWLEDGED
  }
}
