/** Where the app is in the clip, and how playing moves it on. Pure; times in µs. */
import type { TransportSettings } from '../../preload/contract/specs'

export class Transport {
  settings: TransportSettings = { rate: 1, in: null, out: null, loop: true }
  /** where it was put, or got to: the clip may be shorter by now */
  private reached = 0
  /** where and when playing went on from */
  private base = { position: 0, at: 0 }

  /** @param length of the clip */
  constructor(private readonly length: () => number) {}

  /** What the next frame shows, in [0, length), µs. */
  get position(): number {
    return Math.min(this.reached, this.length() - 1)
  }

  /** The playhead is put there; playing goes on from it. @param position µs in the clip @param now µs of the simulation */
  seek(position: number, now: number): void {
    this.reached = Math.min(Math.max(0, position), this.length() - 1)
    this.start(now)
  }

  /** Playing goes on from where the playhead is. @param now µs of the simulation */
  start(now: number): void {
    this.base = { position: this.position, at: now }
  }

  /** What is left out stays. @param now µs of the simulation */
  change(change: Partial<TransportSettings>, now: number): void {
    this.settings = { ...this.settings, ...change }
    this.start(now)
  }

  /**
   * The playhead is where playing has got to: at the end of what is played it starts over, or stays on the last frame.
   * @param now µs of the simulation
   * @returns whether it goes on
   */
  advance(now: number): boolean {
    const { rate, loop } = this.settings
    // from the end of what has become shorter
    if (this.reached > this.position) this.seek(this.position, now)
    const { first, end } = this.range()
    const position = Math.round(this.base.position + rate * (now - this.base.at))
    const isPast = rate < 0 ? position < first : position >= end
    if (!isPast) {
      this.reached = Math.max(0, position)
      return true
    }
    const span = end - first
    this.reached = loop ? first + ((((position - first) % span) + span) % span) : rate < 0 ? first : end - 1
    return loop
  }

  /** Between the marks; marks that leave nothing between them do not count. */
  private range(): { first: number; end: number } {
    const length = this.length()
    const first = this.settings.in ?? 0
    const end = Math.min(this.settings.out ?? length, length)
    return end > first ? { first, end } : { first: 0, end: length }
  }
}
